/*
 * Who has which role in a namespace: people, services and groups.
 */

import { useState } from 'preact/hooks';
import type { NamespaceAnswer } from '../../../registry/api/routes/namespaces.js';
import { Dialog } from '../../parts/dialog.js';
import { holderText } from '../../rules/rights.js';
import { useSession } from '../../state/session.js';
import '../../parts/narrow-cards.css';

type HeldRole = NonNullable<NamespaceAnswer['roles']>[number];

interface Props {
  readonly namespace: string;
  readonly roles: readonly HeldRole[];
  readonly mayChange: boolean;
  readonly done: (message: string) => void;
}

export function RoleTable({ namespace, roles, mayChange, done }: Props) {
  const { api } = useSession();
  const [taking, setTaking] = useState<HeldRole>();
  if (roles.length === 0) return <p class="muted small">Nobody has a role of their own here.</p>;
  const take = async ({ holder }: HeldRole) => {
    const body = { holder, role: null };
    await api.send('POST', '/v1/namespaces/{namespace}/roles', { params: { namespace }, body });
    done(`Took the role of ${holderText(holder)} in @${namespace}.`);
  };
  return (
    <>
      <table class="narrow-cards" aria-label={`Roles in @${namespace}`}>
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Role</th>
            {mayChange && <td />}
          </tr>
        </thead>
        <tbody>
          {roles.map((held) => (
            <tr key={held.holder}>
              <th scope="row">{holderText(held.holder)}</th>
              <td data-label="Role">{held.role}</td>
              {mayChange && (
                <td class="row-action">
                  <button
                    type="button"
                    aria-label={`Take away the role of ${holderText(held.holder)}`}
                    onClick={() => setTaking(held)}
                  >
                    Take away
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {taking && (
        <Dialog
          title={`Take the role of ${holderText(taking.holder)}?`}
          verb="Take away"
          isDangerous
          act={() => take(taking)}
          close={() => setTaking(undefined)}
        >
          <p>
            It holds from the next request on. What everybody is in @{namespace}, they are, too; approvals
            that they gave there count no more if that is less.
          </p>
        </Dialog>
      )}
    </>
  );
}
