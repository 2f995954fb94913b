import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/client.ts';
import { useShortcuts } from '../../../ui/shortcuts/useShortcuts.ts';
import { accountChanged, accountsChanged } from './account-cache.ts';
import type { TradingAccount } from './accounts.ts';
import { type Feedback, useAction } from './feedback.tsx';

/** How long an undo is offered. */
const OFFER_MILLISECONDS = 6000;
/** While the pointer or the focus is on it, it stays, but the server takes it no longer than ten seconds. */
const MOST_MILLISECONDS = 9000;

export type UndoOffer = {
  act: () => void;
  busy: boolean;
  feedback: Feedback | null;
  /** False: the time is over or it was used; what became of it may still be said. */
  isOpen: boolean;
  /** Keeps the offer open while true. */
  hold: (held: boolean) => void;
};

type Proposal = { version: number; at: number };

/** Offers to take the last change of an account back. */
export function useUndo(account: TradingAccount) {
  const client = useQueryClient();
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [isHeld, hold] = useState(false);
  const action = useAction({
    run: (version: number) =>
      call('POST /admin/accounts/{id}/undo', { params: { id: account._id }, ifMatch: version }),
    success: () => messages.undone,
    failure: messages.undoFailed,
    onDone: ({ message: _, undoUntil: __, ...restored }) => {
      setProposal(null);
      accountChanged(client, restored);
    },
    onFailed: () => {
      setProposal(null);
      accountsChanged(client);
    },
  });
  useEffect(() => {
    if (!proposal) return;
    const life = isHeld ? MOST_MILLISECONDS : OFFER_MILLISECONDS;
    const timer = setTimeout(() => setProposal(null), Math.max(0, proposal.at + life - Date.now()));
    return () => clearTimeout(timer);
  }, [proposal, isHeld]);
  const isOpen = proposal !== null && (action.busy || proposal.version === account.version);
  const act = () => proposal && action.act(proposal.version);
  useShortcuts('Account', isOpen ? [{ keys: 'z', label: 'Undo the last change', run: act }] : []);
  const offer: UndoOffer | null =
    isOpen || action.feedback ? { act, busy: action.busy, feedback: action.feedback, isOpen, hold } : null;
  return {
    offer,
    propose: (version: number) => {
      hold(false);
      setProposal({ version, at: Date.now() });
    },
    withdraw: () => {
      setProposal(null);
      action.dismiss();
    },
  };
}
