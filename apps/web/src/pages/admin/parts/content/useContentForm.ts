import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../../api/client.ts';
import { seeRefused, showRefusals } from '../../../../ui/refusals.ts';
import { useVersionedForm } from '../conflict/useVersionedForm.ts';
import { isConflict, useAction } from '../feedback.tsx';
import { withAnchors } from './anchors.ts';
import type { ContentSection, EditableContent, Texts } from './sections.ts';

type Member = { photo?: string };

/** A form knows no value that is absent: a drawn member has an empty photograph there. */
const valuesOf = (content: Texts): Texts => ({
  ...content,
  ...(Array.isArray(content.team)
    ? { team: content.team.map((member: Member) => ({ ...member, photo: member.photo ?? '' })) }
    : {}),
});

const withoutEmptyPhoto = ({ photo, ...member }: Member): Member => (photo ? { ...member, photo } : member);

/** New questions and sections get their anchors; everything else goes as it was typed. */
const bodyOf = (texts: Texts): Texts => ({
  ...texts,
  ...(Array.isArray(texts.team) ? { team: texts.team.map(withoutEmptyPhoto) } : {}),
  ...(Array.isArray(texts.questions) ? { questions: withAnchors(texts.questions) } : {}),
  ...(Array.isArray(texts.sections) ? { sections: withAnchors(texts.sections) } : {}),
});

/** What somebody else saved meanwhile; `by` is null where that is not known. */
type Theirs = EditableContent & { by: string | null };

/**
 * The form of a section. Nothing that was typed is lost to a change by somebody else: `theirs` is then what they saved, and
 * the administrator decides.
 */
export function useContentForm(section: ContentSection, stored: EditableContent) {
  const client = useQueryClient();
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const { form, base, ...edited } = useVersionedForm({
    stored,
    valuesOf: ({ content }: EditableContent) => valuesOf(content),
    name: `content ${section.label}`,
  });
  const startFrom = (next: EditableContent) => {
    setTheirs(null);
    edited.startFrom(next);
  };

  const action = useAction({
    run: ({ texts, version }: { texts: Texts; version: number }) => section.save(bodyOf(texts), version),
    success: () => messages.contentSaved,
    failure: messages.contentSaveFailed,
    onDone: ({ saved }) => {
      client.setQueryData(section.query.queryKey, saved);
      startFrom(saved);
      void client.invalidateQueries({
        predicate: ({ queryKey }) => /^GET \/firm\//.test(String(queryKey[0])),
      });
    },
    meet: async (error) => {
      if (!isConflict(error)) return false;
      const now = await client.fetchQuery({ ...section.query, staleTime: 0 }).catch(() => null);
      if (now) setTheirs({ ...now, by: error instanceof ApiError ? (error.changed?.by ?? null) : null });
      return now !== null;
    },
    onFailed: (error) => {
      form.setError('root', { message: messageOf(error, messages.contentSaveFailed) });
      if (error instanceof ApiError) showRefusals(form, error.fields);
    },
  });
  const save = (version: number) => form.handleSubmit((texts) => action.act({ texts, version }), seeRefused);

  /** Puts the defaults into the form; they hold once they are saved. */
  const takeDefaults = () => {
    for (const [name, value] of Object.entries(valuesOf(stored.defaults)))
      form.setValue(name, structuredClone(value), { shouldDirty: true });
    form.clearErrors();
  };
  return { form, base, theirs, action, save, startFrom, takeDefaults };
}
