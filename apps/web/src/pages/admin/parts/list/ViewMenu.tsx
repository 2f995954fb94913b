import { MOST_VIEWS } from '@firmament/contract/lists';
import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { BookmarkPlus, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../api/client.ts';
import { late } from '../../../../ui/late.tsx';
import { Menu, menuItemClass } from '../../../../ui/Menu.tsx';
import { useAction } from '../feedback.tsx';
import { type SavedView, sameFilters } from './views.ts';

/** Asked for with the page, and there before its name can be asked for; the list does not wait for it. */
const ViewName = late(async () => (await import('./ViewName.tsx')).ViewName, {
  Place: () => null,
  ahead: true,
});

type ViewMenuProps = {
  list: 'accounts' | 'users';
  views: readonly SavedView[];
  /** The own view that is open. */
  current: SavedView | undefined;
  /** What the list is filtered by now. */
  filters: Readonly<Record<string, string>>;
  /** A view was saved (open it), or the open one deleted. */
  onOpen: (view: SavedView | null) => void;
};

/** Saves what the list shows as a view; renames, updates or deletes the one that is open. */
export function ViewMenu({ list, views, current, filters, onOpen }: ViewMenuProps) {
  const client = useQueryClient();
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);
  const reload = () => void client.invalidateQueries({ queryKey: ['GET /admin/views/{list}'] });
  const save = useAction({
    run: ({ id, name }: { id?: string | undefined; name?: string }) =>
      id === undefined
        ? call('POST /admin/views/{list}', { params: { list }, body: { name: name ?? '', filters } })
        : call('PATCH /admin/views/{list}/{id}', {
            params: { list, id },
            body: name === undefined ? { filters } : { name },
          }),
    success: (answer) => answer.message,
    failure: messages.viewSaveFailed,
    onDone: ({ view }) => {
      setNaming(null);
      reload();
      onOpen(view);
    },
  });
  const remove = useAction({
    run: (view: SavedView) => call('DELETE /admin/views/{list}/{id}', { params: { list, id: view._id } }),
    success: (answer) => answer.message,
    failure: messages.viewDeleteFailed,
    onDone: () => {
      reload();
      onOpen(null);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    if (typeof name !== 'string') return;
    save.act({ id: naming === 'rename' ? current?._id : undefined, name });
  };
  const changed = current && !sameFilters(current.filters, filters);
  return (
    <>
      <Menu label={current ? 'View' : 'Views'} buttonClassName="text-ink-2">
        {current && changed && (
          <button type="button" className={menuItemClass} onClick={() => save.act({ id: current._id })}>
            <RefreshCw size={16} aria-hidden="true" /> Update “{current.name}”
          </button>
        )}
        <button
          type="button"
          className={menuItemClass}
          aria-disabled={views.length >= MOST_VIEWS || undefined}
          title={views.length >= MOST_VIEWS ? messages.tooManyViews : undefined}
          onClick={() => views.length < MOST_VIEWS && setNaming('new')}
        >
          <BookmarkPlus size={16} aria-hidden="true" /> Save as a view…
        </button>
        {current && (
          <>
            <button type="button" className={menuItemClass} onClick={() => setNaming('rename')}>
              <Pencil size={16} aria-hidden="true" /> Rename “{current.name}”…
            </button>
            <button
              type="button"
              className={menuItemClass}
              onClick={() => {
                if (window.confirm(`Delete the view “${current.name}”?\n\nThe rows that it shows stay.`))
                  remove.act(current);
              }}
            >
              <Trash2 size={16} aria-hidden="true" /> Delete “{current.name}”
            </button>
          </>
        )}
      </Menu>
      <ViewName
        naming={naming}
        name={naming === 'rename' ? current?.name : ''}
        save={save}
        onSubmit={submit}
        onClose={() => setNaming(null)}
      />
    </>
  );
}
