/*
 * The confirmation before items are archived or restored: the items, the effect, and the reason. It shows the progress;
 * closing it leaves the remaining items as they are.
 */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Api } from '../../api/api.js';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import type { ItemName } from '../../rules/address.js';
import { groupedCount } from '../../rules/wording.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { moves, reportText } from './move-items.js';
import type { Moves } from './use-moves.js';

export type RequestedMove = 'archive' | 'unarchive';

const meanings: Readonly<Record<RequestedMove, string>> = {
  archive:
    'They are removed from the catalog and from new installs. Nothing is deleted: existing locks keep working, and archived items can be restored.',
  unarchive: 'They return to the catalog and to new installs, with all their versions.',
};

interface Props {
  readonly move: RequestedMove;
  readonly items: readonly ItemName[];
  readonly run: Moves['run'];
  readonly close: () => void;
}

export function MoveDialog({ move, items, run, close }: Props) {
  const [reason, setReason] = useState('');
  const [doneCount, setDoneCount] = useState<number>();
  const stop = useMemo(() => new AbortController(), []);
  useEffect(() => () => stop.abort(), []);
  const { verb } = moves[move];
  const act = () => {
    setDoneCount(0);
    return run(move, items, { reason, signal: stop.signal, step: setDoneCount });
  };
  const [only] = items;
  const what = items.length === 1 && only ? only.slug : groupedCount(items.length, 'item');
  return (
    <Dialog title={`${verb} ${what}`} verb={verb} isDangerous={move === 'archive'} act={act} close={close}>
      <p>{meanings[move]}</p>
      {items.length > 1 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <ul class="graveyard-listed" tabIndex={0} aria-label="Selected items">
          {items.map(({ slug }) => (
            <li key={slug}>{slug}</li>
          ))}
        </ul>
      )}
      {move === 'archive' && <RequiredNote items={items} />}
      <Field label="Reason" help="Optional. Recorded in the audit log.">
        <input
          value={reason}
          maxLength={500}
          autocomplete="off"
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
      {doneCount !== undefined && items.length > 1 && (
        <p class="graveyard-progress" role="status">
          <progress aria-label="Progress" value={doneCount} max={items.length} /> {doneCount} of{' '}
          {items.length}
        </p>
      )}
    </Dialog>
  );
}

/** The items that require what is archived and are not archived with it: they could not be installed any more. */
function RequiredNote({ items }: { readonly items: readonly ItemName[] }) {
  const { api } = useSession();
  const { value: lines = [] } = useAnswer('dependents', (signal) => loadDependents(api, items, signal));
  if (lines.length === 0) return null;
  return (
    <div role="note">
      <p>New installs of what requires them will fail:</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** Asked for so many of the selected items. */
const maxAsked = 50;

async function loadDependents(
  api: Api,
  items: readonly ItemName[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const isMoved = (one: ItemName) => items.some(({ kind, slug }) => kind === one.kind && slug === one.slug);
  const answers = await Promise.all(
    items.slice(0, maxAsked).map(async ({ slug, kind }) => {
      const found = await api.get('/v1/skills/{slug}/used-by', { params: { slug }, query: { kind }, signal });
      return found.filter((one) => !isMoved(one)).map((one) => `${one.slug} requires ${slug}`);
    }),
  );
  return answers.flat();
}

/** The result of archiving, restoring or unflagging. It takes the focus, because the row that had it may be gone. */
export function MoveReportView({ report, forget }: Pick<Moves, 'report' | 'forget'>) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), [report]);
  if (!report) return null;
  return (
    <div class="graveyard-report card" ref={panel} tabIndex={-1}>
      <p>{reportText(report)}</p>
      <Remarks title="Failed" remarks={report.failures} />
      <Remarks title="Notes" remarks={report.warnings} />
      <button type="button" class="quiet" aria-label="Close this report" onClick={forget}>
        ×
      </button>
    </div>
  );
}

interface RemarksProps {
  readonly title: string;
  readonly remarks: readonly string[];
}

function Remarks({ title, remarks }: RemarksProps) {
  if (remarks.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </>
  );
}
