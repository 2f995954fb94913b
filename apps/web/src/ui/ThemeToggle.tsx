import { Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '../theme.ts';
import { IconButton } from './Button.tsx';

/** Switches between dark and light and remembers it. */
export function ThemeToggle({ className }: { className?: string }) {
  const theme = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={`Switch to ${next} theme`}
      icon={theme === 'dark' ? <Sun size={18} aria-hidden="true" /> : <Moon size={18} aria-hidden="true" />}
      onClick={() => chooseTheme(next)}
      className={className}
    />
  );
}
