/*
 * The tokens, newest first, with what they may do and whether they still work.
 */

import type { TokenAnswer } from '../../../registry/api/routes/account.js';
import { Moment, Pill, type Tone } from '../../parts/facts.js';
import { mayWords } from '../../rules/scope-words.js';
import { type TokenState, tokenState } from '../../rules/token-state.js';
import '../../parts/narrow-cards.css';

const tones: Readonly<Record<TokenState, Tone>> = { live: 'good', expired: 'warn', revoked: 'bad' };

interface Props {
  readonly tokens: readonly TokenAnswer[];
  readonly revoke: (token: TokenAnswer) => void;
}

export function TokenTable({ tokens, revoke }: Props) {
  return (
    <table class="token-table narrow-cards">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">May</th>
          <th scope="col">Owner</th>
          <th scope="col">Created</th>
          <th scope="col">Expires</th>
          <th scope="col">Last used</th>
          <th scope="col">State</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} revoke={() => revoke(token)} />
        ))}
      </tbody>
    </table>
  );
}

function TokenRow({ token, revoke }: { readonly token: TokenAnswer; readonly revoke: () => void }) {
  const state = tokenState(token, Date.now());
  return (
    <tr class={state === 'live' ? undefined : 'token-over'}>
      <th scope="row" class="token-name">
        {token.name}
        <code>{token.prefix}…</code>
      </th>
      <td data-label="May">
        <span class="token-scopes">{mayWords(token.scopes)}</span>
        {token.patterns.length > 0 && (
          <span class="muted small">
            only <code>{token.patterns.join(', ')}</code>
          </span>
        )}
      </td>
      <td data-label="Owner">{token.owner.replace(/^user:/, '')}</td>
      <td data-label="Created">
        <Moment at={token.created_at} />
      </td>
      <td data-label="Expires">
        <Moment at={token.expires_at} />
      </td>
      <td data-label="Last used">
        <Moment at={token.last_used_at} />
      </td>
      <td data-label="State">
        <Pill word={state} tone={tones[state]} />
      </td>
      <td class="row-action">
        {state === 'live' && (
          <button type="button" class="danger" aria-label={`Revoke ${token.name}`} onClick={revoke}>
            Revoke
          </button>
        )}
      </td>
    </tr>
  );
}
