/*
 * The usage of an item: by day for an admin, the total and the last time for everybody else.
 */

import type { ItemAnswer } from '../../../registry/api/item.js';
import { Moment } from '../../parts/facts.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { UseChart } from '../../parts/use-chart.js';
import { otherUsageText, usedText } from '../../rules/usage-text.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

const days = 90;

export function UsageTab({ item }: { readonly item: ItemAnswer }) {
  const { can } = useSession();
  return (
    <>
      {item.use_count === 0 ? (
        <Empty title="Not used yet">
          <p>
            A use is counted when a project reports that an agent used it. Views here, downloads and installs
            are counted apart.
          </p>
        </Empty>
      ) : (
        <p>
          Used {usedText(item)}. Other events: {otherUsageText(item)}. The last of all of them was{' '}
          <Moment at={item.last_used_at} />.
        </p>
      )}
      {can('usage:read') && item.use_count > 0 && <Timeline item={item} />}
    </>
  );
}

function Timeline({ item: { slug, kind } }: { readonly item: ItemAnswer }) {
  const { api } = useSession();
  const answer = useAnswer('timeline', (signal) =>
    api.get('/v1/tenant/usage/timeline', { query: { days, slug, kind }, signal }),
  );
  return (
    <AnswerView answer={answer} label={`the last ${days} days`} lines={10}>
      {(timeline) => <UseChart days={timeline} />}
    </AnswerView>
  );
}
