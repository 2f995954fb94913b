export { firmRoutes, publicFirm } from './firm.routes.ts';
export { mailSurroundings, readFirm } from './firm.ts';
