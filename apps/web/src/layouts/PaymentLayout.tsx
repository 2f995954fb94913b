import { ArrowLeft } from 'lucide-react';
import { Link, Outlet } from 'react-router';
import { useFirm } from '../api/firm.ts';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import { ThemeToggle } from '../ui/ThemeToggle.tsx';
import { FirmName } from './parts.tsx';
import { MessagesButton } from './shell/MessagesButton.tsx';

/** The payment's own frame: nothing that leads away but the way back and help. */
export function PaymentLayout() {
  const { supportEmail } = useFirm();
  return (
    <>
      <header className="border-b border-line">
        <div className="app flex h-16 items-center gap-3">
          <FirmName />
          <div className="no-print ms-auto flex items-center gap-1.5">
            <MessagesButton />
            <ThemeToggle />
            <Link to={paths.dashboard} className={buttonClass({ variant: 'quiet' }, 'max-sm:px-2')}>
              <ArrowLeft size={16} aria-hidden="true" className="max-sm:hidden" /> Dashboard
            </Link>
          </div>
        </div>
      </header>
      {/* At least as high as the window: what stands below it does not move while the page loads. */}
      <main
        id="main"
        className="app flex min-h-[calc(100dvh-4rem)] flex-col py-8 md:py-12 print:min-h-0 print:py-4"
      >
        <Outlet />
      </main>
      <footer className="no-print app pb-8 text-sm text-ink-2">
        Questions about your payment?{' '}
        <a href={`mailto:${supportEmail}`} className="link">
          {supportEmail}
        </a>
      </footer>
    </>
  );
}
