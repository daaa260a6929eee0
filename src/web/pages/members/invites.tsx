/*
 * Inviting somebody: the form, the link that is shown once, and the invitations that wait.
 */

import { useState } from 'preact/hooks';
import type { Role } from '../../../registry/api/names.js';
import type { InviteAnswer } from '../../../registry/api/routes/members.js';
import type { Api } from '../../api/api.js';
import { CopyLine } from '../../parts/copy-line.js';
import { Dialog } from '../../parts/dialog.js';
import { Moment } from '../../parts/facts.js';
import { Field } from '../../parts/field.js';
import { Section } from '../../parts/page.js';
import { accountName } from '../../rules/account.js';
import { RoleField } from './member-dialogs.js';

/** The link of a new invitation. Only this page has it. */
export type MadeInviteAnswer = InviteAnswer & { readonly url: string };

interface InviteDialogProps {
  readonly api: Api;
  readonly made: (invite: MadeInviteAnswer) => void;
  readonly close: () => void;
}

export function InviteDialog({ api, made, close }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('publisher');
  const invite = async () => {
    const body = { email: email.trim(), role };
    made(await api.send('POST', '/v1/tenant/members', { body }));
  };
  return (
    <Dialog
      title="Invite somebody"
      verb="Create the link"
      isReady={email.includes('@')}
      act={invite}
      close={close}
    >
      <Field
        label="Their e-mail address"
        help="They have to give it to accept. The registry sends nothing itself."
      >
        <input
          type="email"
          required
          autocomplete="off"
          value={email}
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
      </Field>
      <RoleField role={role} change={setRole} />
    </Dialog>
  );
}

/** A link for one person: an invitation, or one to sign in with. */
export interface MadeLinkAnswer {
  readonly kind: 'invitation' | 'sign-in link';
  readonly email: string;
  readonly url: string;
  readonly expires_at: string;
}

interface MadeLinkProps {
  readonly link: MadeLinkAnswer;
  readonly close: () => void;
}

export function MadeLink({ link: { kind, email, url, expires_at: end }, close }: MadeLinkProps) {
  return (
    <Section title={kind === 'invitation' ? `Invitation of ${email}` : `Sign-in link of ${email}`}>
      <div class="invite-made card" tabIndex={-1} ref={(opened) => opened?.focus()}>
        <p>
          <strong>Send this link to {email} now: it is shown only once.</strong>{' '}
          {kind === 'invitation'
            ? 'It works once, for this address, and expires'
            : 'Whoever opens it is signed in as them. It works once, and expires'}{' '}
          <Moment at={end} />.
        </p>
        <CopyLine text={url} label={`the ${kind}`} />
        <div class="actions">
          <button type="button" onClick={close}>
            I have copied it
          </button>
        </div>
      </div>
    </Section>
  );
}

interface InviteListProps {
  readonly invites: readonly InviteAnswer[];
  readonly withdraw: (invite: InviteAnswer) => void;
}

export function InviteList({ invites, withdraw }: InviteListProps) {
  if (invites.length === 0) return null;
  return (
    <Section title="Invited">
      <table class="member-table narrow-cards">
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Role</th>
            <th scope="col">Invited by</th>
            <th scope="col">Expires</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {invites.map((invite) => (
            <tr key={invite.id}>
              <th scope="row">{invite.email}</th>
              <td data-label="Role">{invite.role}</td>
              <td data-label="Invited by">{accountName({ principal: invite.invited_by })}</td>
              <td data-label="Expires">
                <Moment at={invite.expires_at} />
              </td>
              <td class="row-action">
                <button
                  type="button"
                  class="danger"
                  aria-label={`Withdraw the invitation of ${invite.email}`}
                  onClick={() => withdraw(invite)}
                >
                  Withdraw
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
