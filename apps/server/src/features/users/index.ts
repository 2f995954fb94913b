import type { Context } from '../../context.ts';
import type { Serve } from '../../platform/serve.ts';
import { profileRoutes } from './profile.routes.ts';
import { adminUserRoutes } from './users.routes.ts';

export { countUsers, countUserViews, userCondition } from './users.queries.ts';
/** All calls about users: the own profile and the administration. */
export const userRoutes = (serve: Serve, context: Context): void => {
  profileRoutes(serve, context);
  adminUserRoutes(serve, context);
};
