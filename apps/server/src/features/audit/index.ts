export { auditRoutes } from './audit.routes.ts';
export { auditHead, type Head, verifyAudit } from './verify.ts';
