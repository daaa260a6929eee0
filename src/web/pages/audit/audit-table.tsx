/*
 * Rows of the audit. Actor and action lead to all rows with the same, the target to its page.
 */

import type { AuditAnswer } from '../../../registry/api/routes/audit.js';
import { targetAddress } from '../../rules/address.js';
import { type Fact, factsOf, gistOf } from '../../rules/audit-facts.js';
import { Link } from '../../state/navigation.js';
import '../../parts/narrow-cards.css';

export interface AuditFilter {
  readonly action: string;
  readonly actor: string;
  readonly target: string;
  /** Days, in UTC. */
  readonly from: string;
  readonly to: string;
}

interface Props {
  readonly rows: readonly AuditAnswer[];
  /** The address of the rows that fit this too. */
  readonly narrowed: (wanted: Partial<AuditFilter>) => string;
}

export function AuditTable({ rows, narrowed }: Props) {
  return (
    <table class="audit-table narrow-cards">
      <thead>
        <tr>
          <th scope="col">Time (UTC)</th>
          <th scope="col">Actor</th>
          <th scope="col">Action</th>
          <th scope="col">Target</th>
          <th scope="col">Details</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td data-label="Time (UTC)">
              <time dateTime={row.at}>{row.at.slice(0, 19).replace('T', ' ')}</time>
            </td>
            <td data-label="Actor">
              <Link href={narrowed({ actor: row.actor })}>{row.actor}</Link>
            </td>
            <td data-label="Action">
              <Link href={narrowed({ action: row.action })}>{row.action}</Link>
            </td>
            <td data-label="Target">
              <Target target={row.target} />
            </td>
            <td data-label="Details">
              <Details row={row} others={narrowed({ target: row.target })} />
            </td>
            <td data-label="From">{row.ip ?? <span class="muted">this server</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Target({ target }: { readonly target: string }) {
  const address = targetAddress(target);
  return address === undefined ? <span>{target}</span> : <Link href={address}>{target}</Link>;
}

function Details({ row, others }: { readonly row: AuditAnswer; readonly others: string }) {
  const facts = factsOf(row.details);
  return (
    <details>
      <summary>{gistOf(facts) || <span class="muted">none</span>}</summary>
      <Facts facts={facts} />
      <Link href={others} class="small">
        All changes to this target
      </Link>
    </details>
  );
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="audit-facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? value : <Facts facts={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}
