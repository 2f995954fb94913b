const GROUP = 4;

/** An address in groups of four; the gaps are drawn, so that a copied selection has no spaces. */
export function AddressText({ address }: { address: string }) {
  const groups = address.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  return (
    <span className="font-mono text-ink">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
        <span key={index} className="me-1.5 inline-block">
          {group}
        </span>
      ))}
    </span>
  );
}
