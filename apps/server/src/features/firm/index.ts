export { firmRoutes } from './firm.routes.ts';
export { mailSurroundings, readFirm } from './firm.ts';
