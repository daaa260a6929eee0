/*
 * The question before a browser changes to another account. A link that leads to an account of its sender is a known trick:
 * whoever follows it would publish, or paste secrets, under the sender's eyes.
 */

import { PageHead } from '../../parts/page.js';
import { type AccountSwitch, accountName } from '../../rules/account.js';
import './sign-in.css';

interface Props {
  readonly change: AccountSwitch;
  /** What led here. */
  readonly by: 'link' | 'token' | 'provider';
  readonly stay: () => void;
  readonly leave: () => void;
}

const subjects = { link: 'This link', token: 'This token', provider: 'The sign-in provider' } as const;

export function SwitchQuestion({ change: { signedIn, signingIn }, by, stay, leave }: Props) {
  const [now, then] = [accountName(signedIn), accountName(signingIn)];
  return (
    <div class="sign-in">
      <PageHead title="Change the account?" says={`You are signed in as ${now} in ${signedIn.tenant}.`} />
      <p>
        {subjects[by]} signs you in as <strong>{then}</strong> in <strong>{signingIn.tenant}</strong> instead,
        and signs out {now}.
      </p>
      {by !== 'token' && (
        <p>If you did not ask for this, stay signed in: whoever sent you here would see what you do.</p>
      )}
      <div class="actions">
        <button type="button" class="main" onClick={stay}>
          Stay signed in as {now}
        </button>
        <button type="button" onClick={leave}>
          Sign in as {then}
        </button>
      </div>
    </div>
  );
}
