import { messages } from '@firmament/contract/messages';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from '../../../../ui/Field.tsx';
import { TextInput } from '../../../../ui/inputs.tsx';

export type AddressValues = { name: string; network: string; address: string; again: string };

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

const filled = (message: string) => ({ validate: (text: string) => text.trim() !== '' || message });

/** Name, network and address; `twice` asks for the address again. */
export function AddressFields({ form, twice }: { form: UseFormReturn<AddressValues>; twice: boolean }) {
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
