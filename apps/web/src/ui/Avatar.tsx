/** The first letter of a name in a ring, or U without a name (specification section 2). */
export function Avatar({ name }: { name?: string | undefined }) {
  const letter = name?.trim() ? [...name.trim()][0]?.toUpperCase() : 'U';
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-full border border-control bg-sunken text-xs font-semibold text-ink"
    >
      {letter}
    </span>
  );
}
