import { Moon, Sun } from 'lucide-react';
import { chooseTheme, otherTheme, useTheme, useThemeChoice } from '../theme.ts';
import { IconButton } from './Button.tsx';

/** Switches between dark and light and remembers it. Its picture changes with the press, the page in the next moment. */
export function ThemeToggle({ className }: { className?: string }) {
  const theme = useTheme();
  const choice = useThemeChoice();
  const next = theme === 'dark' ? 'light' : 'dark';
  const show = (picture: string) =>
    choice === 'system' ? `on-${picture}` : choice === picture ? '' : 'hidden';
  return (
    <IconButton
      label={`Switch to ${next} theme`}
      icon={
        <>
          <Sun size={18} aria-hidden="true" className={show('dark')} />
          <Moon size={18} aria-hidden="true" className={show('light')} />
        </>
      }
      onClick={() => chooseTheme(otherTheme())}
      className={className}
    />
  );
}
