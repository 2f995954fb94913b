import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { late } from '../../../../ui/late.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { Tabs } from '../../../../ui/Tabs.tsx';
import { InlineFeedback } from '../feedback.tsx';
import { RefusedFields } from '../settings/RefusedFields.tsx';
import { ContentField } from './ContentField.tsx';
import type { ContentPreviewProps } from './ContentPreview.tsx';
import { EntryList } from './EntryList.tsx';
import type { ContentSection, EditableContent } from './sections.ts';
import { useContentForm } from './useContentForm.ts';

const ContentPreview = late<ContentPreviewProps>(
  async () => (await import('./ContentPreview.tsx')).ContentPreview,
);

const VIEWS = [
  { id: 'edit', label: 'Edit' },
  { id: 'preview', label: 'Preview' },
] as const;
type View = (typeof VIEWS)[number]['id'];

type ContentFormProps = { section: ContentSection; stored: EditableContent };

/** A section of the firm's texts: its form, how visitors will see it, and the way back to the defaults. */
export function ContentForm({ section, stored }: ContentFormProps) {
  const [view, setView] = useState<View>('edit');
  const { form, base, theirs, action, save, startFrom, takeDefaults } = useContentForm(section, stored);
  const { isDirty, errors } = form.formState;
  return (
    <form onSubmit={save(base.version)} noValidate className="flex grow flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <Tabs label="View" tabs={VIEWS} value={view} onChange={setView} className="grow" />
        <Badge>{base.isDefault ? 'Default text' : 'Own text'}</Badge>
      </div>
      {view === 'preview' && <Preview form={form} section={section} />}
      <div className={view === 'edit' ? 'flex flex-col gap-8' : 'hidden'}>
        {section.parts.map((part) =>
          part.kind === 'list' ? (
            <EntryList key={part.name} form={form} spec={part} />
          ) : (
            <ContentField key={part.name} form={form} spec={part} path={part.name} />
          ),
        )}
      </div>
      {theirs && (
        <Notice
          tone="warn"
          role="alert"
          title={`${theirs.by ?? 'Somebody else'} saved this meanwhile. What you typed is still here and not saved.`}
        >
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => startFrom(theirs)}>
              Load Their Text
            </Button>
            <Button variant="secondary" onClick={save(theirs.version)}>
              Save Mine over It
            </Button>
          </div>
        </Notice>
      )}
      {errors.root && (
        <Notice tone="error" role="alert">
          {errors.root.message}
        </Notice>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 -mb-8 mt-auto flex flex-wrap items-center gap-3 border-t border-line bg-bg px-4 py-3 lg:-mx-8 lg:px-8">
        <Button type="submit" busy={action.busy}>
          Save
        </Button>
        {isDirty && (
          <Button variant="secondary" onClick={() => startFrom(base)}>
            Discard Changes
          </Button>
        )}
        <Button
          variant="quiet"
          disabledReason={base.isDefault && !isDirty && 'This is the default text'}
          onClick={takeDefaults}
        >
          Reset to Default
        </Button>
        {form.formState.isSubmitted && <RefusedFields errors={errors} />}
        <InlineFeedback feedback={action.feedback} />
      </div>
    </form>
  );
}

function Preview({ form, section }: { form: UseFormReturn; section: ContentSection }) {
  const texts = useWatch({ control: form.control });
  return <ContentPreview kind={section.preview} title={section.label} texts={texts} />;
}
