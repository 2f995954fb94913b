import type { ResponseBody } from '@firmament/contract';
import { Badge } from '../../../ui/Badge.tsx';

/** What sets a user apart: role and state, in words. */
export function UserBadges({ user }: { user: ResponseBody<'GET /admin/users/{id}'> }) {
  return (
    <>
      {user.role === 'admin' && <Badge tone="info">Admin</Badge>}
      {user.closed && <Badge>Closed</Badge>}
      {user.disabled && <Badge tone="loss">Disabled</Badge>}
      {!user.emailVerified && !user.closed && <Badge tone="warn">Unverified</Badge>}
    </>
  );
}
