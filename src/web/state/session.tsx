/*
 * The signed-in visitor, and the API on their behalf. Pages use `can` only to decide what to show: the registry decides
 * what is allowed.
 */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Scope } from '../../registry/api/names.js';
import type { NamespaceRole } from '../../registry/api/rights.js';
import type { WhoAnswer } from '../../registry/api/routes/account.js';
import { type Api, ApiError, createApi } from '../api/api.js';
import { hasRole } from '../rules/rights.js';

export type Credential = { readonly token: string } | { readonly link: string };

/** What a provider put into the address with which the person came back. */
export type ProviderAnswer = { readonly at: string } & Readonly<Record<string, string>>;

/** An invitation, with what the person adds. */
interface Acceptance {
  readonly invite: string;
  readonly email: string;
  readonly name: string;
  /** Whether to end the session of somebody else, who is asked before. */
  readonly replace: boolean;
}

export interface Session {
  readonly api: Api;
  /** Null for a visitor. */
  readonly who: WhoAnswer | null;
  can(scope: Scope): boolean;
  /** Whether they have this role, or a higher one, for names like this. */
  may(role: NamespaceRole, slug: string): boolean;
  /** `replace` ends the session of somebody else, who is asked before. */
  signIn(credential: Credential, replace?: boolean): Promise<void>;
  /** Becomes a member with an invitation, and signs in. */
  join(acceptance: Acceptance): Promise<void>;
  /** Returns the page where the person wanted to be. */
  finishSignIn(answer: ProviderAnswer, replace?: boolean): Promise<string>;
  signOut(): Promise<void>;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('SessionProvider is missing');
  return session;
}

interface Props {
  readonly children: ComponentChildren;
  /** Shown until the session is loaded. */
  readonly waiting: ComponentChildren;
  readonly failed: (error: unknown, retry: () => void) => ComponentChildren;
}

type Loaded = { readonly who: WhoAnswer | null } | { readonly error: unknown };

export function SessionProvider({ children, waiting, failed }: Props) {
  const latest = useRef<WhoAnswer | null>(null);
  const [loaded, setLoaded] = useState<Loaded>();
  const [attempt, setAttempt] = useState(0);
  const setWho = (who: WhoAnswer | null) => {
    latest.current = who;
    setLoaded({ who });
  };
  const api = useMemo(() => {
    const client: Api = createApi({
      token: () => latest.current?.csrf ?? null,
      renew: async () => {
        const [before, now] = [latest.current, await readWho(client)];
        if (!before || !now || now.csrf === before.csrf) return false;
        if (now.principal !== before.principal || now.tenant !== before.tenant) throw otherPersonError(now);
        setWho(now);
        return true;
      },
    });
    return client;
  }, []);
  useEffect(() => {
    setLoaded(undefined);
    readWho(api).then(setWho, (error: unknown) => setLoaded({ error }));
  }, [attempt]);

  if (!loaded) return <>{waiting}</>;
  if ('error' in loaded) return <>{failed(loaded.error, () => setAttempt(attempt + 1))}</>;
  const session: Session = {
    api,
    who: loaded.who,
    can: (scope) => loaded.who?.scopes.includes(scope) === true,
    may: (role, slug) => loaded.who !== null && hasRole(loaded.who, role, slug),
    signIn: async (credential, replace = false) =>
      setWho(await api.send('POST', '/v1/auth/session', { body: { ...credential, replace } })),
    join: async (body) => setWho(await api.send('POST', '/v1/auth/invite/accept', { body })),
    finishSignIn: async (answer, replace = false) => {
      const { state = '', ...rest } = answer;
      const { back, ...who } = await api.send('POST', '/v1/auth/callback', {
        body: { ...rest, state, replace },
      });
      setWho(who);
      return back;
    },
    signOut: async () => {
      await api.send('POST', '/v1/auth/logout', {});
      setWho(null);
    },
  };
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

/** An action that one person started must not be completed as another. */
function otherPersonError({ principal, tenant }: WhoAnswer): ApiError {
  const message = `${principal} in ${tenant} has signed in with this browser in the meantime. Reload the page to continue as them.`;
  return new ApiError('other_person', 403, message);
}

async function readWho(api: Api): Promise<WhoAnswer | null> {
  try {
    return await api.get('/v1/auth/whoami', {});
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
