export { isMailUnwanted } from './mail-facts.ts';
export { mailingRenderers, pictureCid } from './mailings.emails.ts';
export { mailingRoutes } from './mailings.routes.ts';
