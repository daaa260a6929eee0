/*
 * The last 30 days as four figures with bars, and what the skills take in every prompt of each agent. The same figures are
 * in tables.
 */

import type { ActiveDay, ActivityAnswer } from '../../../../machine/api/today.js';
import { CopyLine } from '../../../parts/copy-line.js';
import { dayText } from '../../../rules/chart.js';
import { countText, groupedCount } from '../../../rules/wording.js';
import { Bars } from '../../parts/bars.js';
import { Listings } from '../../parts/listings.js';
import './today-activity.css';

const figures = [
  { key: 'sessions', label: 'Sessions', noun: 'session' },
  { key: 'loads', label: 'Skills loaded', noun: 'load' },
  { key: 'recovered', label: 'Failures that recovered', noun: 'recovered failure' },
  { key: 'failed', label: 'Failed or corrected', noun: 'failed or corrected task' },
] as const;

export function Activity({
  activity: { days, hasEvidence, listings },
}: {
  readonly activity: ActivityAnswer;
}) {
  return (
    <>
      <section class="activity" aria-labelledby="activity-title">
        <h2 id="activity-title">Last 30 days</h2>
        {hasEvidence ? (
          <>
            <dl class="activity-figures">
              {figures.map(({ key, label, noun }) => {
                const sum = days.reduce((total, day) => total + day[key], 0);
                return (
                  <div key={key}>
                    <dt>{label}</dt>
                    <dd>
                      <b>{countText(sum)}</b>
                      <Bars
                        values={days.map((day) => day[key])}
                        label={`${groupedCount(sum, noun)} in 30 days`}
                        height={28}
                      />
                    </dd>
                  </div>
                );
              })}
            </dl>
            <details>
              <summary>Show as a table</summary>
              <DaysTable days={days} />
            </details>
          </>
        ) : (
          <>
            <p class="muted">
              No session was read yet. This reads what your agents have done with your skills:
            </p>
            <CopyLine text="coppice evidence backfill" label="the command" />
          </>
        )}
      </section>
      {listings.length > 0 && (
        <section class="activity" aria-labelledby="listings-title">
          <h2 id="listings-title">In every prompt</h2>
          <Listings listings={listings} days={30} />
        </section>
      )}
    </>
  );
}

function DaysTable({ days }: { readonly days: readonly ActiveDay[] }) {
  return (
    <div class="table-wrap">
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {figures.map(({ key, label }) => (
              <th key={key} scope="col" class="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayText(day.day, 'short')}</th>
              {figures.map(({ key }) => (
                <td key={key} class="number">
                  {countText(day[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
