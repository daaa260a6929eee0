/*
 * What the team uses: sums and a chart of a window of days, and the items that were used most in it.
 */

import { withQuery } from '../../address.js';
import { useNavigation } from '../../navigation.js';
import { CopyLine } from '../../parts/copy-line.js';
import { PageHead } from '../../parts/page-head.js';
import { Section } from '../../parts/section.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { UseChart } from '../../parts/use-chart.js';
import { useSession } from '../../session.js';
import { useAnswer } from '../../use-answer.js';
import { TopItems } from './top-items.js';
import { UsageSums } from './usage-sums.js';
import { daysToAsk, type WindowDays, windowOf, windows, windowUse } from './usage-window.js';
import './usage.css';

const topCount = 20;

export function UsagePage() {
  const { api } = useSession();
  const { query } = useNavigation();
  const window = windowOf(query.get('days'));
  // The window goes with its answer: while another is on its way, the old days are still those of the old window.
  const use = useAnswer(`use ${window}`, async (signal) => {
    const [timeline, top] = await Promise.all([
      api.get('/v1/tenant/usage/timeline', { query: { days: daysToAsk(window) }, signal }),
      api.get('/v1/tenant/usage/top', { query: { days: window, limit: topCount }, signal }),
    ]);
    return { ...windowUse(timeline, window), window, top };
  });
  return (
    <>
      <PageHead title="Usage" says="How often the team's items were used, looked at and downloaded.">
        <WindowChoice chosen={window} />
      </PageHead>
      <AnswerView asked={use} label="usage" lines={20}>
        {({ days, sums, window: shown, top }) =>
          sums.every(({ count, before }) => count === 0 && !before) ? (
            <NothingUsed window={shown} />
          ) : (
            <>
              <UsageSums sums={sums} window={shown} />
              <Section title="By day">
                <UseChart days={days} />
              </Section>
              <Section title="Used most">
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
        Downloads and views count by themselves. Uses are told by the projects that install from here, unless
        they switched telemetry off.
      </p>
      <div class="usage-start">
        <p>In a project with a coppice.toml, this installs what it names and begins to count:</p>
        <CopyLine text="coppice ensure" label="the command" />
      </div>
    </Empty>
  );
}
