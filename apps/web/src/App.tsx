import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { AuthProvider } from './auth/AuthProvider.tsx';

type AppProps = {
  queries: QueryClient;
  /** Whether the server rendered what is here: for nobody, since it knows no session. */
  isRendered: boolean;
  children: ReactNode;
};

/** What surrounds the router, in the browser and on the server alike. */
export function App({ queries, isRendered, children }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <AuthProvider isRendered={isRendered}>{children}</AuthProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
