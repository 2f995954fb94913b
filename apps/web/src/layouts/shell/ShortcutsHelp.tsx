import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Keys } from '../../ui/shortcuts/Keys.tsx';
import { isCharacterShortcut } from '../../ui/shortcuts/keys.ts';
import { useCharacterShortcutsOn } from '../../ui/shortcuts/preference.ts';
import { useListedShortcuts } from '../../ui/shortcuts/useShortcuts.ts';

/** Every shortcut that works on the page below. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const on = useCharacterShortcutsOn();
  const groups = useListedShortcuts()
    .map(({ group, shortcuts }) => ({
      group,
      shortcuts: shortcuts.filter(({ keys }) => on || !isCharacterShortcut(keys)),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <div className="flex flex-col gap-5">
        {groups.map(({ group, shortcuts }) => (
          <section key={group} aria-label={group}>
            <h3 className="label pb-1.5">{group}</h3>
            <dl className="divide-y divide-line border-y border-line">
              {shortcuts.map(({ keys, label }) => (
                <div key={keys} className="flex min-h-9 items-center justify-between gap-4 py-1">
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-5 text-sm text-ink-2">
        {on
          ? 'They are silent while you type in a field. Shortcuts of single keys can be switched off in '
          : 'Shortcuts of single keys are switched off. You can switch them on in '}
        <Link to={paths.profile} className="link" onClick={onClose}>
          Manage Profile
        </Link>
        .
      </p>
    </Dialog>
  );
}
