export { presentCriteria, presentPackage } from './catalogue.present.ts';
export { packageOnSale, packagesOnSale } from './catalogue.queries.ts';
export { catalogueRoutes } from './catalogue.routes.ts';
export { seedPackages } from './catalogue.seed.ts';
