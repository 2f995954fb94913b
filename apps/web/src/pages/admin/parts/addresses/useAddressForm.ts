import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { call, messageOf } from '../../../../api/client.ts';
import { paymentAddressesQuery } from '../../../../api/page-queries.ts';
import { seeRefused } from '../../../../ui/refusals.ts';
import type { Texts } from '../conflict/typed.ts';
import { useFormConflict } from '../conflict/useFormConflict.tsx';
import { useVersionedForm } from '../conflict/useVersionedForm.ts';
import { useAction } from '../feedback.tsx';
import type { AddressValues } from './AddressFields.tsx';
import { type Address, addressesChanged, type Saved } from './addresses.ts';
import { needsRetyping } from './needs-retyping.ts';

type Body = Pick<Address, 'name' | 'network' | 'address'>;
/** `version`: what the change started from; null for a new address. */
type Change = { body: Body; version: number | null };

const valuesOf = (edited: Address | null): AddressValues => ({
  name: edited?.name ?? '',
  network: edited?.network ?? '',
  address: edited?.address ?? '',
  again: '',
});

const textsOf = ({ name, network, address }: AddressValues): Texts => ({
  Name: name,
  Network: network,
  Address: address,
});

/** The form of one address with its call, and what somebody else did to it meanwhile. */
export function useAddressForm(edited: Address | null, onSaved: (saved: Saved) => void) {
  const client = useQueryClient();
  const versioned = useVersionedForm({
    stored: edited,
    valuesOf,
    name: `address ${edited?._id ?? 'new'}`,
    // Typing an address again proves nothing where the browser fills it in.
    secrets: ['again'],
  });
  const { form, base, startFrom } = versioned;
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
      startFrom(base);
      addressesChanged(client);
      onSaved(answer);
    },
    meet: (error) => conflict.meet(error),
    onFailed: (error) => form.setError('root', { message: messageOf(error, messages.addressSaveFailed) }),
  });
  const save = (values: AddressValues, version: number | null) => {
    const body = {
      name: values.name.trim(),
      network: values.network.trim(),
      address: values.address.trim(),
    };
    action.act({ body, version });
  };
  const conflict = useFormConflict({
    edited: versioned,
    valuesOf,
    textsOf,
    read: async () => {
      const { addresses } = await client.fetchQuery({ ...paymentAddressesQuery, staleTime: 0 });
      return addresses.find(({ _id }) => _id === edited?._id);
    },
    save,
    // Their network with the address typed here would be a third thing.
    whole: true,
  });
  const submit = form.handleSubmit((values) => save(values, base?.version ?? null), seeRefused);
  return {
    form,
    action,
    submit,
    twice: needsRetyping(network, address) && (base === null || moves),
    moves,
    conflict: conflict.notice,
  };
}
