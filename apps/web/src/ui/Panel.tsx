import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export type PanelProps = {
  title?: ReactNode;
  /** Heading level of the title; the panel is then a section named by it. */
  level?: 2 | 3 | 4;
  /** 'label' (mono annotation, default) or 'card' (18 px title). */
  titleStyle?: 'label' | 'card';
  actions?: ReactNode;
  footer?: ReactNode;
  tone?: 'plain' | 'loss' | 'failed' | 'mark';
  /** No inner padding, for tables and lists that run to the edge. */
  flush?: boolean;
  className?: string;
  id?: string;
  children?: ReactNode;
};

const tones = {
  plain: 'border-line bg-surface',
  /** Something to be careful with: a red edge. */
  loss: 'border-line border-s-loss border-s-3 bg-surface',
  /** Something that has failed: red all over. */
  failed: 'border-loss border-s-3 bg-loss-tint',
  mark: 'border-ink-2 bg-surface',
};

/** A sheet with a hairline edge. */
export function Panel({
  title,
  level = 2,
  titleStyle = 'label',
  actions,
  footer,
  tone = 'plain',
  flush = false,
  className,
  id,
  children,
}: PanelProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  const Box = title ? 'section' : 'div';
  return (
    <Box
      id={id}
      aria-labelledby={title ? titleId : undefined}
      className={clsx('flex flex-col rounded-card border', tones[tone], className)}
    >
      {(title || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5 sm:pt-5">
          {title && (
            <Heading id={titleId} className={titleStyle === 'label' ? 'label' : 'text-card'}>
              {title}
            </Heading>
          )}
          {actions}
        </div>
      )}
      <div className={clsx('grow', !flush && 'p-4 sm:p-5', flush && title && 'pt-3')}>{children}</div>
      {footer && <div className="border-t border-line px-4 py-3 sm:px-5">{footer}</div>}
    </Box>
  );
}

export type Fact = { term: ReactNode; value: ReactNode; key?: string };

type DefinitionListProps = {
  items: readonly Fact[];
  /** Every value below its term, for a narrow place with long values. */
  stacked?: boolean;
  className?: string;
};

/** Terms at the left, values at the right, hairlines between; figures align. */
export function DefinitionList({ items, stacked = false, className }: DefinitionListProps) {
  return (
    <dl className={clsx('divide-y divide-line', className)}>
      {items.map((item, index) => (
        <div
          key={item.key ?? index}
          className={clsx(
            'gap-y-0.5 py-2.5',
            stacked ? 'grid' : 'flex flex-wrap items-baseline justify-between gap-x-4',
          )}
        >
          <dt className="text-ink-2">{item.term}</dt>
          <dd className={clsx('min-w-0 font-medium', !stacked && 'ms-auto text-end')}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Figures side by side, divided by hairlines: Balance, Profit/Loss, Trading Days. */
export function StatStrip({
  items,
  className,
}: {
  items: readonly (Fact & { note?: ReactNode })[];
  className?: string;
}) {
  return (
    <dl
      className={clsx(
        'grid divide-y divide-line rounded-card border border-line bg-surface sm:auto-cols-fr sm:grid-flow-col sm:divide-x sm:divide-y-0',
        className,
      )}
    >
      {items.map((item, index) => (
        <div
          key={item.key ?? index}
          className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 sm:block sm:px-5 sm:py-4"
        >
          <dt className="label">{item.term}</dt>
          <dd className="min-w-0 text-figure-2 [overflow-wrap:anywhere] sm:mt-1 sm:text-figure">
            {item.value}
          </dd>
          {item.note && <dd className="text-sm text-ink-2">{item.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
