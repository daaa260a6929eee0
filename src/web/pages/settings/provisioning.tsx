/*
 * Members from an identity provider (SCIM): where it sends them, its tokens, and handing a member over to it.
 */

import { useState } from 'preact/hooks';
import type { TokenAnswer } from '../../../registry/api/routes/account.js';
import type { MemberAnswer } from '../../../registry/api/routes/members.js';
import { CopyLine } from '../../parts/copy-line.js';
import { Dialog } from '../../parts/dialog.js';
import { Moment } from '../../parts/facts.js';
import { useNotices } from '../../parts/notices.js';
import { Section } from '../../parts/page.js';
import { tokenState } from '../../rules/token-state.js';
import { useSession } from '../../state/session.js';
import { HandOverDialog, type MadeScimToken, ScimTokenDialog } from './provisioning-dialogs.js';
import '../../parts/narrow-cards.css';

interface Props {
  /** All of the team. */
  readonly tokens: readonly TokenAnswer[];
  readonly members: readonly MemberAnswer[];
  /** The short names of the sign-in providers. */
  readonly providers: readonly string[];
  readonly reload: () => void;
}

type Open = 'nothing' | 'token' | 'member' | TokenAnswer;

export function Provisioning({ tokens, members, providers, reload }: Props) {
  const { api } = useSession();
  const { notify } = useNotices();
  const [open, setOpen] = useState<Open>('nothing');
  const [made, setMade] = useState<MadeScimToken>();
  const close = () => setOpen('nothing');
  const live = tokens.filter(
    (token) => token.scopes.includes('tenant:scim') && tokenState(token, Date.now()) === 'live',
  );
  const others = members.filter(({ provisioned }) => !provisioned);
  const revoke = async ({ id, owner }: TokenAnswer) => {
    await api.send('DELETE', '/v1/profile/tokens/{id}', { params: { id } });
    notify(`Revoked the token of ${nameOf(owner)}.`);
    reload();
  };
  return (
    <Section
      title="Members from a provider (SCIM)"
      actions={
        <>
          {live.length > 0 && others.length > 0 && (
            <button type="button" onClick={() => setOpen('member')}>
              Hand a member over
            </button>
          )}
          <button type="button" onClick={() => setOpen('token')}>
            New SCIM token
          </button>
        </>
      }
    >
      <p class="muted small">
        Your identity provider can create, change and deactivate members itself. Whom it deactivates is signed
        out at once, and their tokens end. Enter this address there, and a token.
      </p>
      <div class="provider-addresses">
        <CopyLine text={`${location.origin}/scim/v2`} label="the address for SCIM" />
      </div>
      {made && <MadeToken token={made} close={() => setMade(undefined)} />}
      {live.length > 0 && <ScimTokens tokens={live} revoke={setOpen} />}
      {open === 'token' && (
        <ScimTokenDialog
          providers={providers}
          made={(token) => {
            setMade(token);
            reload();
          }}
          close={close}
        />
      )}
      {open === 'member' && (
        <HandOverDialog
          members={others}
          providers={[...new Set(live.map(({ owner }) => nameOf(owner)))]}
          done={(message) => {
            notify(message);
            reload();
          }}
          close={close}
        />
      )}
      {typeof open === 'object' && (
        <Dialog
          title={`Revoke the token of ${nameOf(open.owner)}?`}
          verb="Revoke"
          isDangerous
          act={() => revoke(open)}
          close={close}
        >
          <p>
            The provider can no longer change members with it: whoever leaves keeps their access until you
            suspend them here, or give the provider another token.
          </p>
        </Dialog>
      )}
    </Section>
  );
}

interface ScimTokensProps {
  readonly tokens: readonly TokenAnswer[];
  readonly revoke: (token: TokenAnswer) => void;
}

function ScimTokens({ tokens, revoke }: ScimTokensProps) {
  return (
    <table class="scim-tokens narrow-cards">
      <thead>
        <tr>
          <th scope="col">Provider</th>
          <th scope="col">Created</th>
          <th scope="col">Expires</th>
          <th scope="col">Last used</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <th scope="row">
              {nameOf(token.owner)} <code>{token.prefix}…</code>
            </th>
            <td data-label="Created">
              <Moment at={token.created_at} />
            </td>
            <td data-label="Expires">
              <Moment at={token.expires_at} />
            </td>
            <td data-label="Last used">
              <Moment at={token.last_used_at} />
            </td>
            <td class="row-action">
              <button
                type="button"
                class="danger"
                aria-label={`Revoke the token ${token.prefix} of ${nameOf(token.owner)}`}
                onClick={() => revoke(token)}
              >
                Revoke
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MadeToken({ token, close }: { readonly token: MadeScimToken; readonly close: () => void }) {
  return (
    <div class="scim-made card" tabIndex={-1} ref={(opened) => opened?.focus()}>
      <p>
        <strong>Enter this token at {nameOf(token.owner)} now: it is shown only once.</strong> It works at
        this address only, and for nothing but members and groups.
      </p>
      <CopyLine text={token.token} label="the SCIM token" />
      <div class="actions">
        <button type="button" onClick={close}>
          I have copied it
        </button>
      </div>
    </div>
  );
}

function nameOf(owner: string): string {
  return owner.replace(/^service:/, '');
}
