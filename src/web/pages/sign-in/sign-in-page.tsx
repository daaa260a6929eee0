/*
 * Signing in: with a provider of the team, with the one-time link that the registry's administrator made (its text is after the `#` of the address, which
 * no browser sends to a server), or with a token. Neither stays in the page or in the address. Where somebody else is signed
 * in with this browser, the page asks before it ends their session.
 */

import { useEffect, useState } from 'preact/hooks';
import { ApiError, errorText } from '../../api/api.js';
import { Field } from '../../parts/field.js';
import { PageHead } from '../../parts/page.js';
import { Empty, Loading } from '../../parts/states.js';
import { type AccountSwitch, accountName, switchIn } from '../../rules/account.js';
import { returnAddress } from '../../rules/address.js';
import { Link, useNavigation } from '../../state/navigation.js';
import { type Credential, useSession } from '../../state/session.js';
import { SignInWays } from './sign-in-ways.js';
import { SwitchQuestion } from './switch-question.js';

export function SignInPage() {
  const { query, go } = useNavigation();
  const { who, signIn } = useSession();
  const [link, setLink] = useState(takeLink);
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<AccountSwitch & { readonly credential: Credential }>();
  const [isBusy, setBusy] = useState(link !== undefined);
  const back = returnAddress(query.get('back'));

  const enter = async (credential: Credential, replace = false) => {
    setBusy(true);
    setProblem(undefined);
    setAsked(undefined);
    try {
      await signIn(credential, replace);
      go(back, { replace: true });
    } catch (error) {
      const change = error instanceof ApiError ? switchIn(error.details) : undefined;
      if (change) setAsked({ ...change, credential });
      else setProblem(problemText(error, credential));
      setBusy(false);
    }
  };
  useEffect(() => {
    if (link !== undefined) enter({ link });
  }, [link]);
  // A link that is opened on this page does not reload it.
  useEffect(() => {
    const follow = () => {
      const opened = takeLink();
      if (opened !== undefined) setLink(opened);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  if (asked) {
    const stay = () => {
      setLink(undefined);
      go(back, { replace: true });
    };
    return (
      <SwitchQuestion
        change={asked}
        by={'link' in asked.credential ? 'link' : 'token'}
        stay={stay}
        leave={() => enter(asked.credential, true)}
      />
    );
  }
  if (who && !isBusy && problem === undefined) {
    return (
      <>
        <PageHead title="Sign in" />
        <Empty title={`Signed in as ${accountName(who)} in ${who.tenant}`}>
          <p>
            <Link class="button main" href={back}>
              {back === '/' ? 'Go to the catalog' : 'Continue'}
            </Link>
          </p>
        </Empty>
      </>
    );
  }
  const submit = (event: Event) => {
    event.preventDefault();
    enter({ token: token.trim() });
  };
  if (link !== undefined && isBusy && problem === undefined) {
    return (
      <div class="sign-in">
        <PageHead title="Sign in" says="Checking the sign-in link." />
        <Loading label="your account" lines={2} />
      </div>
    );
  }
  return (
    <div class="sign-in">
      <PageHead title="Sign in" says="Browse and manage the skills of your team." />
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <SignInWays back={back} />
      <form onSubmit={submit}>
        <Field label="Token" help="Starts with cop_. For programs, and for people without another way in.">
          <input
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" class="main" disabled={isBusy || token.trim() === ''}>
          Sign in
        </button>
      </form>
      <p class="muted small">
        No way in? An admin of your team can send you a sign-in link. A registry on your own machine prints
        one when it starts.
      </p>
    </div>
  );
}

/** The registry does not say why it refuses a credential, so this lists the possible reasons. */
function problemText(error: unknown, credential: Credential): string {
  if (!(error instanceof ApiError) || error.status !== 401) return errorText(error);
  return 'link' in credential
    ? 'The sign-in link does not work: it was already used, or it has expired. Ask for a new one.'
    : 'The token does not work: it was mistyped, revoked, or it has expired.';
}

/** Removes the secret from the address at once, so that it is neither shown nor kept in the history. */
function takeLink(): string | undefined {
  const text = location.hash.slice(1);
  if (!text.startsWith('copl_')) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return text;
}
