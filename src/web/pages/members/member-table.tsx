/*
 * The members: who, with which role and state, when last seen, and what they own.
 */

import type { MemberState } from '../../../registry/api/names.js';
import type { MemberAnswer } from '../../../registry/api/routes/members.js';
import { counted } from '../../../text/plural.js';
import { Moment, Pill, type Tone } from '../../parts/facts.js';
import '../../parts/narrow-cards.css';

export type MemberAct = 'role' | 'link' | 'suspend' | 'reinstate' | 'transfer' | 'remove';

const tones: Readonly<Record<MemberState, Tone>> = { active: 'good', suspended: 'warn', deactivated: 'bad' };

interface Props {
  readonly members: readonly MemberAnswer[];
  readonly choose: (member: MemberAnswer, act: MemberAct) => void;
}

export function MemberTable({ members, choose }: Props) {
  return (
    <table class="member-table narrow-cards">
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Role</th>
          <th scope="col">State</th>
          <th scope="col">Last seen</th>
          <th scope="col">Owns</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <th scope="row">
              <span class="member-name">{member.name || member.email}</span>
              {member.name !== '' && <span class="muted small">{member.email}</span>}
            </th>
            <td data-label="Role">
              {member.role}
              {member.role_from !== null && <span class="muted small"> from group {member.role_from}</span>}
            </td>
            <td data-label="State">
              <Pill word={member.state} tone={tones[member.state]} />
              {member.provisioned && <span class="muted small"> by provider</span>}
            </td>
            <td data-label="Last seen">
              <Moment at={member.last_seen_at} />
            </td>
            <td data-label="Owns" class="member-owns">
              {counted(member.owns ?? 0, 'item')}
            </td>
            <td class="row-action">
              <MemberActs member={member} choose={(act) => choose(member, act)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ActsProps {
  readonly member: MemberAnswer;
  readonly choose: (act: MemberAct) => void;
}

/** What makes sense for the member now; the registry decides what is allowed. */
function MemberActs({ member, choose }: ActsProps) {
  const { email, state, owns, provisioned, role_from: roleFrom } = member;
  const acts: readonly (readonly [act: MemberAct, label: string, isOffered: boolean])[] = [
    ['role', 'Change role', roleFrom === null],
    ['link', 'Sign-in link', state === 'active' && !provisioned],
    ['transfer', 'Hand over', (owns ?? 0) > 0],
    ['suspend', 'Suspend', state === 'active'],
    ['reinstate', 'Reinstate', state === 'suspended'],
    ['remove', 'Remove', true],
  ];
  return (
    <div class="member-acts">
      {acts.map(
        ([act, label, isOffered]) =>
          isOffered && (
            <button
              key={act}
              type="button"
              class={act === 'remove' || act === 'suspend' ? 'danger' : undefined}
              aria-label={`${label}: ${email}`}
              onClick={() => choose(act)}
            >
              {label}
            </button>
          ),
      )}
    </div>
  );
}
