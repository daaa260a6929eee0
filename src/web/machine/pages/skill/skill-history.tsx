/*
 * Every change of a skill, newest first, with what it changed and a button that takes it back.
 */

import type { HistoryEntry } from '../../../../machine/api/skill.js';
import { PatchView } from '../../../parts/diff-view.js';
import { Pill } from '../../../parts/facts.js';
import { AnswerView, Empty } from '../../../parts/states.js';
import { exactTime, timeAgo } from '../../../rules/wording.js';
import { useUndo } from '../../parts/use-undo.js';
import { actorWords } from '../../rules/act-words.js';
import { splitChanges } from '../../rules/split-changes.js';
import { useRead } from '../../state/machine.js';

interface Props {
  readonly id: string;
  /** Called after a change was taken back. */
  readonly changed: () => void;
}

export function SkillHistory({ id, changed }: Props) {
  const history = useRead('skill-history', { id });
  const { isBusy, undo } = useUndo(() => {
    history.reload();
    changed();
  });
  return (
    <AnswerView answer={history} label="the history" lines={8}>
      {({ entries, now }) =>
        entries.length === 0 ? (
          <Empty title="No change of it is recorded" />
        ) : (
          <ol class="happened-list">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} now={now} isBusy={isBusy} undo={() => undo(entry.id)} />
            ))}
          </ol>
        )
      }
    </AnswerView>
  );
}

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly now: number;
  readonly isBusy: boolean;
  readonly undo: () => void;
}

function Entry({
  entry: { at, actor, action, reason, diff, canUndo, isUndone, id },
  now,
  isBusy,
  undo,
}: EntryProps) {
  return (
    <li class="card">
      <div class="history-head">
        <p>
          <b>{action}</b> by {actorWords[actor] ?? actor}{' '}
          <time class="muted small" dateTime={new Date(at).toISOString()} title={exactTime(at)}>
            {timeAgo(at, now)}
          </time>{' '}
          {isUndone && <Pill word="undone" />}
          {reason !== null && <span class="muted small history-reason">{reason}</span>}
        </p>
        {canUndo && (
          <button type="button" disabled={isBusy} aria-label={`Undo ${action}, entry ${id}`} onClick={undo}>
            Undo
          </button>
        )}
      </div>
      {diff !== '' && (
        <details>
          <summary class="muted small">What changed</summary>
          <Changes diff={diff} />
        </details>
      )}
    </li>
  );
}

/** A move, a fact or a setting is a few lines of its own before the changes of files. */
function Changes({ diff }: { readonly diff: string }) {
  const { plain, patch } = splitChanges(diff);
  return (
    <>
      {plain !== '' && <pre class="history-plain">{plain}</pre>}
      {patch !== '' && <PatchView patch={patch} />}
    </>
  );
}
