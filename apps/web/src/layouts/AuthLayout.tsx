import { Outlet } from 'react-router';
import { ThemeToggle } from '../ui/ThemeToggle.tsx';
import { FirmName } from './parts.tsx';
import { MessagesButton } from './shell/MessagesButton.tsx';

/** One column of 400 px on paper, a faint course behind it. The page brings its own h1. */
export function AuthLayout() {
  return (
    <div className="relative flex grow flex-col overflow-x-clip">
      <FaintCourse />
      <header className="relative">
        <div className="site flex h-16 items-center justify-between">
          <FirmName />
          <div className="flex items-center gap-1.5">
            <MessagesButton whenAny />
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main
        id="main"
        className="relative mx-auto flex w-full max-w-[calc(25rem+2rem)] grow flex-col justify-center px-4 pb-24 pt-8 md:max-w-[calc(25rem+2rem+5rem)]"
      >
        {/* Paper under the column interrupts the lines of the chart, as a chart's own labels do. */}
        <div className="bg-bg md:px-10 md:py-8">
          <Outlet />
        </div>
      </main>
    </div>
  );
}

function FaintCourse() {
  return (
    <svg
      viewBox="0 0 1440 800"
      preserveAspectRatio="xMidYMid slice"
      className="pointer-events-none absolute inset-0 size-full max-md:hidden"
      fill="none"
      aria-hidden="true"
    >
      <path d="M0 140h1440" className="stroke-gain" strokeDasharray="6 6" opacity="0.35" />
      <path d="M0 400h1440" className="stroke-line" />
      <path d="M0 660h1440" className="stroke-loss" opacity="0.35" />
      <path
        d="M0 400l60 8 55-26 70 18 50-44 64 22 58-30 66 12 52-34 70 26 58-12 64-40 60 18 66-34 52 20 70-46 60 14 62-32 68 20 54-44 67 10 58-36"
        className="stroke-line"
        strokeWidth="1.5"
      />
      <path
        d="M0 540h180v-14h200v-22h190v8h210v-30h200v-18h210v-24h250"
        className="stroke-loss"
        opacity="0.22"
      />
    </svg>
  );
}
