import { useNavigate } from 'react-router';
import { useAuth } from '../auth/AuthProvider.tsx';
import { leaveByChoice } from './origin.ts';

/** Signs out; `to` is where to go then (nowhere if absent). */
export function useSignOut(to?: string): () => void {
  const { logout } = useAuth();
  const navigate = useNavigate();
  return () => {
    leaveByChoice();
    logout();
    if (to) navigate(to);
  };
}
