export { auditRoutes } from './audit.routes.ts';
export { auditHead, type Head, type Verdict, verifyAudit } from './verify.ts';
