import { Link } from 'react-router';
import { useFirm } from '../../api/firm.ts';
import { aboutIntro, reasons, story, team, values } from '../../content/about.ts';
import { Title } from '../../layouts/Title.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Portrait } from './parts/Portrait.tsx';

export function Component() {
  const { name } = useFirm();
  return (
    <div className="site pt-10 md:pt-14">
      <Title>About</Title>
      <header className="grid gap-x-14 gap-y-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-end">
        <h1 className="serif text-hero">About {name}</h1>
        <p className="max-w-prose text-lead text-ink-2">{aboutIntro}</p>
      </header>
      <Story />
      <Values />
      <Team />
      <Reasons name={name} />
    </div>
  );
}

const sectionTitle = 'serif text-page';

/** The dates stand along a course; its dots are the entries. */
function Story() {
  return (
    <section aria-labelledby="story" className="pt-18 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-x-14">
      <div>
        <h2 id="story" className={sectionTitle}>
          Our story
        </h2>
        <p className="mt-2 text-prose text-ink-2">Founded in 2023. The log so far.</p>
      </div>
      <ol className="mt-8 lg:mt-2">
        {story.map(({ date, title, text }) => (
          <li
            key={date}
            className="relative grid gap-x-6 gap-y-1 border-s border-line pb-8 ps-6 last:pb-0 before:absolute before:-start-[5px] before:top-1.5 before:size-2.5 before:rounded-full before:bg-ink before:ring-4 before:ring-bg md:grid-cols-[9.5rem_minmax(0,1fr)] forced-colors:before:border"
          >
            <p className="label pt-1.5">{date}</p>
            <div>
              <h3 className="serif text-[1.3125rem]/7 font-medium">{title}</h3>
              <p className="mt-1 max-w-prose text-prose text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Values() {
  return (
    <section aria-labelledby="values" className="pt-24">
      <h2 id="values" className={sectionTitle}>
        What we hold to
      </h2>
      <ul className="mt-8 grid gap-8 md:grid-cols-3">
        {values.map(({ title, text }) => (
          <li key={title} className="border-t border-ink pt-4">
            <h3 className="serif text-section">{title}</h3>
            <p className="mt-2 text-prose text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Team() {
  return (
    <section aria-labelledby="team" className="pt-24">
      <h2 id="team" className={sectionTitle}>
        Four at the helm
      </h2>
      <ul className="mt-8 grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {team.map(({ name, role, bio, portrait }) => (
          <li key={name} className="max-sm:grid max-sm:grid-cols-[6.5rem_1fr] max-sm:gap-x-4">
            <Portrait name={name} portrait={portrait} />
            <div>
              <h3 className="serif text-[1.3125rem]/7 font-medium sm:mt-4">{name}</h3>
              <p className="label mt-1">{role}</p>
              <p className="mt-2 text-ui text-ink-2">{bio}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reasons({ name }: { name: string }) {
  return (
    <section
      aria-labelledby="reasons"
      className="pt-24 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-x-14"
    >
      <div>
        <h2 id="reasons" className={sectionTitle}>
          Why choose {name}
        </h2>
        <Link to={paths.accounts} className={buttonClass({ size: 'large' }, 'mt-6 max-lg:hidden')}>
          View Account Options
        </Link>
      </div>
      <dl className="mt-6 grid gap-x-8 sm:grid-cols-2 lg:mt-2">
        {reasons.map(({ title, text }) => (
          <div key={title} className="border-t border-line py-4">
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-0.5 text-ui text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
      <Link to={paths.accounts} className={buttonClass({ size: 'large' }, 'mt-6 lg:hidden')}>
        View Account Options
      </Link>
    </section>
  );
}
