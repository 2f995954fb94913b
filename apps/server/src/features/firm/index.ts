export { firmRoutes } from './firm.routes.ts';
export { DEFAULT_FIRM, type Firm, type FirmSettings, mailSurroundings, readFirm } from './firm.ts';
