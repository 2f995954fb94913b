import { createContext, use } from 'react';
import { type AccountEdit, type Conflict, useAccountEdit } from '../useAccountEdit.ts';

/** Called when a change was refused because somebody else had changed the account meanwhile. */
export const ConflictContext = createContext<(conflict: Conflict) => void>(() => {});

type Options<Input> = Omit<Parameters<typeof useAccountEdit<Input>>[0], 'onConflict'>;

/** A change of the account on its own page, which tells of conflicts in one place. */
export const useAccountAction = <Input>(options: Options<Input>): AccountEdit<Input> =>
  useAccountEdit<Input>({ ...options, onConflict: use(ConflictContext) });
