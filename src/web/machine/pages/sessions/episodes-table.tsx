/*
 * Tasks with a skill in a table, under the day on which they began: what happened first went wrong, and how it ended.
 */

import { Fragment } from 'preact';
import type { EpisodeRow } from '../../../../machine/api/sessions.js';
import { printable } from '../../../../text/printable.js';
import { Pill } from '../../../parts/facts.js';
import { dayText } from '../../../rules/chart.js';
import { countText, exactTime } from '../../../rules/wording.js';
import { Link } from '../../../state/navigation.js';
import { StoredCode } from '../../parts/stored-text.js';
import { episodeAddress } from '../../rules/machine-address.js';
import { clockText, dayOf, lengthText, resultTones, resultWords } from '../../rules/sessions-view.js';
import '../../../parts/narrow-cards.css';
import './episodes-table.css';

interface Props {
  /** Newest first. */
  readonly episodes: readonly EpisodeRow[];
  readonly label: string;
}

export function EpisodesTable({ episodes, label }: Props) {
  return (
    <table class="episodes narrow-cards" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Task with</th>
          <th scope="col">Began</th>
          <th scope="col">Result</th>
          <th scope="col" class="number">
            Attempts
          </th>
          <th scope="col">Took</th>
          <th scope="col">Agent</th>
        </tr>
      </thead>
      {byDay(episodes).map(([day, some]) => (
        <tbody key={day}>
          <tr class="episodes-day">
            <th colSpan={6} scope="rowgroup">
              {dayText(day, 'whole')}
            </th>
          </tr>
          {some.map((episode) => (
            <Row key={episode.id} episode={episode} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function byDay(episodes: readonly EpisodeRow[]): readonly (readonly [string, readonly EpisodeRow[]])[] {
  const days = new Map<string, EpisodeRow[]>();
  for (const episode of episodes) {
    const day = dayOf(episode.startedAt);
    const some = days.get(day);
    if (some === undefined) days.set(day, [episode]);
    else some.push(episode);
  }
  return [...days];
}

function Row({ episode }: { readonly episode: EpisodeRow }) {
  const { id, skill, agent, model, startedAt, endedAt, result, attempts, failed, corrected } = episode;
  return (
    <tr>
      <th scope="row" class="episodes-name">
        <Link href={episodeAddress(id)}>{printable(skill)}</Link>
        <What episode={episode} />
      </th>
      <td data-label="Began">
        <time dateTime={new Date(startedAt).toISOString()} title={exactTime(startedAt)}>
          {clockText(startedAt)}
        </time>
      </td>
      <td data-label="Result">
        <Pill word={resultWords[result]} tone={resultTones[result]} />
      </td>
      <td data-label="Attempts" class="number">
        {countText(attempts)}
        {failed + corrected > 0 && (
          <span class="muted small episodes-bad">
            {[failed > 0 ? `${failed} failed` : '', corrected > 0 ? `${corrected} corrected` : '']
              .filter(Boolean)
              .join(', ')}
          </span>
        )}
      </td>
      <td data-label="Took">{lengthText(endedAt - startedAt)}</td>
      <td data-label="Agent">
        {printable(agent)}
        {model !== null && <span class="muted small episodes-model">{printable(model)}</span>}
      </td>
    </tr>
  );
}

/** What the user wanted otherwise says more than what failed on the way. */
function What({ episode: { failure, correction } }: { readonly episode: EpisodeRow }) {
  if (correction !== null)
    return (
      <q class="episodes-what stored" dir="auto">
        {printable(correction)}
      </q>
    );
  if (failure === null) return <Fragment />;
  return (
    <span class="episodes-what">
      <StoredCode text={failure.command} /> <span class="stored">{printable(failure.error)}</span>
    </span>
  );
}
