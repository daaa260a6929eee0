/*
 * The page that a provider sends a person back to. What is in its address works once, and is removed from the address
 * before anything else; where somebody else is signed in with this browser, the page asks before it ends their session.
 */

import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/api.js';
import { PageHead } from '../../parts/page.js';
import { Loading, Problem } from '../../parts/states.js';
import { type AccountSwitch, switchIn } from '../../rules/account.js';
import { returnAddress, withQuery } from '../../rules/address.js';
import { Link, useNavigation } from '../../state/navigation.js';
import { type ProviderAnswer, useSession } from '../../state/session.js';
import { SwitchQuestion } from './switch-question.js';

export function SignInAnswerPage({ tenant }: { readonly tenant: string }) {
  const { go } = useNavigation();
  const { finishSignIn } = useSession();
  const [answer] = useState(takeAnswer);
  const [problem, setProblem] = useState<unknown>();
  const [asked, setAsked] = useState<AccountSwitch>();

  const finish = async (replace: boolean) => {
    setAsked(undefined);
    try {
      go(returnAddress(await finishSignIn(answer, replace)), { replace: true });
    } catch (error) {
      const change = error instanceof ApiError ? switchIn(error.details) : undefined;
      if (change) setAsked(change);
      else setProblem(error);
    }
  };
  useEffect(() => {
    finish(false);
  }, []);

  if (asked)
    return (
      <SwitchQuestion
        change={asked}
        by="provider"
        stay={() => go('/', { replace: true })}
        leave={() => finish(true)}
      />
    );
  if (problem === undefined)
    return (
      <div class="sign-in">
        <PageHead title="Sign in" says="Checking what your provider says." />
        <Loading label="your account" lines={2} />
      </div>
    );
  return (
    <div class="sign-in">
      <PageHead title="Not signed in" />
      <Problem error={problem} />
      <p>
        <Link class="button main" href={withQuery('/sign-in', { team: tenant })}>
          Back to signing in
        </Link>
      </p>
    </div>
  );
}

/** Only the parameters of an answer, and none that is there twice: the registry refuses what it does not know. */
const parameters = ['state', 'code', 'iss', 'error', 'error_description'] as const;

function takeAnswer(): ProviderAnswer {
  const query = new URLSearchParams(location.search);
  const at = location.pathname;
  history.replaceState(null, '', at);
  const given = parameters.flatMap((name) => {
    const [value, ...more] = query.getAll(name);
    return value === undefined || more.length > 0 ? [] : [[name, value]];
  });
  return { at, ...Object.fromEntries(given) };
}
