export { contentOfPage } from './content.pages.ts';
export { contentRoutes } from './content.routes.ts';
