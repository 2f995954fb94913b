import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { call, messageOf } from '../../../../api/client.ts';
import { paymentAddressesQuery } from '../../../../api/page-queries.ts';
import { useUnsavedForm } from '../../../../unsaved/useUnsavedForm.ts';
import { isConflict, useAction } from '../feedback.tsx';
import type { AddressConflictProps } from './AddressConflict.tsx';
import type { AddressValues } from './AddressFields.tsx';
import { type Address, addressesChanged, type Saved } from './addresses.ts';
import { needsRetyping } from './needs-retyping.ts';

type Body = Pick<Address, 'name' | 'network' | 'address'>;
/** `version`: what the change started from; null for a new address. */
type Change = { body: Body; version: number | null };

const EMPTY: Body = { name: '', network: '', address: '' };
const valuesOf = ({ name, network, address }: Body): AddressValues => ({ name, network, address, again: '' });

/** The form of one address with its call, and what somebody else did to it meanwhile. */
export function useAddressForm(edited: Address | null, onSaved: (saved: Saved) => void) {
  const client = useQueryClient();
  /** What the form started from; after a conflict what is there now. */
  const [base, setBase] = useState<Address | null>(edited);
  const [clash, setClash] = useState<Pick<AddressConflictProps, 'before' | 'now' | 'mine'> | null>(null);
  const form = useForm<AddressValues>({ mode: 'onTouched', defaultValues: valuesOf(base ?? EMPTY) });
  // Typing an address again proves nothing where the browser fills it in.
  useUnsavedForm(form, `address ${edited?._id ?? 'new'}`, ['again']);
  const [network = '', address = ''] = useWatch({ control: form.control, name: ['network', 'address'] });
  const moves = base !== null && (address.trim() !== base.address || network.trim() !== base.network);
  const action = useAction({
    run: ({ body, version }: Change) =>
      edited
        ? call('PUT /payment/addresses/{id}', {
            params: { id: edited._id },
            body,
            ...(version === null ? {} : { ifMatch: version }),
          })
        : call('POST /payment/addresses', { body }),
    success: () => (edited ? messages.addressUpdated : messages.addressAdded),
    failure: messages.addressSaveFailed,
    onDone: (answer) => {
      form.reset(valuesOf(EMPTY));
      addressesChanged(client);
      onSaved(answer);
    },
    onFailed: (error, { body }) => {
      form.setError('root', { message: messageOf(error, messages.addressSaveFailed) });
      if (!isConflict(error) || !base) return;
      const read = { ...paymentAddressesQuery, staleTime: 0 };
      void client.fetchQuery(read).then(
        ({ addresses }) => {
          const now = addresses.find(({ _id }) => _id === base._id);
          if (!now) return;
          form.clearErrors('root');
          setClash({ before: base, now, mine: body });
        },
        () => undefined,
      );
    },
  });
  const settle = (now: Address) => {
    setBase(now);
    setClash(null);
  };
  const conflict: AddressConflictProps | null = clash && {
    ...clash,
    onTheirs: () => {
      settle(clash.now);
      form.reset(valuesOf(clash.now));
    },
    onMine: () => {
      settle(clash.now);
      action.act({ body: clash.mine, version: clash.now.version });
    },
  };
  const submit = form.handleSubmit((values) => {
    const body = {
      name: values.name.trim(),
      network: values.network.trim(),
      address: values.address.trim(),
    };
    action.act({ body, version: base?.version ?? null });
  });
  return {
    form,
    action,
    submit,
    twice: needsRetyping(network, address) && (base === null || moves),
    moves,
    conflict,
  };
}
