/*
 * The last acts, whoever did them, each with a button that takes it back.
 */

import type { DoneAct, DoneActsAnswer } from '../../../../machine/api/tidy.js';
import { Pill } from '../../../parts/facts.js';
import { countText, exactTime, timeAgo } from '../../../rules/wording.js';
import { useUndo } from '../../parts/use-undo.js';
import { actorWords, changesText } from '../../rules/act-words.js';

interface Props {
  readonly done: DoneActsAnswer;
  /** Called after something was taken back. */
  readonly changed: () => void;
}

export function DoneActs({ done: { acts, now }, changed }: Props) {
  const { isBusy, undo } = useUndo(changed);
  if (acts.length === 0) return <p class="muted">Nothing was done to your skills yet.</p>;
  return (
    <ul class="tidy-list card">
      {acts.map((act) => (
        <li key={act.id}>
          <Act act={act} now={now} />
          {act.canUndo && (
            <button
              type="button"
              disabled={isBusy}
              aria-label={`Undo: ${changesText(act.changes)}, ${act.id}`}
              onClick={() => void undo(act.id)}
            >
              Undo
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Act({ act, now }: { readonly act: DoneAct; readonly now: number }) {
  const { at, actor, changes, skills, skillCount, reason, isUndone } = act;
  const more = skillCount - skills.length;
  return (
    <span>
      <b>{changesText(changes)}</b> {isUndone && <Pill word="undone" />}
      <span class="muted small">
        by {actorWords[actor] ?? actor}{' '}
        <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
          {timeAgo(at, now)}
        </time>
        {reason !== null && `, ${reason}`}
      </span>
      <span class="small">
        {skills.join(', ')}
        {more > 0 && ` and ${countText(more)} more`}
      </span>
    </span>
  );
}
