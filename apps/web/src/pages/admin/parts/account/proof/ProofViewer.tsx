import { clsx } from 'clsx';
import { ExternalLink, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../../../paths.ts';
import { buttonClass, IconButton } from '../../../../../ui/Button.tsx';
import { useShortcuts } from '../../../../../ui/shortcuts/useShortcuts.ts';
import { DateTime } from '../../../../../ui/Values.tsx';
import type { Proof } from '../../accounts.ts';
import { useSteadyFile } from '../useSteadyFile.ts';
import { useViewport } from './useViewport.ts';
import { MOST_ZOOM, transformOf, viewBoxOf } from './viewport.ts';

type ProofViewerProps = {
  proof: Proof;
  /** When the account was read, in milliseconds: the link of the picture is good for a while from then. */
  readAt: number;
  /** The link ran out: the account's next answer brings a fresh one. */
  onStale: () => void;
};

/** A payment screenshot to be read closely. */
export function ProofViewer({ proof, readAt, onStale }: ProofViewerProps) {
  const { file, isBroken, onError } = useFile(proof, readAt, onStale);
  const { view, bind, ...move } = useViewport(proof);
  const isZoomed = view.zoom > 1;
  useShortcuts('Payment screenshot', [
    { keys: '+', label: 'Zoom in', run: move.zoomIn },
    { keys: '-', label: 'Zoom out', run: move.zoomOut },
    { keys: '0', label: 'Fit', run: move.fit },
    { keys: 't', label: 'Turn by 90°', run: move.turn },
    ...(isZoomed
      ? [
          { keys: 'Shift+ArrowLeft', label: 'Move left', run: () => move.arrow(-1, 0) },
          { keys: 'Shift+ArrowRight', label: 'Move right', run: () => move.arrow(1, 0) },
          { keys: 'Shift+ArrowUp', label: 'Move up', run: () => move.arrow(0, -1) },
          { keys: 'Shift+ArrowDown', label: 'Move down', run: () => move.arrow(0, 1) },
        ]
      : []),
  ]);
  const percent = Math.round(view.zoom * 100);
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-control border border-line bg-sunken">
        <svg
          {...bind}
          role="img"
          aria-label={`Payment screenshot sent by the trader, ${percent}%, turned by ${view.turn}°`}
          viewBox={viewBoxOf(view, proof)}
          className={clsx(
            'block h-104 w-full select-none print:h-80',
            isZoomed ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y',
          )}
        >
          {/* A picture that cannot be loaded is said below, not drawn as a torn page. */}
          {!isBroken && (
            <image
              href={paths.upload(file)}
              width={proof.width}
              height={proof.height}
              transform={transformOf(view, proof)}
              onError={onError}
            />
          )}
        </svg>
      </div>
      {isBroken && (
        <p role="alert" className="mt-2 text-sm text-loss">
          The screenshot cannot be loaded just now.
        </p>
      )}
      <figcaption className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-ink-2">
        <span>
          Uploaded <DateTime value={proof.uploadedAt} /> · {proof.width} × {proof.height}
        </span>
        <span className="no-print flex flex-wrap items-center gap-1">
          <IconButton
            label="Zoom out"
            size="small"
            icon={<ZoomOut size={17} />}
            disabled={!isZoomed}
            onClick={move.zoomOut}
          />
          <output aria-label="Zoom" className="min-w-11 text-center">
            {percent}%
          </output>
          <IconButton
            label="Zoom in"
            size="small"
            icon={<ZoomIn size={17} />}
            disabled={view.zoom >= MOST_ZOOM}
            onClick={move.zoomIn}
          />
          <IconButton
            label="Fit"
            size="small"
            icon={<Maximize size={16} />}
            disabled={!isZoomed}
            onClick={move.fit}
          />
          <IconButton label="Turn by 90°" size="small" icon={<RotateCw size={16} />} onClick={move.turn} />
          <a
            href={paths.upload(file)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: 'secondary', size: 'small' }, 'ms-1')}
          >
            View Payment Screenshot <ExternalLink size={14} aria-hidden="true" />
          </a>
        </span>
      </figcaption>
    </figure>
  );
}

/** The picture's present link; a fresh one is asked for once where it does not load. */
function useFile(proof: Proof, readAt: number, onStale: () => void) {
  const file = useSteadyFile(proof, readAt);
  const [failed, setFailed] = useState<readonly string[]>([]);
  return {
    file,
    isBroken: failed.includes(file),
    onError: () => {
      setFailed((before) => [...before, file]);
      if (failed.length === 0) onStale();
    },
  };
}
