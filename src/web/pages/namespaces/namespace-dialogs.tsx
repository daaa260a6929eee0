/*
 * The questions before a namespace is created, changed or removed.
 */

import { useState } from 'preact/hooks';
import type { ApprovalRule, NamespaceRole } from '../../../registry/api/rights.js';
import type { NamespaceAnswer } from '../../../registry/api/routes/namespaces.js';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { holderOf, holderText, namespaceRoles, namespaceRoleWords } from '../../rules/rights.js';
import { useSession } from '../../state/session.js';

interface DialogProps {
  readonly done: (message: string) => void;
  readonly close: () => void;
}

interface OfNamespace extends DialogProps {
  readonly namespace: NamespaceAnswer;
}

export function NewNamespaceDialog({ done, close }: DialogProps) {
  const { api } = useSession();
  const [name, setName] = useState('');
  const [rules, setRules] = useState(noRules);
  const create = async () => {
    const body = { name: name.trim().replace(/^@/, ''), ...bodyOf(rules) };
    await api.send('POST', '/v1/namespaces', { body });
    done(`Created @${body.name}.`);
  };
  return (
    <Dialog title="New namespace" verb="Create" isReady={name.trim() !== ''} act={create} close={close}>
      <Field
        label="Name"
        help="Lower-case letters, digits and hyphens: design makes names such as @design/logo."
      >
        <input
          required
          autocomplete="off"
          spellcheck={false}
          maxLength={40}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <RuleFields rules={rules} change={setRules} />
    </Dialog>
  );
}

export function RulesDialog({ namespace, done, close }: OfNamespace) {
  const { api } = useSession();
  const { name, description, default_role: general, require_approval: rule } = namespace;
  const [rules, setRules] = useState<Rules>({
    description,
    general: general ?? '',
    approvals: rule?.approvals ?? 0,
    by: rule?.by ?? 'curator',
    noSelf: rule?.no_self ?? true,
  });
  const change = async () => {
    await api.send('PATCH', '/v1/namespaces/{namespace}', {
      params: { namespace: name },
      body: bodyOf(rules),
    });
    done(`Changed the rules of @${name}.`);
  };
  return (
    <Dialog title={`Change the rules of @${name}`} verb="Save" act={change} close={close}>
      <RuleFields rules={rules} change={setRules} />
    </Dialog>
  );
}

interface Rules {
  readonly description: string;
  /** Empty for the role in the whole team. */
  readonly general: NamespaceRole | '';
  /** 0 for none. */
  readonly approvals: number;
  readonly by: ApprovalRule['by'];
  readonly noSelf: boolean;
}

const noRules: Rules = { description: '', general: '', approvals: 0, by: 'curator', noSelf: true };

function bodyOf({ description, general, approvals, by, noSelf }: Rules) {
  return {
    description: description.trim(),
    default_role: general === '' ? null : general,
    require_approval: approvals === 0 ? null : { approvals, by, no_self: noSelf },
  };
}

const approvers = ['publisher', 'curator', 'admin'] as const satisfies readonly ApprovalRule['by'][];

function RuleFields({ rules, change }: { readonly rules: Rules; readonly change: (rules: Rules) => void }) {
  const set = (more: Partial<Rules>) => change({ ...rules, ...more });
  return (
    <>
      <Field label="Description" help="Optional: whose names these are.">
        <input
          autocomplete="off"
          maxLength={500}
          value={rules.description}
          onInput={(event) => set({ description: event.currentTarget.value })}
        />
      </Field>
      <Field
        label="Everybody is"
        help={
          rules.general === ''
            ? 'Each has the role that they have in the team.'
            : namespaceRoleWords[rules.general]
        }
      >
        <select
          value={rules.general}
          onChange={({ currentTarget: { value } }) =>
            set({ general: namespaceRoles.find((role) => role === value) ?? '' })
          }
        >
          <option value="">what they are in the whole team</option>
          {namespaceRoles.map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
        </select>
      </Field>
      <Field
        label="Approvals that a publish needs"
        help="0 for none. With any, everything is proposed as a draft first."
      >
        <input
          type="number"
          min={0}
          max={10}
          value={rules.approvals}
          onInput={({ currentTarget: { valueAsNumber } }) =>
            set({ approvals: Number.isInteger(valueAsNumber) ? valueAsNumber : 0 })
          }
        />
      </Field>
      {rules.approvals > 0 && (
        <>
          <Field label="Approved by" help="The least role of who approves.">
            <select
              value={rules.by}
              onChange={({ currentTarget: { value } }) =>
                set({ by: approvers.find((role) => role === value) ?? 'curator' })
              }
            >
              {approvers.map((role) => (
                <option key={role} value={role}>
                  {role}
                </option>
              ))}
            </select>
          </Field>
          <label>
            <input
              type="checkbox"
              checked={rules.noSelf}
              onChange={(event) => set({ noSelf: event.currentTarget.checked })}
            />{' '}
            Nobody approves what they wrote
          </label>
        </>
      )}
    </>
  );
}

export function RoleDialog({ namespace: { name }, done, close }: OfNamespace) {
  const { api } = useSession();
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<NamespaceRole>('publisher');
  const holder = holderOf(typed);
  const give = async () => {
    if (holder === undefined) return;
    await api.send('POST', '/v1/namespaces/{namespace}/roles', {
      params: { namespace: name },
      body: { holder, role },
    });
    done(`${holderText(holder)} is ${role} in @${name}.`);
  };
  return (
    <Dialog
      title={`Give a role in @${name}`}
      verb="Give role"
      isReady={holder !== undefined}
      act={give}
      close={close}
    >
      <Field
        label="Who"
        help="The address of a member, group:NAME as your provider calls it, or service:NAME."
      >
        <input
          required
          autocomplete="off"
          spellcheck={false}
          maxLength={210}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <Field label="Role" help={namespaceRoleWords[role]}>
        <select
          value={role}
          onChange={({ currentTarget: { value } }) =>
            setRole(namespaceRoles.find((known) => known === value) ?? 'reader')
          }
        >
          {namespaceRoles.map((known) => (
            <option key={known} value={known}>
              {known}
            </option>
          ))}
        </select>
      </Field>
    </Dialog>
  );
}

export function RemoveDialog({ namespace: { name }, done, close }: OfNamespace) {
  const { api } = useSession();
  const remove = async () => {
    await api.send('DELETE', '/v1/namespaces/{namespace}', { params: { namespace: name } });
    done(`Removed @${name}.`);
  };
  return (
    <Dialog title={`Remove @${name}?`} verb="Remove" isDangerous act={remove} close={close}>
      <p>Its roles and rules are gone. It can be created again.</p>
    </Dialog>
  );
}
