/*
 * The usage of an item: by day for an admin, the total and the last time for everybody else.
 */

import type { ItemAnswer } from '../../../registry/api/item.js';
import { Moment } from '../../parts/facts.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { UseChart } from '../../parts/use-chart.js';
import { groupedCount } from '../../rules/wording.js';
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
            It is counted when somebody reads it here, installs it with <code>coppice add</code>, or an agent
            uses it.
          </p>
        </Empty>
      ) : (
        <p>
          Used {groupedCount(item.use_count, 'time')}, the last time <Moment at={item.last_used_at} />.
        </p>
      )}
      {can('tenant:admin') && item.use_count > 0 && <Timeline item={item} />}
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
