import { clsx } from 'clsx';

/** An address in groups of four for the eye; the text itself stays whole, so that it is copied clean. */
export function AddressText({ address, withdrawn = false }: { address: string; withdrawn?: boolean }) {
  const groups = address.match(/.{1,4}/g) ?? [];
  const Text = withdrawn ? 's' : 'span';
  return (
    <Text className={clsx('font-mono text-ui leading-7', withdrawn && 'text-ink-3')} translate="no">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address never move
        <span key={index} className="me-[0.55ch] inline-block">
          {group}
        </span>
      ))}
    </Text>
  );
}
