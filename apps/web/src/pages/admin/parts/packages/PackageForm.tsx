import { CHALLENGE_TYPES } from '@firmament/rules';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { Checkbox, MoneyInput, Select, TextInput } from '../../../../ui/inputs.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { useGuardedClose } from '../../../../unsaved/useGuardedClose.tsx';
import { zonesWith } from '../../../../zones.ts';
import { readAmount } from '../amounts.ts';
import { CRITERIA, criterionError, type Package, type PackageValues, readCount } from './package-values.ts';
import { usePackageForm } from './usePackageForm.ts';

type PackageFormProps = { edited: Package | null; onClose: () => void };

/** A drawer that edits a package, or adds one. What was typed is given up when it closes. */
export function PackageDialog({ open, edited, onClose }: PackageFormProps & { open: boolean }) {
  const [close, question] = useGuardedClose(onClose);
  return (
    <>
      <Dialog open={open} onClose={close} placement="end" title={edited ? 'Edit package' : 'Add a package'}>
        <PackageForm edited={edited} onClose={onClose} />
      </Dialog>
      {question}
    </>
  );
}

function PackageForm({ edited, onClose }: PackageFormProps) {
  const { form, action, submit, conflict } = usePackageForm(edited, onClose);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {conflict}
      <OfferFields form={form} zone={edited?.timeZone ?? null} />
      <PhaseFields form={form} />
      {form.formState.errors.root && (
        <Notice tone="error" role="alert">
          {form.formState.errors.root.message}
        </Notice>
      )}
      <p className="text-sm text-ink-2">Accounts already bought keep what they were bought with.</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={action.busy}>
          Save Package
        </Button>
      </div>
    </form>
  );
}

const amount = { validate: (text: string) => readAmount(text).error };
const size = {
  validate: (text: string) => {
    const read = readAmount(text);
    return read.error ?? (read.amount === 0 ? 'The account size must be more than 0.' : undefined);
  },
};
const limit = {
  validate: (text: string) =>
    text.trim() === '' || readCount(text, 1, 3650) !== null || 'Enter a whole number of days, or nothing',
};

type OfferFieldsProps = { form: UseFormReturn<PackageValues>; zone: string | null };

function OfferFields({ form: { register, formState }, zone }: OfferFieldsProps) {
  const { errors } = formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Challenge Type">
        <Select {...register('name')}>
          {CHALLENGE_TYPES.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Account Size" error={errors.size?.message} required>
        <MoneyInput {...register('size', size)} />
      </Field>
      <Field label="Original Price" error={errors.originalPrice?.message} required>
        <MoneyInput {...register('originalPrice', amount)} />
      </Field>
      <Field label="Discounted Price" error={errors.discountedPrice?.message} required>
        <MoneyInput {...register('discountedPrice', amount)} />
      </Field>
      <Field label="Time Limit" hint="In days; empty for none." error={errors.timeLimitDays?.message}>
        <TextInput inputMode="numeric" autoComplete="off" {...register('timeLimitDays', limit)} />
      </Field>
      <Field label="Time Zone" hint="In which days begin for accounts bought from now on.">
        <Select {...register('timeZone')}>
          <option value="">The firm's</option>
          {zonesWith(zone).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox label="Most popular" {...register('mostPopular')} />
    </div>
  );
}

function PhaseFields({ form }: { form: UseFormReturn<PackageValues> }) {
  const type = useWatch({ control: form.control, name: 'name' });
  return (
    <>
      <CriteriaFields form={form} phase="phase1" legend="Phase 1" />
      {type === '2-Step Challenge' && <CriteriaFields form={form} phase="phase2" legend="Phase 2" />}
    </>
  );
}

type CriteriaFieldsProps = {
  form: UseFormReturn<PackageValues>;
  phase: 'phase1' | 'phase2';
  legend: string;
};

function CriteriaFields({ form: { register, formState }, phase, legend }: CriteriaFieldsProps) {
  const errors = formState.errors[phase];
  return (
    <fieldset className="border-t border-line pt-4">
      <legend className="label float-left mb-3 w-full">{legend}</legend>
      <div className="clear-both grid grid-cols-2 gap-4">
        {CRITERIA.map(({ id, label, unit }) => (
          <Field key={id} label={unit === '%' ? `${label} %` : label} error={errors?.[id]?.message} required>
            <TextInput
              inputMode="decimal"
              autoComplete="off"
              className="text-end"
              {...register(`${phase}.${id}`, {
                validate: (text) => criterionError(id, text),
                shouldUnregister: false,
              })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
