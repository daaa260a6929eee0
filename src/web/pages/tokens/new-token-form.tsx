/*
 * Making a token: what it is for, what it may do, for how long. A refusal is shown in the form, which keeps what was
 * filled in.
 */

import { useState } from 'preact/hooks';
import type { Scope } from '../../../registry/api/names.js';
import { Field } from '../../parts/field.js';
import { Problem } from '../../parts/problem.js';
import { Section } from '../../parts/section.js';
import { useSession } from '../../session.js';
import type { MadeTokenAnswer } from './made-token.js';
import { takeFocus } from './take-focus.js';
import { patternsIn } from './token-rules.js';

const scopeWords: Readonly<Record<Scope, string>> = {
  'skills:read': 'Search the catalog, install, report use',
  'skills:publish': 'Publish versions, propose drafts',
  'skills:curate': 'Review drafts, flag items',
  'tenant:admin': 'Archive, restore, read usage and audit, change settings',
};

const lifetimes = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '365 days'],
  ['', 'Never'],
] as const;

interface Props {
  /** What the person has, and so can hand on. */
  readonly scopes: readonly Scope[];
  readonly made: (token: MadeTokenAnswer) => void;
  readonly cancel: () => void;
}

export function NewTokenForm({ scopes, made, cancel }: Props) {
  const { api } = useSession();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['skills:read']);
  const [patterns, setPatterns] = useState('');
  const [days, setDays] = useState('90');
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  const toggle = (scope: Scope) =>
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
            ref={takeFocus}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <fieldset>
          <legend>May</legend>
          {scopes.map((scope) => (
            <label key={scope} class="token-scope">
              <input type="checkbox" checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
              <span>
                <code>{scope}</code>
                <span class="muted">{scopeWords[scope]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Field label="Only these items" help="Slugs, * for any letters, commas between. Empty for all items.">
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
            Make the token
          </button>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      </form>
    </Section>
  );
}
