import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { setOnUnauthenticated } from './api/client.ts';
import { makeQueryClient } from './api/query-client.ts';
import { AuthProvider } from './auth/AuthProvider.tsx';
import { storeToken, TOKEN_KEY } from './auth/token.ts';
import { originOf, rememberOrigin } from './guards/origin.ts';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';

const router = createBrowserRouter(routes);

setOnUnauthenticated(() => {
  const from = originOf(router.state.location);
  if (from) rememberOrigin(from);
  storeToken(null);
  // AuthProvider hears of it as of a change in another tab.
  dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }));
  router.navigate(paths.login, { state: from ? { from } : null });
});

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
