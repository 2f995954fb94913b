import { messages } from '@firmament/contract/messages';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../../api/client.ts';
import { chooseTheme, useThemeChoice } from '../../../theme.ts';
import { Field } from '../../../ui/Field.tsx';
import { Checkbox, Select } from '../../../ui/inputs.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { switchCharacterShortcuts, useCharacterShortcutsOn } from '../../../ui/shortcuts/preference.ts';
import { toast } from '../../../ui/toast.ts';
import { zonesWith } from '../../../zones.ts';
import { type Profile, useProfileChange } from './useProfileChange.ts';

const THEMES = [
  { id: 'system', label: 'Same as this device' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const;

export function Preferences({ profile }: { profile: Profile }) {
  const theme = useThemeChoice();
  const shortcuts = useCharacterShortcutsOn();
  const accept = useProfileChange();
  const zone = useMutation({
    mutationFn: (timeZone: string | null) => call('PATCH /profile', { body: { timeZone } }),
    onSuccess: accept,
    onError: (error) => toast.error(messageOf(error, messages.userUpdateFailed)),
  });
  return (
    <Panel title="Preferences" titleStyle="card">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Theme">
          <Select
            value={theme}
            onChange={({ target }) =>
              chooseTheme(THEMES.find(({ id }) => id === target.value)?.id ?? 'system')
            }
          >
            {THEMES.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Time zone">
          <Select
            value={profile.timeZone ?? ''}
            onChange={({ target }) => zone.mutate(target.value === '' ? null : target.value)}
          >
            <option value="">Same as this device</option>
            {zonesWith(profile.timeZone).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Checkbox
        className="mt-4"
        label="Keyboard shortcuts of single keys, in this browser (press ? for the list)"
        checked={shortcuts}
        onChange={({ target }) => switchCharacterShortcuts(target.checked)}
      />
    </Panel>
  );
}
