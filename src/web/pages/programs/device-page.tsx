/*
 * Signing in a program on another machine: the person types the code that it shows.
 */

import { useState } from 'preact/hooks';
import type { Scope } from '../../../registry/api/names.js';
import { Fact, Moment } from '../../parts/facts.js';
import { Field } from '../../parts/field.js';
import { PageHead } from '../../parts/page.js';
import { Problem } from '../../parts/states.js';
import { useSession } from '../../state/session.js';
import { Approval, Decided, NotAPerson } from './approval.js';

interface Found {
  readonly code: string;
  readonly program: string;
  readonly scopes: readonly Scope[];
  readonly ip: string | null;
  readonly created_at: string;
}

export function DevicePage() {
  const { api, who } = useSession();
  const [code, setCode] = useState('');
  const [found, setFound] = useState<Found>();
  const [decided, setDecided] = useState<boolean>();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  if (who?.via !== 'session' || who.opened_with === 'token') return <NotAPerson back="/device" />;
  if (decided !== undefined) return <Decided approved={decided} />;
  if (found)
    return (
      <Approval
        program={found.program}
        scopes={found.scopes}
        check="The code must be on your own screen. If somebody sent it to you, refuse: they would act in your name."
        decide={async (approve) => {
          const params = { code: found.code };
          await api.send('POST', '/v1/auth/programs/{code}', { params, body: { approve } });
          setDecided(approve);
        }}
      >
        <Fact name="Started">
          <Moment at={found.created_at} /> from {found.ip ?? 'an unknown address'}
        </Fact>
      </Approval>
    );
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      setFound({ ...(await api.get('/v1/auth/programs/{code}', { params: { code } })), code });
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  return (
    <div class="sign-in">
      <PageHead title="Sign a program in" says="Type the code that the program shows." />
      {problem !== undefined && <Problem error={problem} />}
      <form onSubmit={submit}>
        <Field label="Code" help="Eight letters, such as BCDF-GHJK. It is valid for ten minutes.">
          <input
            required
            class="program-code"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            maxLength={20}
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" class="main" disabled={isBusy || code.trim() === ''}>
          Continue
        </button>
      </form>
    </div>
  );
}
