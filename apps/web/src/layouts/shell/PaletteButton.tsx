import { Search } from 'lucide-react';
import { buttonClass } from '../../ui/Button.tsx';
import { Keys } from '../../ui/shortcuts/Keys.tsx';
import { loadPalette } from './Layers.tsx';
import { openLayer } from './layers.ts';

const preload = () => void loadPalette().catch(() => {});

/** Opens the command palette; on narrow screens an icon. */
export function PaletteButton({ label }: { label: string }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      title={label}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => openLayer('palette')}
      className={buttonClass(
        { variant: 'quiet' },
        'max-xl:w-10 max-xl:px-0! pointer-coarse:max-xl:w-11 xl:min-w-60 xl:justify-between! xl:border-control! xl:px-3! xl:font-normal! xl:text-ink-2!',
      )}
    >
      <span className="inline-flex items-center gap-2">
        <Search size={17} aria-hidden="true" />
        <span className="max-xl:sr-only">{label}</span>
      </span>
      {/* Said by aria-keyshortcuts. */}
      <span aria-hidden="true" className="max-xl:hidden">
        <Keys keys="Mod+k" />
      </span>
    </button>
  );
}
