/*
 * The providers that a team signs in with: one button for each. Where the registry has several teams, the person says
 * which is theirs; the address of the page can name it, for a bookmark.
 */

import { useState } from 'preact/hooks';
import { Field } from '../../parts/field.js';
import { AnswerView, Problem } from '../../parts/states.js';
import { withQuery } from '../../rules/address.js';
import { useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import './sign-in.css';

interface Props {
  /** Where to go afterwards. */
  readonly back: string;
}

export function SignInWays({ back }: Props) {
  const { query } = useNavigation();
  const { api } = useSession();
  const team = query.get('team') ?? undefined;
  const answer = useAnswer(`ways to sign in to ${team}`, (signal) =>
    api.get('/v1/auth/providers', { query: team === undefined ? {} : { tenant: team }, signal }),
  );
  return (
    <AnswerView answer={answer} label="the ways to sign in" lines={1}>
      {({ tenant, providers, needs_tenant }) =>
        tenant !== null ? (
          <>
            <div class="sign-in-ways">
              {providers.map((provider) => (
                <ProviderButton key={provider.slug} tenant={tenant} provider={provider} back={back} />
              ))}
            </div>
            <p class="sign-in-or muted small">or with a token</p>
          </>
        ) : needs_tenant ? (
          <TeamForm team={team} back={back} />
        ) : null
      }
    </AnswerView>
  );
}

interface ButtonProps extends Props {
  readonly tenant: string;
  readonly provider: { readonly slug: string; readonly name: string };
}

function ProviderButton({ tenant, provider, back }: ButtonProps) {
  const { api } = useSession();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { location: address } = await api.send('POST', '/v1/auth/providers/{slug}/start', {
        params: { slug: provider.slug },
        body: { tenant, back },
      });
      location.assign(address);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" class="main" disabled={isBusy} onClick={leave}>
        Sign in with {provider.name}
      </button>
      {problem !== undefined && <Problem error={problem} />}
    </>
  );
}

/** Asks for the team where the registry has several. */
function TeamForm({ team, back }: Props & { readonly team: string | undefined }) {
  const { go } = useNavigation();
  const [name, setName] = useState(team ?? '');
  const submit = (event: Event) => {
    event.preventDefault();
    go(withQuery('/sign-in', { team: name.trim().toLowerCase(), back: back === '/' ? undefined : back }));
  };
  return (
    <form onSubmit={submit}>
      {team !== undefined && (
        <p class="problem" role="alert">
          There is no team {team} that signs in with a provider.
        </p>
      )}
      <Field label="Team" help="Its short name, as in the commands of your team.">
        <input
          required
          autocomplete="organization"
          autocapitalize="none"
          spellcheck={false}
          maxLength={63}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <button type="submit" class="main" disabled={name.trim() === ''}>
        Continue
      </button>
      <p class="sign-in-or muted small">or with a token</p>
    </form>
  );
}
