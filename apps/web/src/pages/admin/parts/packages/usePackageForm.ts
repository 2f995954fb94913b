import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../../api/client.ts';
import { getQuery } from '../../../../api/queries.ts';
import { seeRefused } from '../../../../ui/refusals.ts';
import { useFormConflict } from '../conflict/useFormConflict.tsx';
import { useVersionedForm } from '../conflict/useVersionedForm.ts';
import { useAction } from '../feedback.tsx';
import { bodyOf, type Package, type PackageValues, textsOf, valuesOf } from './package-values.ts';

type Change = { values: PackageValues; version: number | null };

/** The form of one package with its call, and what somebody else did to it meanwhile. */
export function usePackageForm(edited: Package | null, onClose: () => void) {
  const client = useQueryClient();
  const versioned = useVersionedForm({
    stored: edited,
    valuesOf,
    name: `package ${edited?._id ?? 'new'}`,
  });
  const { form, base, startFrom } = versioned;
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['GET /admin/packages'] });
    void client.invalidateQueries({ queryKey: ['GET /account-packages'] });
    void client.invalidateQueries({ queryKey: ['GET /account-packages/{id}'] });
  };
  const action = useAction({
    run: ({ values, version }: Change) =>
      edited
        ? call('PUT /admin/packages/{id}', {
            params: { id: edited._id },
            body: bodyOf(values),
            ...(version === null ? {} : { ifMatch: version }),
          })
        : call('POST /admin/packages', { body: bodyOf(values) }),
    success: () => messages.packageSaved,
    failure: messages.packageSaveFailed,
    onDone: () => {
      startFrom(base);
      refresh();
      onClose();
    },
    meet: (error) => conflict.meet(error),
    onFailed: (error) => form.setError('root', { message: messageOf(error, messages.packageSaveFailed) }),
  });
  const save = (values: PackageValues, version: number | null) => action.act({ values, version });
  const conflict = useFormConflict({
    edited: versioned,
    valuesOf,
    textsOf,
    read: async () => {
      const { packages } = await client.fetchQuery({ ...getQuery('GET /admin/packages'), staleTime: 0 });
      return packages.find(({ _id }) => _id === edited?._id);
    },
    save,
  });
  const submit = form.handleSubmit((values) => save(values, base?.version ?? null), seeRefused);
  return { form, action, submit, conflict: conflict.notice };
}
