/*
 * A plan before it is carried out: every change in a line, what is left alone and why, and the button that goes ahead.
 */

import { useState } from 'preact/hooks';
import type { PlanAnswer, PlanLine, ProgressEvent } from '../../../machine/api/acts.js';
import { counted } from '../../../text/plural.js';
import { Dialog } from '../../parts/dialog.js';
import { countText } from '../../rules/wording.js';
import './plan-dialog.css';

interface Props {
  readonly plan: PlanAnswer;
  /** How far it has come, if it takes so long that it is seen. */
  readonly progress: ProgressEvent | undefined;
  readonly stop: (act: string) => void;
  readonly apply: (lines: readonly string[]) => Promise<void>;
  readonly close: () => void;
}

/** A dialog with thousands of lines takes long to draw, and nobody reads it. */
const maxLines = 300;

export function PlanDialog({ plan, progress, stop, apply, close }: Props) {
  const { title, says, verb, isChoice, lines, left } = plan;
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const kept = lines.map(({ key }) => key).filter((key) => !dropped.has(key));
  const choose = (key: string, isKept: boolean) => {
    const next = new Set(dropped);
    if (isKept) next.delete(key);
    else next.add(key);
    setDropped(next);
  };
  const hidden = Math.max(0, lines.length - maxLines);
  return (
    <Dialog
      title={lines.length === 0 ? 'Nothing to do' : title}
      verb={dropped.size === 0 ? verb : `${verb} ${kept.length} of ${lines.length}`}
      isReady={kept.length > 0}
      act={() => apply(kept)}
      stop={progress && (() => stop(progress.act))}
      close={close}
    >
      <p>{lines.length === 0 ? 'Nothing changes, because all of it is left alone.' : says}</p>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <ul class="plan-lines" tabIndex={0} aria-label="Changes">
          {lines.slice(0, maxLines).map((line) => (
            <li key={line.key}>
              {isChoice ? (
                <label>
                  <input
                    type="checkbox"
                    checked={!dropped.has(line.key)}
                    onChange={({ currentTarget }) => choose(line.key, currentTarget.checked)}
                  />
                  <LineText line={line} />
                </label>
              ) : (
                <LineText line={line} />
              )}
            </li>
          ))}
          {hidden > 0 && <li class="muted">and {counted(hidden, 'more line')}, which are included</li>}
        </ul>
      )}
      {left.length > 0 && (
        <details class="plan-left" open={lines.length === 0}>
          <summary>{counted(left.length, 'skill')} left alone</summary>
          <ul>
            {left.slice(0, maxLines).map(({ skill, why }) => (
              <li key={skill}>
                <b>{skill}</b> <span class="muted">{why}</span>
              </li>
            ))}
            {left.length > maxLines && <li class="muted">and {left.length - maxLines} more</li>}
          </ul>
        </details>
      )}
      {progress !== undefined && <Progress progress={progress} />}
    </Dialog>
  );
}

function Progress({ progress: { done, total } }: { readonly progress: ProgressEvent }) {
  return (
    <p class="plan-progress">
      <progress aria-label="Progress" value={done} max={Math.max(1, total)} />
      <span class="muted small">
        {countText(done)} of {countText(total)}
      </span>
    </p>
  );
}

function LineText({ line: { skill, does, why } }: { readonly line: PlanLine }) {
  return (
    <span>
      <b>{skill}</b> {does}
      {why !== null && <span class="muted"> · {why}</span>}
    </span>
  );
}
