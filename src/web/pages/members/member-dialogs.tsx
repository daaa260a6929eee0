/*
 * The questions before a member is changed: what will happen to them, and what will not.
 */

import { useState } from 'preact/hooks';
import type { Role } from '../../../registry/api/names.js';
import type { MemberAnswer } from '../../../registry/api/routes/members.js';
import { counted } from '../../../text/plural.js';
import type { Api } from '../../api/api.js';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { roles, roleWords } from '../../rules/role-words.js';
import type { MadeLinkAnswer } from './invites.js';
import type { MemberAct } from './member-table.js';

interface Props {
  readonly api: Api;
  readonly act: MemberAct;
  readonly member: MemberAnswer;
  readonly members: readonly MemberAnswer[];
  readonly done: (message: string) => void;
  readonly linked: (link: MadeLinkAnswer) => void;
  readonly close: () => void;
}

export function MemberDialog(props: Props) {
  switch (props.act) {
    case 'role':
      return <RoleDialog {...props} />;
    case 'transfer':
      return <TransferDialog {...props} />;
    case 'link':
      return <LinkDialog {...props} />;
    case 'suspend':
    case 'reinstate':
    case 'remove':
      return <PlainDialog {...props} act={props.act} />;
    default:
      return props.act satisfies never;
  }
}

export function RoleField({ role, change }: { readonly role: Role; readonly change: (role: Role) => void }) {
  return (
    <Field label="Role" help={roleWords[role]}>
      <select
        value={role}
        onChange={({ currentTarget: { value } }) =>
          change(roles.find((known) => known === value) ?? 'viewer')
        }
      >
        {roles.map((known) => (
          <option key={known} value={known}>
            {known}
          </option>
        ))}
      </select>
    </Field>
  );
}

function RoleDialog({ api, member, done, close }: Props) {
  const [role, setRole] = useState(member.role);
  const params = { id: member.id };
  const change = async () => {
    await api.send('PATCH', '/v1/tenant/members/{id}', { params, body: { role } });
    done(`${member.email} has the role ${role}.`);
  };
  return (
    <Dialog
      title={`Change the role of ${member.email}`}
      verb="Change role"
      isReady={role !== member.role}
      act={change}
      close={close}
    >
      <RoleField role={role} change={setRole} />
      <p class="muted small">
        It holds from their next request on. Their tokens lose what the role does not allow.
      </p>
    </Dialog>
  );
}

function TransferDialog({ api, member, members, done, close }: Props) {
  const others = members.filter(({ id, state }) => id !== member.id && state === 'active');
  const [to, setTo] = useState(others[0]?.email ?? '');
  const transfer = async () => {
    const { items } = await api.send('POST', '/v1/tenant/members/{id}/transfer', {
      params: { id: member.id },
      body: { to: `user:${to}` },
    });
    done(`${to} owns ${counted(items, 'item')} of ${member.email} now.`);
  };
  return (
    <Dialog
      title={`Hand over what ${member.email} owns`}
      verb="Hand over"
      isReady={to !== ''}
      act={transfer}
      close={close}
    >
      <p>{`${counted(member.owns ?? 0, 'item')} will belong to somebody else, who can publish further versions.`}</p>
      <Field label="New owner">
        <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          {others.map(({ id, email }) => (
            <option key={id} value={email}>
              {email}
            </option>
          ))}
        </select>
      </Field>
    </Dialog>
  );
}

function LinkDialog({ api, member: { id, email }, linked, close }: Props) {
  const create = async () => {
    const link = await api.send('POST', '/v1/tenant/members/{id}/link', { params: { id } });
    linked({ kind: 'sign-in link', email, ...link });
  };
  return (
    <Dialog title={`Create a sign-in link for ${email}?`} verb="Create the link" act={create} close={close}>
      <p>
        For a member who has no other way in. Whoever opens it is signed in as them, once, within 24 hours.
        The audit says that you made it.
      </p>
    </Dialog>
  );
}

type PlainAct = 'suspend' | 'reinstate' | 'remove';

const plainWords: Readonly<
  Record<PlainAct, { readonly verb: string; readonly says: string; readonly done: string }>
> = {
  suspend: {
    verb: 'Suspend',
    says: 'Their sessions, tokens and links end at once, and stay invalid. They stay a member, and keep what they own.',
    done: 'is suspended',
  },
  reinstate: {
    verb: 'Reinstate',
    says: 'They can sign in again, with the provider of the team or a new link, and make new tokens.',
    done: 'may sign in again',
  },
  remove: {
    verb: 'Remove',
    says: 'Their sessions, tokens and links end at once. What they published stays.',
    done: 'is no longer a member',
  },
};

function PlainDialog({ api, act, member, done, close }: Props & { readonly act: PlainAct }) {
  const { verb, says, done: outcome } = plainWords[act];
  const params = { id: member.id };
  const apply = async () => {
    if (act === 'remove') await api.send('DELETE', '/v1/tenant/members/{id}', { params });
    else if (act === 'suspend') await api.send('POST', '/v1/tenant/members/{id}/suspend', { params });
    else await api.send('POST', '/v1/tenant/members/{id}/reinstate', { params });
    done(`${member.email} ${outcome}.`);
  };
  const owned = act !== 'reinstate' && (member.owns ?? 0) > 0;
  return (
    <Dialog
      title={`${verb} ${member.email}?`}
      verb={verb}
      isDangerous={act !== 'reinstate'}
      act={apply}
      close={close}
    >
      <p>{says}</p>
      {owned && (
        <p>
          They own <strong>{counted(member.owns ?? 0, 'item')}</strong>. Use “Hand over” first if somebody
          else should publish further versions.
        </p>
      )}
    </Dialog>
  );
}
