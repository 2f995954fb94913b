import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { useEffect, useId } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { call, messageOf } from '../../../../api/client.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { TextInput } from '../../../../ui/inputs.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { useUnsavedForm } from '../../../../unsaved/useUnsavedForm.ts';
import { useAction } from '../feedback.tsx';
import { needsRetyping } from './needs-retyping.ts';

export type Address = ResponseBody<'GET /payment/addresses'>['addresses'][number];
export type Saved = { address: Address; warnings: readonly string[] };
type Values = { name: string; network: string; address: string; again: string };

const NETWORKS = [
  'Bitcoin',
  'Ethereum (ERC20)',
  'TRON (TRC20)',
  'BNB Smart Chain (BEP20)',
  'Polygon',
  'Arbitrum One',
  'Solana',
  'Litecoin',
  'Dogecoin',
  'TON',
  'XRP Ledger',
];

type AddressFormProps = {
  /** The address to edit; null adds one. */
  editing: Address | null;
  onSaved: (saved: Saved) => void;
  onCancel: () => void;
};

/** Adds or edits a payment address; where no checksum protects it, it is typed twice. */
export function AddressForm({ editing, onSaved, onCancel }: AddressFormProps) {
  const { form, action, submit } = useAddressForm(editing, onSaved);
  const [network = '', address = ''] = useWatch({ control: form.control, name: ['network', 'address'] });
  const unchanged = editing !== null && address.trim() === editing.address;
  const twice = needsRetyping(network, address) && !unchanged;
  return (
    <Panel title={editing ? 'Edit address' : 'Add an address'}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <AddressFields form={form} twice={twice} />
        {form.formState.errors.root && (
          <Notice tone="error" role="alert">
            {form.formState.errors.root.message}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={action.busy}>
            {editing ? 'Update Address' : 'Add Address'}
          </Button>
          {editing && (
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}

const filled = (message: string) => ({ validate: (text: string) => text.trim() !== '' || message });

function AddressFields({ form, twice }: { form: UseFormReturn<Values>; twice: boolean }) {
  const networks = useId();
  const { register, formState, getValues } = form;
  const { errors } = formState;
  return (
    <>
      <Field label="Name" hint="What traders see, such as USDT." error={errors.name?.message} required>
        <TextInput maxLength={60} autoComplete="off" {...register('name', filled(messages.nameRequired))} />
      </Field>
      <Field label="Network" error={errors.network?.message} required>
        <TextInput
          maxLength={60}
          autoComplete="off"
          list={networks}
          {...register('network', filled('Network is required'))}
        />
      </Field>
      <datalist id={networks}>
        {NETWORKS.map((network) => (
          <option key={network} value={network} />
        ))}
      </datalist>
      <Field label="Address" error={errors.address?.message} required>
        <TextInput
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          {...register('address', filled('Address is required'))}
        />
      </Field>
      {twice && (
        <Field
          label="Address again"
          hint="No checksum protects this address, so a typing error cannot be noticed: enter it a second time."
          error={errors.again?.message}
          required
        >
          <TextInput
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            {...register('again', {
              shouldUnregister: true,
              validate: (text) => text?.trim() === getValues('address').trim() || 'The two addresses differ',
            })}
          />
        </Field>
      )}
    </>
  );
}

function useAddressForm(editing: Address | null, onSaved: (saved: Saved) => void) {
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: {
      name: editing?.name ?? '',
      network: editing?.network ?? '',
      address: editing?.address ?? '',
      again: '',
    },
  });
  // Typing an address again proves nothing where the browser fills it in.
  useUnsavedForm(form, `address ${editing?._id ?? 'new'}`, ['again']);
  const { setFocus } = form;
  useEffect(() => {
    if (editing) setFocus('name');
  }, [editing, setFocus]);
  const action = useAction({
    run: ({ name, network, address }: Values) => {
      const body = { name: name.trim(), network: network.trim(), address: address.trim() };
      return editing
        ? call('PUT /payment/addresses/{id}', { params: { id: editing._id }, body })
        : call('POST /payment/addresses', { body });
    },
    success: () => (editing ? messages.addressUpdated : messages.addressAdded),
    failure: messages.addressSaveFailed,
    onDone: (answer) => {
      form.reset({ name: '', network: '', address: '', again: '' });
      onSaved(answer);
    },
    onFailed: (error) => form.setError('root', { message: messageOf(error, messages.addressSaveFailed) }),
  });
  return { form, action, submit: form.handleSubmit((values) => action.act(values)) };
}
