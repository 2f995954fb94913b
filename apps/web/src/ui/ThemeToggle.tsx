import { Moon, Sun } from 'lucide-react';
import { chooseTheme, currentTheme, useTheme } from '../theme.ts';
import { IconButton } from './Button.tsx';

/** Switches between dark and light and remembers it. */
export function ThemeToggle({ className }: { className?: string }) {
  const theme = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={`Switch to ${next} theme`}
      icon={
        <>
          <Sun size={18} aria-hidden="true" className="on-dark" />
          <Moon size={18} aria-hidden="true" className="on-light" />
        </>
      }
      onClick={() => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark')}
      className={className}
    />
  );
}
