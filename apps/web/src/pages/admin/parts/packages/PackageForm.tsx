import { messages } from '@firmament/contract/messages';
import { CHALLENGE_TYPES } from '@firmament/rules';
import { useQueryClient } from '@tanstack/react-query';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { call, messageOf } from '../../../../api/client.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { Checkbox, MoneyInput, Select, TextInput } from '../../../../ui/inputs.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { useUnsaved } from '../../../../unsaved/unsaved.ts';
import { useGuardedClose } from '../../../../unsaved/useGuardedClose.tsx';
import { zonesWith } from '../../../../zones.ts';
import { readAmount } from '../amounts.ts';
import { isConflict, useAction } from '../feedback.tsx';
import {
  bodyOf,
  CRITERIA,
  criterionError,
  type Package,
  type PackageValues,
  readCount,
  valuesOf,
} from './package-values.ts';

const FORM = 'package-form';

type PackageDialogProps = { open: boolean; edited: Package | null; onClose: () => void };

/** A drawer that edits a package, or adds one. */
export function PackageDialog({ open, edited, onClose }: PackageDialogProps) {
  const { form, action, submit } = usePackageForm(edited, onClose);
  useUnsaved(open && form.formState.isDirty);
  const [close, question] = useGuardedClose(onClose);
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        placement="end"
        title={edited ? 'Edit package' : 'Add a package'}
        actions={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={FORM} busy={action.busy}>
              Save Package
            </Button>
          </>
        }
      >
        <form id={FORM} onSubmit={submit} noValidate className="flex flex-col gap-5">
          <OfferFields form={form} zone={edited?.timeZone ?? null} />
          <PhaseFields form={form} />
          {form.formState.errors.root && (
            <Notice tone="error" role="alert">
              {form.formState.errors.root.message}
            </Notice>
          )}
          <p className="text-sm text-ink-2">Accounts already bought keep what they were bought with.</p>
        </form>
      </Dialog>
      {question}
    </>
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

function usePackageForm(edited: Package | null, onClose: () => void) {
  const client = useQueryClient();
  const form = useForm<PackageValues>({ mode: 'onTouched', defaultValues: valuesOf(edited) });
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['GET /admin/packages'] });
    void client.invalidateQueries({ queryKey: ['GET /account-packages'] });
    void client.invalidateQueries({ queryKey: ['GET /account-packages/{id}'] });
  };
  const action = useAction({
    run: (values: PackageValues) =>
      edited
        ? call('PUT /admin/packages/{id}', {
            params: { id: edited._id },
            body: bodyOf(values),
            ifMatch: edited.version,
          })
        : call('POST /admin/packages', { body: bodyOf(values) }),
    success: () => messages.packageSaved,
    failure: 'Failed to save package',
    onDone: () => {
      refresh();
      onClose();
    },
    onFailed: (error) => {
      form.setError('root', { message: messageOf(error, 'Failed to save package') });
      if (isConflict(error)) refresh();
    },
  });
  const submit = form.handleSubmit((values) => action.act(values));
  return { form, action, submit };
}
