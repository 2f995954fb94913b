import type { ResponseBody } from '@firmament/contract';
import { Button } from '../../../ui/Button.tsx';

type DemoLogin = NonNullable<ResponseBody<'GET /firm'>['demo']>[number];

/** The sign-ins of a demonstration instance; the server lists none elsewhere. */
export function DemoLogins({
  logins,
  onChoose,
}: {
  logins: DemoLogin[];
  onChoose: (login: DemoLogin) => void;
}) {
  return (
    <section aria-labelledby="demo-logins" className="mt-8 rounded-card border border-line bg-surface">
      <h2 id="demo-logins" className="label border-b border-line px-4 py-3">
        Demonstration sign-ins
      </h2>
      <ul className="divide-y divide-line">
        {logins.map((login) => (
          <li key={login.email} className="flex items-center justify-between gap-4 px-4 py-3">
            <span className="min-w-0">
              <span className="block font-medium">{login.label}</span>
              <span className="block font-mono text-sm text-ink-2 [overflow-wrap:anywhere]">
                {login.email}
              </span>
              <span className="block font-mono text-sm text-ink-2">{login.password}</span>
            </span>
            <Button size="small" variant="secondary" onClick={() => onChoose(login)}>
              Fill in
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
