/*
 * The team's usage: totals and a chart of a period, and the most used items in it.
 */

import { CopyLine } from '../../parts/copy-line.js';
import { PageHead, Section } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { UseChart } from '../../parts/use-chart.js';
import { withQuery } from '../../rules/address.js';
import {
  changeText,
  daysToRequest,
  type Sum,
  type WindowDays,
  windowOf,
  windows,
  windowUse,
} from '../../rules/usage-window.js';
import { useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { TopItems } from './top-items.js';
import './usage.css';
import { countText } from '../../rules/wording.js';

const topCount = 20;

export function UsagePage() {
  const { api } = useSession();
  const { query } = useNavigation();
  const window = windowOf(query.get('days'));
  // The window belongs to its response: while another one is loading, the old days are still those of the old window.
  const use = useAnswer(`use ${window}`, async (signal) => {
    const [timeline, top] = await Promise.all([
      api.get('/v1/tenant/usage/timeline', { query: { days: daysToRequest(window) }, signal }),
      api.get('/v1/tenant/usage/top', { query: { days: window, limit: topCount }, signal }),
    ]);
    return { ...windowUse(timeline, window), window, top };
  });
  return (
    <>
      <PageHead title="Usage" says="How often the team's items were used, viewed and downloaded.">
        <WindowChoice chosen={window} />
      </PageHead>
      <AnswerView answer={use} label="usage" lines={20}>
        {({ days, sums, window: shown, top }) =>
          sums.every(({ count, before }) => count === 0 && !before) ? (
            <NothingUsed window={shown} />
          ) : (
            <>
              <UsageTotals sums={sums} window={shown} />
              <Section title="By day">
                <UseChart days={days} />
              </Section>
              <Section title="Most active">
                <TopItems items={top} />
              </Section>
            </>
          )
        }
      </AnswerView>
    </>
  );
}

function WindowChoice({ chosen }: { readonly chosen: WindowDays }) {
  const { path, go } = useNavigation();
  return (
    <fieldset class="usage-window">
      <legend>Days</legend>
      {windows.map((days) => (
        <label key={days}>
          <input
            type="radio"
            name="days"
            value={days}
            checked={days === chosen}
            onChange={() => go(withQuery(path, { days }), { replace: true })}
          />
          <span>{days} days</span>
        </label>
      ))}
    </fieldset>
  );
}

function NothingUsed({ window }: { readonly window: WindowDays }) {
  return (
    <Empty title={`Nothing was used in the last ${window} days`}>
      <p>
        Downloads and views are counted automatically. Projects that install from here report uses, unless
        they have switched telemetry off.
      </p>
      <div class="usage-start">
        <p>In a project with a coppice.toml, this command installs its items and starts counting:</p>
        <CopyLine text="coppice ensure" label="the command" />
      </div>
    </Empty>
  );
}

/** The totals of a period, each compared with the period before. */
interface Props {
  readonly sums: readonly Sum[];
  readonly window: WindowDays;
}

function UsageTotals({ sums, window }: Props) {
  return (
    <dl class="usage-sums">
      {sums.map((sum) => (
        <div key={sum.name} class="card">
          <dt>{sum.name}</dt>
          <dd class="usage-count">{countText(sum.count)}</dd>
          <dd class="muted small">{changeText(sum, window) ?? `in the last ${window} days`}</dd>
        </div>
      ))}
    </dl>
  );
}
