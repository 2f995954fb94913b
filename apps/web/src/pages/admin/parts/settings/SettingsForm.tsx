import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError, call, messageOf } from '../../../../api/client.ts';
import { getQuery } from '../../../../api/queries.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { EmailInput, Select, TextArea, TextInput } from '../../../../ui/inputs.tsx';
import { late } from '../../../../ui/late.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { seeRefused, showRefusals } from '../../../../ui/refusals.ts';
import { Notice } from '../../../../ui/States.tsx';
import { zonesWith } from '../../../../zones.ts';
import { useFormConflict } from '../conflict/useFormConflict.tsx';
import { useVersionedForm } from '../conflict/useVersionedForm.ts';
import { InlineFeedback, useAction } from '../feedback.tsx';
import { bodyOf, CHECKS, type FirmSettings, type FirmValues, textsOf, valuesOf } from './firm-values.ts';
import { HueField } from './HueField.tsx';
import { RefusedFields } from './RefusedFields.tsx';
import { SocialLinks } from './SocialLinks.tsx';

const LogoPanel = late(async () => (await import('./LogoPanel.tsx')).LogoPanel);

/** What the firm says of itself, on every page and in every mail. */
export function SettingsForm({ firm }: { firm: FirmSettings }) {
  const { form, action, submit, discard, conflict } = useSettings(firm);
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="flex grow flex-col gap-6">
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <FirmFields form={form} />
        <div className="flex min-w-0 flex-col gap-6">
          <Panel title="Colour">
            <HueField form={form} saved={firm.hue} />
          </Panel>
          <OfferFields form={form} firm={firm} />
          {/* Last: it comes late, and nothing below it moves. */}
          <LogoPanel />
        </div>
      </div>
      {conflict}
      {errors.root && (
        <Notice tone="error" role="alert">
          {errors.root.message}
        </Notice>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 -mb-8 mt-auto flex flex-wrap items-center gap-3 border-t border-line bg-bg px-4 py-3 lg:-mx-8 lg:px-8">
        <Button type="submit" busy={action.busy}>
          Save Settings
        </Button>
        {form.formState.isDirty && (
          <Button variant="secondary" onClick={discard}>
            Discard Changes
          </Button>
        )}
        {form.formState.isSubmitted && <RefusedFields errors={errors} />}
        <InlineFeedback feedback={action.feedback} />
      </div>
    </form>
  );
}

function FirmFields({ form }: { form: UseFormReturn<FirmValues> }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <Panel title="Firm">
      <div className="flex flex-col gap-5">
        <Field label="Name" error={errors.name?.message} required>
          <TextInput maxLength={60} autoComplete="off" {...register('name', { validate: CHECKS.name })} />
        </Field>
        <Field label="Support Email" error={errors.supportEmail?.message} required>
          <EmailInput autoComplete="off" {...register('supportEmail', { validate: CHECKS.supportEmail })} />
        </Field>
        <Field label="Street Address" error={errors.address?.message} required>
          <TextArea rows={2} maxLength={300} {...register('address', { validate: CHECKS.address })} />
        </Field>
        <Field label="Copyright Year" error={errors.copyrightYear?.message} required className="max-w-40">
          <TextInput
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            {...register('copyrightYear', { validate: CHECKS.copyrightYear })}
          />
        </Field>
        <SocialLinks form={form} />
      </div>
    </Panel>
  );
}

function OfferFields({ form, firm }: { form: UseFormReturn<FirmValues>; firm: FirmSettings }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <Panel title="Offer and time">
      <div className="flex flex-col gap-5">
        <Field
          label="Offer Badge"
          hint="Stands on the home page as it is; empty for none."
          error={errors.offerBadge?.message}
        >
          <TextInput maxLength={60} autoComplete="off" {...register('offerBadge')} />
        </Field>
        <Field
          label="Offer Start"
          hint="In UTC. The countdown on the packages ends 7 days later."
          error={errors.offerStart?.message}
        >
          <TextInput type="datetime-local" {...register('offerStart', { validate: CHECKS.offerStart })} />
        </Field>
        <Field
          label="Time Zone"
          hint="In which trading days begin, for accounts bought from now on."
          error={errors.timeZone?.message}
        >
          <Select {...register('timeZone')}>
            {zonesWith(firm.timeZone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </Panel>
  );
}

function useSettings(firm: FirmSettings) {
  const client = useQueryClient();
  const edited = useVersionedForm({
    stored: firm,
    valuesOf,
    name: 'firm',
  });
  const { form, base, startFrom } = edited;
  const query = getQuery('GET /admin/firm');
  const action = useAction({
    run: ({ values, version }: { values: FirmValues; version: number }) =>
      call('PUT /admin/firm', { body: bodyOf(values), ifMatch: version }),
    success: () => messages.firmSaved,
    failure: messages.firmSaveFailed,
    onDone: ({ firm: saved }) => {
      client.setQueryData(query.queryKey, saved);
      startFrom(saved);
      // The firm's texts name it too.
      void client.invalidateQueries({ predicate: ({ queryKey }) => /^GET \/firm/.test(String(queryKey[0])) });
    },
    meet: (error) => conflict.meet(error),
    onFailed: (error) => {
      const text = messageOf(error, messages.firmSaveFailed);
      if (error instanceof ApiError && error.code === 'hue_refused') showRefusals(form, { hue: text });
      else form.setError('root', { message: text });
      if (error instanceof ApiError) showRefusals(form, error.fields);
    },
  });
  const save = (values: FirmValues, version: number) => action.act({ values, version });
  const conflict = useFormConflict({
    edited,
    valuesOf,
    textsOf,
    read: () => client.fetchQuery({ ...query, staleTime: 0 }),
    save,
  });
  const submit = form.handleSubmit((values) => save(values, base.version), seeRefused);
  return { form, action, submit, discard: () => startFrom(firm), conflict: conflict.notice };
}
