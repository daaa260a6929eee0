/*
 * Which role the groups of a provider give: a short table, saved as a whole.
 */

import { useState } from 'preact/hooks';
import type { Role } from '../../../registry/api/names.js';
import { useNotices } from '../../parts/notices.js';
import { Section } from '../../parts/page.js';
import { Problem } from '../../parts/states.js';
import { roles } from '../../rules/role-words.js';
import { useSession } from '../../state/session.js';

interface GroupRole {
  readonly group: string;
  readonly role: Role;
}

interface Props {
  readonly saved: readonly GroupRole[];
  readonly reload: () => void;
}

export function GroupRoles({ saved, reload }: Props) {
  const { api } = useSession();
  const { notify } = useNotices();
  const [rows, setRows] = useState(saved);
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const set = (at: number, changes: Partial<GroupRole>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)));
  const save = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const given = rows.map(({ group, role }) => ({ group: group.trim(), role }));
      setRows(await api.send('PUT', '/v1/tenant/group-roles', { body: { roles: given } }));
      notify('Saved the roles of groups.');
      reload();
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  const isChanged = JSON.stringify(rows) !== JSON.stringify(saved);
  return (
    <Section title="Roles of groups">
      <p class="muted small">
        A member gets the highest role of their groups: at once where the provider sends groups by SCIM, else
        at the next sign-in. Without such a group they keep the role that an admin gave.
      </p>
      {problem !== undefined && <Problem error={problem} />}
      <form class="group-roles" onSubmit={save}>
        {rows.map(({ group, role }, at) => (
          <div key={at} class="group-role">
            <input
              aria-label={`Group ${at + 1}`}
              placeholder="Name or id, as the provider sends it"
              required
              maxLength={200}
              autocomplete="off"
              spellcheck={false}
              value={group}
              onInput={(event) => set(at, { group: event.currentTarget.value })}
            />
            <select
              aria-label={`Role of group ${at + 1}`}
              value={role}
              onChange={({ currentTarget: { value } }) =>
                set(at, { role: roles.find((known) => known === value) ?? 'viewer' })
              }
            >
              {roles.map((known) => (
                <option key={known} value={known}>
                  {known}
                </option>
              ))}
            </select>
            <button
              type="button"
              class="danger"
              aria-label={`Remove group ${at + 1}`}
              onClick={() => setRows(rows.filter((_, index) => index !== at))}
            >
              Remove
            </button>
          </div>
        ))}
        <div class="actions">
          <button type="button" onClick={() => setRows([...rows, { group: '', role: 'publisher' }])}>
            Add a group
          </button>
          {(isChanged || isBusy) && (
            <button type="submit" class="main" disabled={isBusy}>
              Save roles
            </button>
          )}
        </div>
      </form>
    </Section>
  );
}
