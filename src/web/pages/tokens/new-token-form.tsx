/*
 * The form to create a token: name, permissions and expiry. A refusal is shown in the form, which keeps its input.
 */

import { useState } from 'preact/hooks';
import type { PersonalScope } from '../../../registry/api/names.js';
import type { TokenAnswer } from '../../../registry/api/routes/account.js';
import { CopyLine } from '../../parts/copy-line.js';
import { Field } from '../../parts/field.js';
import { Section } from '../../parts/page.js';
import { Problem } from '../../parts/states.js';
import { scopeWords } from '../../rules/scope-words.js';
import { patternsIn } from '../../rules/token-state.js';
import { useSession } from '../../state/session.js';

const lifetimes = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '365 days'],
  ['', 'Never'],
] as const;

interface NewTokenFormProps {
  /** The visitor's own scopes, which can be given to a token. */
  readonly scopes: readonly PersonalScope[];
  readonly made: (token: MadeTokenAnswer) => void;
  readonly cancel: () => void;
}

export function NewTokenForm({ scopes, made, cancel }: NewTokenFormProps) {
  const { api } = useSession();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly PersonalScope[]>(['skills:read']);
  const [patterns, setPatterns] = useState('');
  const [days, setDays] = useState('90');
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  const toggle = (scope: PersonalScope) =>
    setChosen(chosen.includes(scope) ? chosen.filter((other) => other !== scope) : [...chosen, scope]);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const body = {
        name: name.trim(),
        scopes: scopes.filter((scope) => chosen.includes(scope)),
        patterns: patternsIn(patterns),
        expires_in_days: days === '' ? null : Number(days),
      };
      made(await api.send('POST', '/v1/profile/tokens', { body }));
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <Section title="New token">
      <form class="token-form card" onSubmit={submit}>
        {problem !== undefined && <Problem error={problem} />}
        <Field label="Name" help="What will use it, such as laptop or ci.">
          <input
            required
            maxLength={80}
            autocomplete="off"
            ref={focusElement}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <fieldset>
          <legend>What it may do</legend>
          {scopes.map((scope) => (
            <label key={scope} class="token-scope">
              <input type="checkbox" checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
              <span>{scopeWords[scope]}</span>
            </label>
          ))}
        </fieldset>
        <Field
          label="Only these items"
          help="Slugs separated by commas; * matches any characters. Leave empty for all items."
        >
          <input
            autocomplete="off"
            spellcheck={false}
            pattern="[a-z0-9*,\s\-]*"
            title="Lower-case letters, digits, hyphens and *"
            placeholder="docs-*, release-notes"
            value={patterns}
            onInput={(event) => setPatterns(event.currentTarget.value)}
          />
        </Field>
        <Field label="Expires">
          <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
            {lifetimes.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <div class="actions">
          <button type="submit" class="main" disabled={isBusy || name.trim() === '' || chosen.length === 0}>
            Create token
          </button>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      </form>
    </Section>
  );
}

/** The text of a new token. Only this page has it: after closing or leaving, it is gone. */
export type MadeTokenAnswer = TokenAnswer & { readonly token: string };

interface MadeTokenProps {
  readonly token: MadeTokenAnswer;
  readonly tenant: string;
  readonly close: () => void;
}

export function MadeToken({ token, tenant, close }: MadeTokenProps) {
  return (
    <Section title={`Token ${token.name}`}>
      <div class="token-made card" tabIndex={-1} ref={focusElement}>
        <p>
          <strong>Copy it now: it is shown only once.</strong> Anyone who has it can use its permissions, so
          keep it out of repositories and chats.
        </p>
        <CopyLine text={token.token} label="the token" />
        <p>To use it, run this and paste the token, then end the input with Ctrl-D:</p>
        <CopyLine
          text={`coppice login ${location.origin} --tenant ${tenant} --token-stdin`}
          label="the login command"
        />
        <div class="actions">
          <button type="button" onClick={close}>
            I have copied it
          </button>
        </div>
      </div>
    </Section>
  );
}

/** For the `ref` of an element that a button opened: moves the keyboard focus there once. */
function focusElement(opened: HTMLElement | null): void {
  opened?.focus();
}
