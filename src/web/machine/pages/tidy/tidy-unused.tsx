/*
 * The skills that nobody used for the days of a slider, and the archive that such skills go to.
 */

import type { ArchiveAnswer, TidyAnswer } from '../../../../machine/api/tidy.js';
import { counted, nounFor } from '../../../../text/plural.js';
import { withQuery } from '../../../rules/address.js';
import { countText, exactTime, groupedCount, timeAgo } from '../../../rules/wording.js';
import { Link, useNavigation } from '../../../state/navigation.js';
import { DaysSlider } from '../../parts/days-slider.js';
import type { Planning } from '../../parts/use-plan.js';
import { skillAddress } from '../../rules/machine-address.js';
import { daysInAddress } from '../../rules/tidy-days.js';
import '../../../parts/narrow-cards.css';

interface UnusedProps {
  readonly tidy: TidyAnswer;
  /** As in the address; what is shown may still be for other days. */
  readonly days: number;
  readonly plan: Planning;
}

export function Unused({ tidy, days, plan }: UnusedProps) {
  const { total, unused, tokens, archive, quiet, savedTokens, dearest, left } = tidy;
  const { go } = useNavigation();
  const planned = archive + quiet;
  return (
    <>
      <DaysSlider
        key={days}
        label="Not used in"
        days={days}
        choose={(chosen) =>
          go(withQuery('/machine/tidy', { days: daysInAddress(chosen) }), { replace: true, keepScroll: true })
        }
      />
      <p class="tidy-sentence">
        {unused === 0 ? (
          total === 0 ? (
            'There are no skills here yet.'
          ) : (
            `Every skill was used in the last ${counted(tidy.days, 'day')}.`
          )
        ) : (
          <>
            <b>
              {countText(unused)} of {groupedCount(total, 'skill')}
            </b>{' '}
            {nounFor(unused, 'was', 'were')} not used in {counted(tidy.days, 'day')}. Together they take about{' '}
            {groupedCount(tokens, 'token')} in every prompt.
          </>
        )}
      </p>
      {planned > 0 && (
        <div class="actions tidy-act">
          <button
            type="button"
            class="main"
            disabled={plan.isBusy}
            onClick={() => plan.propose({ act: 'tidy', days: tidy.days })}
          >
            Tidy up…
          </button>
          <span class="muted small">
            {planText({ archive, quiet })}; saves about {groupedCount(savedTokens, 'token')}
          </span>
        </div>
      )}
      {dearest.length > 0 && <Dearest tidy={tidy} planned={planned} />}
      {left.length > 0 && (
        <details>
          <summary class="muted small">
            {groupedCount(
              left.reduce((sum, { count }) => sum + count, 0),
              'skill',
            )}{' '}
            left alone
          </summary>
          <ul class="tidy-left">
            {left.map(({ why, count }) => (
              <li key={why}>
                {countText(count)}: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function planText({ archive, quiet }: Pick<TidyAnswer, 'archive' | 'quiet'>): string {
  return [
    ...(archive > 0 ? [`archives ${countText(archive)}`] : []),
    ...(quiet > 0 ? [`makes ${countText(quiet)} quiet`] : []),
  ].join(', ');
}

function Dearest({
  tidy: { dearest, now },
  planned,
}: {
  readonly tidy: TidyAnswer;
  readonly planned: number;
}) {
  return (
    <div class="table-wrap">
      <table class="tidy-table narrow-cards">
        <caption class="muted small">
          {dearest.length < planned
            ? `The ${dearest.length} that take the most; all ${countText(planned)} are in the plan`
            : 'What the plan does'}
        </caption>
        <thead>
          <tr>
            <th scope="col">Skill</th>
            <th scope="col">Plan</th>
            <th scope="col">Last used</th>
            <th scope="col" class="number">
              Tokens
            </th>
          </tr>
        </thead>
        <tbody>
          {dearest.map(({ id, does, tokens, lastUsedAt }) => (
            <tr key={id}>
              <th scope="row">
                <Link href={skillAddress(id)}>{id}</Link>
              </th>
              <td data-label="Plan">{does}</td>
              <td data-label="Last used" title={lastUsedAt === null ? undefined : exactTime(lastUsedAt)}>
                {lastUsedAt === null ? 'never' : timeAgo(lastUsedAt, now)}
              </td>
              <td data-label="Tokens" class="number">
                {countText(tokens)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Archive({ archive, plan }: { readonly archive: ArchiveAnswer; readonly plan: Planning }) {
  const { total, newest, now } = archive;
  if (total === 0) return <p class="muted">Nothing is archived.</p>;
  return (
    <>
      <ul class="tidy-list card">
        {newest.map(({ id, at, reason }) => (
          <li key={`${id} ${at}`}>
            <span>
              <b>{id}</b>
              <span class="muted small">
                {at === null ? 'moved there by hand' : timeAgo(at, now)}
                {reason !== null && `, ${reason}`}
              </span>
            </span>
            <button
              type="button"
              disabled={plan.isBusy}
              aria-label={`Restore ${id}`}
              onClick={() => plan.propose({ act: 'restore', skills: [id] })}
            >
              Restore…
            </button>
          </li>
        ))}
      </ul>
      <p class="tidy-under">
        <Link href="/machine/skills?show=archived">
          {total > newest.length ? `All ${countText(total)} in the archive` : 'Restore several'}
        </Link>
      </p>
    </>
  );
}
