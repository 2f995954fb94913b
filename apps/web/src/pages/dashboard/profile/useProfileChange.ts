import type { ResponseBody } from '@firmament/contract';
import { useQueryClient } from '@tanstack/react-query';
import { getQuery } from '../../../api/queries.ts';
import { useAuth } from '../../../auth/AuthProvider.tsx';
import { toast } from '../../../ui/toast.ts';

export type Profile = ResponseBody<'GET /profile'>;

/** Takes a changed profile and the token that carries it. */
export function useProfileChange(): (answer: { profile: Profile; token: string; message: string }) => void {
  const queries = useQueryClient();
  const { acceptToken } = useAuth();
  return ({ profile, token, message }) => {
    acceptToken(token);
    queries.setQueryData(getQuery('GET /profile').queryKey, profile);
    toast.success(message);
  };
}
