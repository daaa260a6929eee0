/*
 * What became of each skill since its note or its text was changed: the interval drawn, and all of it as a table.
 */

import type { ChangeRow, EffectAnswer } from '../../../../machine/api/effect.js';
import { utcDay } from '../../../../text/time.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { dayText } from '../../../rules/chart.js';
import { Link } from '../../../state/navigation.js';
import { Interval } from '../../parts/interval.js';
import type { Undoing } from '../../parts/use-undo.js';
import { failedText, intervalText } from '../../rules/effect-words.js';
import { skillAddress } from '../../rules/machine-address.js';

interface Props {
  readonly effect: EffectAnswer;
  readonly undoing: Undoing;
}

export function Changes({ effect: { hasEvidence, changes }, undoing }: Props) {
  if (changes.length === 0) return <NoChanges hasEvidence={hasEvidence} />;
  return (
    <>
      <ul class="effect-list">
        {changes.map((change) => (
          <li key={change.key} class="card">
            <Change change={change} undoing={undoing} />
          </li>
        ))}
      </ul>
      <details class="effect-table">
        <summary>Show as a table</summary>
        <ChangesTable changes={changes} />
      </details>
    </>
  );
}

function NoChanges({ hasEvidence }: { readonly hasEvidence: boolean }) {
  return (
    <>
      <p class="muted">
        {hasEvidence
          ? 'No note was written yet, and no skill was used before and after a change of its text. This shows what notes would say:'
          : 'No session was read yet. This reads what your agents have done with your skills:'}
      </p>
      <CopyLine text={hasEvidence ? 'coppice evolve run' : 'coppice evidence backfill'} label="the command" />
    </>
  );
}

const pills = { good: 'pill good', bad: 'pill bad', open: 'pill' } as const;

function Change({ change, undoing }: { readonly change: ChangeRow; readonly undoing: Undoing }) {
  const { skill, what, at, before, after, verdict, tone, says, lines, wayBack, undo } = change;
  return (
    <>
      <p class="effect-head">
        <Link href={skillAddress(skill, what === 'note' ? 'happened' : 'history')}>{skill}</Link>
        <span class={pills[tone]}>{verdict}</span>
      </p>
      <p class="muted small">
        {what}, {dayText(utcDay(at), 'short')}
      </p>
      {change.change !== null && (
        <Interval estimated={change.change} tone={tone} ends={['fails less often', 'fails more often']} />
      )}
      <p class="effect-figures small">
        {change.change !== null && <b>{intervalText(change.change)}</b>}
        <span>before: {failedText(before)} failed</span>
        <span>after: {failedText(after)}</span>
      </p>
      <p class="small">{says}</p>
      {lines.length > 0 && (
        <ol class="effect-lines small">
          {lines.map((line, index) => (
            <li key={String(index)}>{line}</li>
          ))}
        </ol>
      )}
      {undo !== null && (
        <div class="actions">
          <button
            type="button"
            disabled={undoing.isBusy}
            aria-label={`Take it back: ${what} of ${skill}`}
            onClick={() => undoing.undo(undo)}
          >
            Take it back
          </button>
          <code class="muted">{wayBack}</code>
        </div>
      )}
      {undo === null && wayBack !== null && (
        <CopyLine text={wayBack} label="the command that takes it back" />
      )}
    </>
  );
}

function ChangesTable({ changes }: { readonly changes: readonly ChangeRow[] }) {
  return (
    <div class="table-wrap">
      <table>
        <thead>
          <tr>
            <th scope="col">Change</th>
            <th scope="col">Failed before</th>
            <th scope="col">After</th>
            <th scope="col">Difference</th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ key, skill, what, at, before, after, change, verdict }) => (
            <tr key={key}>
              <th scope="row">
                {skill}: {what}, {dayText(utcDay(at), 'short')}
              </th>
              <td>{failedText(before)}</td>
              <td>{failedText(after)}</td>
              <td>{change === null ? 'none' : intervalText(change)}</td>
              <td>{verdict}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
