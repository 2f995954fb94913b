import { useContent } from '../../api/content.ts';
import { useFirm } from '../../api/firm.ts';
import { Title } from '../../layouts/Title.tsx';
import { AboutBody } from './parts/AboutBody.tsx';
import { Awaited } from './parts/Awaited.tsx';

export function Component() {
  const { name } = useFirm();
  const query = useContent('GET /firm/about');
  return (
    <div className="site pt-10 md:pt-14">
      <Title description={query.data?.intro ?? `About ${name}`}>About</Title>
      <header className="grid gap-x-14 gap-y-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-end">
        <h1 className="serif text-hero">About {name}</h1>
        {query.data && <p className="max-w-prose text-lead text-ink-2">{query.data.intro}</p>}
      </header>
      <Awaited query={query}>{(about) => <AboutBody about={about} name={name} />}</Awaited>
    </div>
  );
}
