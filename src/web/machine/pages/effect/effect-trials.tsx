/*
 * Trials: the days on which a coin put a note in or took it out, as a strip and as a table.
 */

import type { TrialDay, TrialRow, TrialsAnswer } from '../../../../machine/api/effect.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { dayText } from '../../../rules/chart.js';
import { groupedCount } from '../../../rules/wording.js';
import { Link } from '../../../state/navigation.js';
import { TrialStrip } from '../../parts/trial-strip.js';
import { failedText } from '../../rules/effect-words.js';
import { skillAddress } from '../../rules/machine-address.js';

export function Trials({ trials: { trials } }: { readonly trials: TrialsAnswer }) {
  if (trials.length === 0)
    return (
      <>
        <p class="muted">
          No note is tried. Where use alone cannot tell, a trial can: for four weeks a coin decides for each
          day whether the note is in the skill.
        </p>
        <CopyLine text="coppice evolve trial SKILL" label="the command" />
      </>
    );
  return (
    <ul class="effect-list">
      {trials.map((trial) => (
        <li key={trial.id} class="card">
          <Trial trial={trial} />
        </li>
      ))}
    </ul>
  );
}

function Trial({ trial: { skill, isRunning, tone, says, days } }: { readonly trial: TrialRow }) {
  const counting = days.filter(({ counts }) => counts).length;
  return (
    <>
      <p class="effect-head">
        <Link href={skillAddress(skill, 'happened')}>{skill}</Link>
        <span class={tone === 'open' ? 'pill' : `pill ${tone}`}>{isRunning ? 'running' : 'ended'}</span>
      </p>
      <TrialStrip
        days={days}
        label={`${groupedCount(days.length, 'day')}, of which ${counting} count so far; the table has each`}
      />
      <p class="small">{says}</p>
      {isRunning && (
        <p class="muted small">
          How it goes is shown when it has ended, so that nobody stops it because of how it looks.
        </p>
      )}
      <details>
        <summary>Show as a table</summary>
        <div class="table-wrap">
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Note</th>
                <th scope="col">Failed</th>
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <tr key={day.day}>
                  <th scope="row">{dayText(day.day, 'short')}</th>
                  <td>{noteText(day)}</td>
                  <td>{figuresText(day, isRunning)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

function noteText({ hasNote }: TrialDay): string {
  if (hasNote === null) return 'not yet';
  return hasNote ? 'in' : 'out';
}

function figuresText({ hasNote, counts, figures }: TrialDay, isRunning: boolean): string {
  if (figures !== null) return failedText(figures);
  if (hasNote === null) return '';
  if (!counts) return 'does not count';
  return isRunning ? 'counts' : '';
}
