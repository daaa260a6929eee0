/*
 * Who is signed in, and the API that speaks for them. Pages ask `can` only to decide what to show: the registry decides what
 * is allowed.
 */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Scope } from '../../registry/api/names.js';
import type { WhoAnswer } from '../../registry/api/routes/account.js';
import { type Api, ApiError, createApi } from '../api/api.js';

export interface Session {
  readonly api: Api;
  /** Null for a visitor. */
  readonly who: WhoAnswer | null;
  can(scope: Scope): boolean;
  signIn(credential: { readonly token: string } | { readonly link: string }): Promise<void>;
  signOut(): Promise<void>;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no session around this');
  return session;
}

interface Props {
  readonly children: ComponentChildren;
  /** Shown until it is known who is signed in. */
  readonly waiting: ComponentChildren;
  readonly failed: (error: unknown, again: () => void) => ComponentChildren;
}

type Known = { readonly who: WhoAnswer | null } | { readonly error: unknown };

export function SessionProvider({ children, waiting, failed }: Props) {
  const latest = useRef<WhoAnswer | null>(null);
  const [known, setKnown] = useState<Known>();
  const [attempt, setAttempt] = useState(0);
  const welcome = (who: WhoAnswer | null) => {
    latest.current = who;
    setKnown({ who });
  };
  const api = useMemo(() => {
    const made: Api = createApi({
      token: () => latest.current?.csrf ?? null,
      renew: async () => {
        const [before, now] = [latest.current, await whoIsThere(made)];
        if (!before || !now || now.csrf === before.csrf) return false;
        if (now.principal !== before.principal || now.tenant !== before.tenant) throw otherPersonError(now);
        welcome(now);
        return true;
      },
    });
    return made;
  }, []);
  useEffect(() => {
    setKnown(undefined);
    whoIsThere(api).then(welcome, (error: unknown) => setKnown({ error }));
  }, [attempt]);

  if (!known) return <>{waiting}</>;
  if ('error' in known) return <>{failed(known.error, () => setAttempt(attempt + 1))}</>;
  const session: Session = {
    api,
    who: known.who,
    can: (scope) => known.who?.scopes.includes(scope) === true,
    signIn: async (credential) => welcome(await api.send('POST', '/v1/auth/session', { body: credential })),
    signOut: async () => {
      await api.send('POST', '/v1/auth/logout', {});
      welcome(null);
    },
  };
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

/** What one person began is not finished in the name of another. */
function otherPersonError({ principal, tenant }: WhoAnswer): ApiError {
  const message = `${principal} in ${tenant} has signed in with this browser since. Reload the page to go on as them.`;
  return new ApiError('other_person', 403, message);
}

async function whoIsThere(api: Api): Promise<WhoAnswer | null> {
  try {
    return await api.get('/v1/auth/whoami', {});
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
