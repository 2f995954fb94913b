import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { call } from '../api/client.ts';
import { accountStatusQuery } from '../api/page-queries.ts';
import { setHomeZone } from '../ui/format.ts';
import { forgetMessages } from '../ui/toast-log.ts';
import * as calls from './calls.ts';
import { decodeToken, readToken, storeToken, TOKEN_KEY, type User } from './token.ts';

/** Specification section 4, "Auth state". */
export type AuthState = {
  user: User | null;
  token: string | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  emailVerified: boolean;
};

export type SignedIn = { user: User; hasActiveAccount: boolean };

export type Auth = AuthState & {
  /** Signs in; a text is the token of a sign-in whose second step is open. Rejects with the text to show; no token is kept then. */
  login: (credentials: { email: string; password: string }) => Promise<SignedIn | string>;
  /** Takes the token of a sign-in whose second step was given. */
  enter: (token: string) => Promise<SignedIn>;
  /** Resolves with the userId for /verify-email. */
  register: (person: { name: string; email: string; password: string }) => Promise<string>;
  verifyEmail: (proof: { userId: string; code: string }) => Promise<User>;
  resendVerification: (userId: string) => Promise<void>;
  forgotPassword: (email: string) => Promise<void>;
  resetPassword: (reset: { resetToken: string | undefined; password: string }) => Promise<void>;
  logout: () => void;
  /** Takes a renewed token (after a change of the profile). */
  acceptToken: (token: string) => void;
};

const signedOut: AuthState = {
  user: null,
  token: null,
  isAuthenticated: false,
  isLoading: false,
  emailVerified: false,
};

const Context = createContext<Auth | null>(null);

/** The session of this browser: state and actions. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = use(Context);
  if (!auth) throw new Error(messages.useAuthOutsideProvider);
  return auth;
}

function stateOf(token: string | null): AuthState {
  if (token === null) return signedOut;
  try {
    const user = decodeToken(token);
    return { user, token, isAuthenticated: true, isLoading: false, emailVerified: user.emailVerified };
  } catch (error) {
    console.warn(error instanceof Error ? error.message : error);
    storeToken(null);
    return signedOut;
  }
}

/** Queries that do not depend on who is signed in. */
const PUBLIC_QUERIES = new Set<unknown>(['GET /firm', 'GET /account-packages', 'GET /account-packages/{id}']);

/** `isRendered`: what the server rendered is taken over as it is, and the session is read after it. */
export function AuthProvider({ isRendered, children }: { isRendered: boolean; children: ReactNode }) {
  const [state, setState] = useState<AuthState>(() =>
    isRendered ? { ...signedOut, isLoading: true } : stateOf(readToken()),
  );
  const queries = useQueryClient();
  // All that is drawn below shows times in this zone.
  setHomeZone(state.user?.timeZone ?? undefined);

  const { isLoading } = state;
  useEffect(() => {
    // An urgent change above a page that is not taken over yet would have all of it taken over in one long task.
    if (isLoading) startTransition(() => setState(stateOf(readToken())));
  }, [isLoading]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === TOKEN_KEY || event.key === null) setState(stateOf(readToken()));
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);

  const userId = state.user?._id;
  const previous = useRef(userId);
  useEffect(() => {
    if (previous.current && previous.current !== userId) {
      forgetMessages();
      queries.removeQueries({ predicate: (query) => !PUBLIC_QUERIES.has(query.queryKey[0]) });
    }
    previous.current = userId;
  }, [userId, queries]);

  const actions = useMemo(() => {
    const clear = () => {
      storeToken(null);
      setState(signedOut);
    };
    const accept = (token: string): User => {
      const user = decodeToken(token);
      storeToken(token);
      setState({ user, token, isAuthenticated: true, isLoading: false, emailVerified: user.emailVerified });
      return user;
    };
    // The session is complete before guards can see it: they need to know about active accounts.
    const enter = async (token: string): Promise<SignedIn> => {
      storeToken(token);
      const hasActiveAccount = await calls.fetchHasActiveAccount();
      queries.setQueryData(accountStatusQuery.queryKey, { hasActiveAccount });
      return { user: accept(token), hasActiveAccount };
    };
    return {
      enter,
      register: calls.register,
      resendVerification: calls.resendVerification,
      forgotPassword: calls.forgotPassword,
      resetPassword: calls.resetPassword,
      acceptToken: (token: string) => void accept(token),
      login: async (credentials: { email: string; password: string }): Promise<SignedIn | string> => {
        try {
          const { token, isStepOpen } = await calls.requestLogin(credentials);
          if (!isStepOpen) return await enter(token);
          clear();
          return token;
        } catch (error) {
          clear();
          throw error;
        }
      },
      verifyEmail: async (proof: { userId: string; code: string }): Promise<User> => {
        try {
          const user = accept(await calls.requestVerification(proof));
          setState((current) => ({
            ...current,
            emailVerified: true,
            user: { ...user, emailVerified: true },
          }));
          return user;
        } catch (error) {
          clear();
          throw error;
        }
      },
      logout: () => {
        if (readToken() !== null) call('POST /auth/logout').catch(() => {});
        clear();
      },
    };
  }, [queries]);

  const auth = useMemo<Auth>(() => ({ ...state, ...actions }), [state, actions]);
  return <Context value={auth}>{children}</Context>;
}
