/*
 * What is in the archive, page by page, to be restored.
 */

import type { ItemRow } from '../../../registry/api/item.js';
import type { Kind } from '../../../registry/api/names.js';
import { PageLinks, Section } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { graveyardAddress } from '../../rules/graveyard-view.js';
import { groupedCount, timeAgo } from '../../rules/wording.js';
import { Link, useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { GraveList } from './grave-list.js';
import { MoveReportView } from './move-dialog.js';
import { useMoves } from './use-moves.js';

export function Archived({ kind }: { readonly kind: Kind }) {
  const { api } = useSession();
  const { query } = useNavigation();
  const cursor = query.get('cursor') ?? undefined;
  const page = useAnswer(cursor ?? 'first', (signal) =>
    api.get('/v1/skills', { query: { state: 'archived', kind, ...(cursor && { cursor }) }, signal }),
  );
  const { report, forget, run } = useMoves(page.reload);
  return (
    <Section
      title="Archived"
      actions={<output class="muted">{page.value && countWords(page.value, cursor)}</output>}
    >
      <MoveReportView report={report} forget={forget} />
      <AnswerView answer={page} label="the archive" lines={12}>
        {({ items, next_cursor: next }) => (
          <>
            {items.length === 0 ? (
              <NothingArchived kind={kind} />
            ) : (
              <GraveList label="Archived" items={items.map(withReasons)} move="unarchive" run={run} />
            )}
            <PageLinks next={next} words={['First page', 'Next page']} />
          </>
        )}
      </AnswerView>
    </Section>
  );
}

function withReasons(item: ItemRow) {
  const since = `archived ${timeAgo(Date.parse(item.state_at), Date.now())}`;
  return { ...item, reasons: item.state_reason === null ? [since] : [since, item.state_reason] };
}

function countWords({ items, next_cursor: next }: ItemPage, cursor: string | undefined): string {
  const isWhole = next === null && cursor === undefined;
  return `${groupedCount(items.length, 'item')}${isWhole ? '' : ' on this page'}`;
}

interface ItemPage {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

function NothingArchived({ kind }: { readonly kind: Kind }) {
  return (
    <Empty title={`No ${kind} is archived`}>
      <p>Archived items appear here with all their versions, and can be restored.</p>
      <p>
        <Link href={graveyardAddress({ list: 'candidates', kind })}>See the candidates</Link>
      </p>
    </Empty>
  );
}
