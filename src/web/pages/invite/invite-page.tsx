/*
 * Accepting an invitation. The secret is after the `#` of the address, which no browser sends to a server, and is removed
 * from it at once. The page says who invites and to what, and asks for the address that was invited; where somebody else
 * is signed in, it asks before it ends their session.
 */

import { useState } from 'preact/hooks';
import { ApiError, errorText } from '../../api/api.js';
import { Field } from '../../parts/field.js';
import { PageHead } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { type AccountSwitch, accountName, switchIn } from '../../rules/account.js';
import { roleWords } from '../../rules/role-words.js';
import { useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { SwitchQuestion } from '../sign-in/switch-question.js';

export function InvitePage() {
  const [invite] = useState(takeInvite);
  if (invite === undefined) return <NoInvite />;
  return <Invitation invite={invite} />;
}

function Invitation({ invite }: { readonly invite: string }) {
  const { api, join } = useSession();
  const { go } = useNavigation();
  const answer = useAnswer('invitation', () => api.send('POST', '/v1/auth/invite', { body: { invite } }));
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<AccountSwitch>();
  const [isBusy, setBusy] = useState(false);
  const accept = async (replace: boolean) => {
    setBusy(true);
    setProblem(undefined);
    setAsked(undefined);
    try {
      await join({ invite, email: email.trim(), name: name.trim(), replace });
      go('/', { replace: true });
    } catch (error) {
      const change = error instanceof ApiError ? switchIn(error.details) : undefined;
      if (change) setAsked(change);
      else setProblem(problemText(error));
      setBusy(false);
    }
  };
  if (asked)
    return (
      <SwitchQuestion
        change={asked}
        by="link"
        stay={() => go('/', { replace: true })}
        leave={() => accept(true)}
      />
    );
  if (answer.error instanceof ApiError && answer.error.status === 401) return <NoInvite />;
  const submit = (event: Event) => {
    event.preventDefault();
    accept(false);
  };
  return (
    <div class="sign-in">
      <PageHead title="Join a team" />
      <AnswerView answer={answer} label="the invitation" lines={3}>
        {({ tenant, tenant_name: tenantName, role, invited_by: invitedBy, email_hint: hint }) => (
          <>
            <p>
              {hint} is invited to <strong>{tenantName || tenant}</strong> by{' '}
              <strong>{accountName({ principal: invitedBy })}</strong> as <strong>{role}</strong>:{' '}
              {roleWords[role].toLowerCase()}.
            </p>
            {problem !== undefined && (
              <p class="problem" role="alert">
                {problem}
              </p>
            )}
            <form onSubmit={submit}>
              <Field label="Your e-mail address" help="The address that the invitation was sent to.">
                <input
                  type="email"
                  required
                  autocomplete="email"
                  value={email}
                  onInput={(event) => setEmail(event.currentTarget.value)}
                />
              </Field>
              <Field label="Your name" help="What others see beside your address. You may leave it empty.">
                <input
                  autocomplete="name"
                  maxLength={200}
                  value={name}
                  onInput={(event) => setName(event.currentTarget.value)}
                />
              </Field>
              <button type="submit" class="main" disabled={isBusy || email.trim() === ''}>
                Join {tenantName || tenant}
              </button>
            </form>
          </>
        )}
      </AnswerView>
    </div>
  );
}

function NoInvite() {
  return (
    <>
      <PageHead title="Join a team" />
      <Empty title="This invitation does not work">
        <p>It was accepted or withdrawn, it has expired, or the link is not complete. Ask for a new one.</p>
      </Empty>
    </>
  );
}

function problemText(error: unknown): string {
  if (error instanceof ApiError && error.status === 401)
    return 'The invitation was accepted, withdrawn, or has expired. Ask for a new one.';
  return errorText(error);
}

/** Removes the secret from the address at once, so that it is neither shown nor kept in the history. */
function takeInvite(): string | undefined {
  const text = location.hash.slice(1);
  if (!text.startsWith('copi_')) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return text;
}
