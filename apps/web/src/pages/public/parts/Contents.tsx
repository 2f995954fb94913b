import { useEffect, useState } from 'react';

export type ContentsItem = { id: string; title: string };

/** The page's sections as links: beside the text and sticky on wide screens, above it on tablets. */
export function Contents({ items }: { items: readonly ContentsItem[] }) {
  const current = useSectionInView(items);
  return (
    <nav aria-label="Contents" className="max-md:hidden lg:sticky lg:top-24 lg:self-start">
      <p className="label mb-3">Contents</p>
      <ul className="flex flex-wrap gap-x-5 lg:block lg:border-s lg:border-line">
        {items.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="block py-1.5 text-ink-2 no-underline decoration-1 underline-offset-4 transition-colors hover:text-ink hover:underline aria-[current]:font-semibold aria-[current]:text-ink lg:-ms-px lg:border-s-2 lg:border-transparent lg:ps-4 lg:aria-[current]:border-ink pointer-coarse:py-3"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The id of the section that crosses the upper third of the window. */
function useSectionInView(items: readonly ContentsItem[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting);
        if (entered) setCurrent(entered.target.id);
      },
      { rootMargin: '-20% 0px -75% 0px' },
    );
    for (const { id } of items) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [items]);
  return current;
}
