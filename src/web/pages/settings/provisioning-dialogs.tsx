/*
 * The questions about provisioning: which provider a token is for, and whom a provider is to manage from now on.
 */

import { useId, useState } from 'preact/hooks';
import type { TokenAnswer } from '../../../registry/api/routes/account.js';
import type { MemberAnswer } from '../../../registry/api/routes/members.js';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { useSession } from '../../state/session.js';

/** A new token of a provider. Only this page has its text. */
export type MadeScimToken = TokenAnswer & { readonly token: string };

interface ScimTokenProps {
  readonly providers: readonly string[];
  readonly made: (token: MadeScimToken) => void;
  readonly close: () => void;
}

const lifetimes = [
  ['', 'Never'],
  ['365', '365 days'],
  ['180', '180 days'],
] as const;

export function ScimTokenDialog({ providers, made, close }: ScimTokenProps) {
  const { api } = useSession();
  const listId = useId();
  const [provider, setProvider] = useState(providers[0] ?? '');
  const [days, setDays] = useState('');
  const create = async () => {
    const body = { provider: provider.trim(), expires_in_days: days === '' ? null : Number(days) };
    made(await api.send('POST', '/v1/tenant/scim-tokens', { body }));
  };
  return (
    <Dialog
      title="New SCIM token"
      verb="Create token"
      isReady={provider.trim() !== ''}
      act={create}
      close={close}
    >
      <Field
        label="Provider"
        help="The short name of the provider that people sign in with: only that one recognises the people of this directory."
      >
        <input
          list={listId}
          required
          maxLength={40}
          pattern="[a-z0-9][a-z0-9\-]*"
          title="Lower-case letters, digits and hyphens"
          autocomplete="off"
          spellcheck={false}
          value={provider}
          onInput={(event) => setProvider(event.currentTarget.value)}
        />
      </Field>
      <datalist id={listId}>
        {providers.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <Field label="Expires">
        <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
          {lifetimes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
    </Dialog>
  );
}

interface HandOverProps {
  /** Whom no provider manages. */
  readonly members: readonly MemberAnswer[];
  /** Those that have a token. */
  readonly providers: readonly string[];
  readonly done: (message: string) => void;
  readonly close: () => void;
}

export function HandOverDialog({ members, providers, done, close }: HandOverProps) {
  const { api } = useSession();
  const [id, setId] = useState(members[0]?.id ?? '');
  const [provider, setProvider] = useState(providers[0] ?? '');
  const [externalId, setExternalId] = useState('');
  const handOver = async () => {
    const external_id = externalId.trim() || null;
    const { email } = await api.send('POST', '/v1/tenant/members/{id}/provisioning', {
      params: { id },
      body: { provider, external_id },
    });
    done(`${provider} manages ${email} now.`);
  };
  return (
    <Dialog
      title="Hand a member over to a provider"
      verb="Hand over"
      isReady={id !== '' && provider !== ''}
      act={handOver}
      close={close}
    >
      <p>
        A provider is refused for people who were members before it: nobody is linked by their address. From
        now on it changes this member and may deactivate them.
      </p>
      <Field label="Member">
        <select value={id} onChange={(event) => setId(event.currentTarget.value)}>
          {members.map((member) => (
            <option key={member.id} value={member.id}>
              {member.email}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Provider">
        <select value={provider} onChange={(event) => setProvider(event.currentTarget.value)}>
          {providers.map((known) => (
            <option key={known} value={known}>
              {known}
            </option>
          ))}
        </select>
      </Field>
      <Field
        label="Their id at the provider"
        help="What it sends as externalId. Without it, the provider finds them by their user name."
      >
        <input
          maxLength={255}
          autocomplete="off"
          spellcheck={false}
          value={externalId}
          onInput={(event) => setExternalId(event.currentTarget.value)}
        />
      </Field>
    </Dialog>
  );
}
