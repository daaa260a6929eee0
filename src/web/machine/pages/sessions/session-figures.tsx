/*
 * The numbers of the tasks: by day as bars and as a table, by agent and by model as tables. Each name leads to its tasks.
 */

import type { ResultCounts, SessionsAnswer } from '../../../../machine/api/sessions.js';
import { dayText } from '../../../rules/chart.js';
import { countText, groupedCount } from '../../../rules/wording.js';
import { Link } from '../../../state/navigation.js';
import { DayBars } from '../../parts/day-bars.js';
import { failingText, type SessionsView, sessionsAddress, totalOf } from '../../rules/sessions-view.js';

interface Props {
  readonly answer: SessionsAnswer;
  readonly view: SessionsView;
}

export function SessionFigures({ answer: { byDay, byAgent, byModel, total }, view }: Props) {
  const at = (changes: Partial<SessionsView>) => sessionsAddress({ ...view, cursor: '', ...changes });
  const busy = byDay.filter(({ counts }) => totalOf(counts) > 0).toReversed();
  return (
    <section class="sessions-figures" aria-label="Figures">
      <DayBars
        days={byDay}
        label={`${groupedCount(total, 'task')} by day; the tables have the same figures`}
      />
      <details>
        <summary>By day, agent and model</summary>
        <div class="sessions-tables">
          <CountsTable
            title="Day"
            rows={busy.map(({ day, counts }) => ({ name: dayText(day, 'short'), href: at({ day }), counts }))}
          />
          <div>
            <CountsTable
              title="Agent"
              rows={byAgent.map(({ name, counts }) => ({ name, href: at({ agent: name }), counts }))}
            />
            <CountsTable
              title="Model"
              rows={byModel.map(({ name, counts }) => ({
                name: name ?? 'not known',
                href: at({ model: name ?? '-' }),
                counts,
              }))}
            />
          </div>
        </div>
      </details>
    </section>
  );
}

interface CountsTableProps {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly href: string; readonly counts: ResultCounts }[];
}

function CountsTable({ title, rows }: CountsTableProps) {
  return (
    <div class="table-wrap">
      <table>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" class="number">
              Tasks
            </th>
            <th scope="col" class="number">
              Recovered
            </th>
            <th scope="col" class="number">
              Failed
            </th>
            <th scope="col" class="number">
              Corrected
            </th>
            <th scope="col" class="number">
              Failing
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, href, counts }) => (
            <tr key={href}>
              <th scope="row">
                <Link href={href} keepScroll>
                  {name}
                </Link>
              </th>
              <td class="number">{countText(totalOf(counts))}</td>
              <td class="number">{countText(counts.recovered)}</td>
              <td class="number">{countText(counts.failed)}</td>
              <td class="number">{countText(counts.corrected)}</td>
              <td class="number">{failingText(counts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
