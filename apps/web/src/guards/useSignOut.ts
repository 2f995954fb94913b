import { useNavigate } from 'react-router';
import { useAuth } from '../auth/AuthProvider.tsx';
import { forgetTab } from '../unsaved/drafts.ts';
import { hasUnsaved } from '../unsaved/unsaved.ts';
import { leaveByChoice } from './origin.ts';

const QUESTION = 'This page holds changes that are not saved. Sign out and lose them?';

/** Signs out; `to` is where to go then (nowhere if absent). */
export function useSignOut(to?: string): () => void {
  const { logout } = useAuth();
  const navigate = useNavigate();
  return () => {
    if (hasUnsaved() && !window.confirm(QUESTION)) return;
    leaveByChoice();
    logout();
    forgetTab();
    if (to) navigate(to);
  };
}
