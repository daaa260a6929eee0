/*
 * The question whether a program may act for the person: what it is, where it came from, and what it could do. A stranger
 * can send somebody the code or the address of their own program, so the page says what agreeing means.
 */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Scope } from '../../../registry/api/names.js';
import { Fact } from '../../parts/facts.js';
import { PageHead } from '../../parts/page.js';
import { Empty, Problem } from '../../parts/states.js';
import { accountName } from '../../rules/account.js';
import { withQuery } from '../../rules/address.js';
import { mayWords } from '../../rules/scope-words.js';
import { Link } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';

interface Props {
  readonly program: string;
  readonly scopes: readonly Scope[];
  /** More about it, as facts. */
  readonly children?: ComponentChildren;
  /** How the person can tell that it is theirs. */
  readonly check: string;
  readonly decide: (approve: boolean) => Promise<void>;
}

export function Approval({ program, scopes, children, check, decide }: Props) {
  const { who } = useSession();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const answer = async (approve: boolean) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await decide(approve);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  if (!who) return null;
  return (
    <div class="sign-in">
      <PageHead title="Sign a program in?" says={`${program} wants to act for you.`} />
      <dl class="facts">
        <Fact name="Program">{program}</Fact>
        {children}
        <Fact name="Acts as">
          {accountName(who)} in {who.tenant}
        </Fact>
        <Fact name="It may">{scopes.length > 0 ? mayWords(scopes) : 'Nothing that you may do yourself'}</Fact>
        <Fact name="For">90 days, or until you revoke it on the page Tokens</Fact>
      </dl>
      <p>
        <strong>Go on only if you started it yourself just now.</strong> {check}
      </p>
      {problem !== undefined && <Problem error={problem} />}
      <div class="actions">
        <button
          type="button"
          class="main"
          disabled={isBusy || scopes.length === 0}
          onClick={() => answer(true)}
        >
          Allow
        </button>
        <button type="button" disabled={isBusy} onClick={() => answer(false)}>
          Refuse
        </button>
      </div>
    </div>
  );
}

/** What came of it. */
export function Decided({ approved }: { readonly approved: boolean }) {
  return (
    <>
      <PageHead title={approved ? 'Signed in' : 'Refused'} />
      <Empty title={approved ? 'The program goes on by itself in a moment.' : 'The program got nothing.'}>
        <p>You can close this page.</p>
      </Empty>
    </>
  );
}

/** For a visitor, and for a session that is not a person's own. */
export function NotAPerson({ back }: { readonly back: string }) {
  const { who } = useSession();
  return (
    <>
      <PageHead title="Sign a program in" />
      {who === null ? (
        <Empty title="Sign in first">
          <p>The program will act for you, so the registry has to know who you are.</p>
          <p>
            <Link class="button main" href={withQuery('/sign-in', { back })}>
              Sign in
            </Link>
          </p>
        </Empty>
      ) : (
        <Empty title="A token signed you in">
          <p>
            A program can only be signed in by a person: sign out, and sign in with your provider or a link.
          </p>
        </Empty>
      )}
    </>
  );
}
