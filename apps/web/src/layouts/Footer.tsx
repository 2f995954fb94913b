import { type ReactNode, useId } from 'react';
import { NavLink } from 'react-router';
import { useFirm } from '../api/firm.ts';
import { simulatedTradingNotice } from '../content/notice.ts';
import { outside, paths } from '../paths.ts';

const quickLinks = [
  [paths.home, 'Home'],
  [paths.accounts, 'Accounts'],
  [paths.rules, 'Rules'],
  [paths.about, 'About'],
] as const;

const legalLinks = [
  [paths.privacy, 'Privacy Policy'],
  [paths.terms, 'Terms of Service'],
  [paths.refund, 'Refund Policy'],
] as const;

const linkClass =
  'inline-block rounded-control py-1 text-ink-2 no-underline decoration-1 underline-offset-4 hover:text-ink hover:underline pointer-coarse:py-2.5';

/** Three columns, the notice in readable size, the year. */
export function Footer() {
  const { name, supportEmail, address, socialLinks, copyrightYear } = useFirm();
  return (
    <footer className="no-print mt-24 border-t border-line bg-sunken">
      <div className="site py-14">
        <div className="grid gap-x-8 gap-y-10 sm:grid-cols-3 lg:grid-cols-[1.6fr_1fr_1fr_1.2fr]">
          <div className="sm:col-span-3 lg:col-span-1">
            <p className="serif text-section">{name}</p>
            <p className="mt-3 max-w-104 text-prose text-ink-2">{simulatedTradingNotice(name)}</p>
          </div>
          <Column title="Quick Links">
            <Links items={quickLinks} />
          </Column>
          <Column title="Legal">
            <Links items={legalLinks} />
          </Column>
          <Column title="Contact">
            <a href={`mailto:${supportEmail}`} className={linkClass}>
              {supportEmail}
            </a>
            {address && (
              <address className="mt-1 whitespace-pre-line text-ink-2 not-italic">{address}</address>
            )}
            {socialLinks.length > 0 && (
              <ul className="mt-3 flex flex-wrap gap-x-4">
                {socialLinks.map(({ label, url }) => (
                  <li key={url}>
                    <a href={outside(url)} rel="noreferrer" className={linkClass}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </Column>
        </div>
        <p className="mt-12 border-t border-line pt-5 text-sm text-ink-2">
          © {copyrightYear} {name}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="label mb-2">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Links({ items }: { items: readonly (readonly [string, string])[] }) {
  return (
    <ul>
      {items.map(([to, label]) => (
        <li key={to}>
          <NavLink to={to} end className={linkClass}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
