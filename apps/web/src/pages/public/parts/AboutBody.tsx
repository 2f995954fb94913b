import { Link } from 'react-router';
import type { About as AboutText } from '../../../api/content.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { numbered } from '../../../ui/numbered.ts';
import { Portrait } from './Portrait.tsx';

/** What the firm tells of itself, below the title; a part without entries is left out. */
export function AboutBody({ about, name }: { about: AboutText; name: string }) {
  return (
    <>
      {about.story.length > 0 && <Story founded={about.founded} story={about.story} />}
      {about.values.length > 0 && <Values values={about.values} />}
      {about.team.length > 0 && <Team teamTitle={about.teamTitle} team={about.team} />}
      {about.reasons.length > 0 && <Reasons name={name} reasons={about.reasons} />}
    </>
  );
}

const sectionTitle = 'serif text-page';

/** The dates stand along a course; its dots are the entries. */
function Story({ founded, story }: Pick<AboutText, 'founded' | 'story'>) {
  return (
    <section aria-labelledby="story" className="pt-18 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-x-14">
      <div>
        <h2 id="story" className={sectionTitle}>
          Our story
        </h2>
        <p className="mt-2 text-prose text-ink-2">{founded}</p>
      </div>
      <ol className="mt-8 lg:mt-2">
        {numbered(story).map(([key, { date, title, text }]) => (
          <li
            key={key}
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

function Values({ values }: Pick<AboutText, 'values'>) {
  return (
    <section aria-labelledby="values" className="pt-24">
      <h2 id="values" className={sectionTitle}>
        What we hold to
      </h2>
      <ul className="mt-8 grid gap-8 md:grid-cols-3">
        {numbered(values).map(([key, { title, text }]) => (
          <li key={key} className="border-t border-ink pt-4">
            <h3 className="serif text-section">{title}</h3>
            <p className="mt-2 text-prose text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Team({ teamTitle, team }: Pick<AboutText, 'teamTitle' | 'team'>) {
  return (
    <section aria-labelledby="team" className="pt-24">
      <h2 id="team" className={sectionTitle}>
        {teamTitle}
      </h2>
      <ul className="mt-8 grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {numbered(team).map(([key, { name, role, bio, photo, portrait }]) => (
          <li key={key} className="max-sm:grid max-sm:grid-cols-[6.5rem_1fr] max-sm:gap-x-4">
            <Portrait name={name} photo={photo} portrait={portrait} />
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

function Reasons({ name, reasons }: Pick<AboutText, 'reasons'> & { name: string }) {
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
        {numbered(reasons).map(([key, { title, text }]) => (
          <div key={key} className="border-t border-line py-4">
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
