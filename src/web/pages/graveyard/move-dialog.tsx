/*
 * Asks before items are archived or restored: which they are, what it means, and why. While it goes on it shows how far it
 * is; closing it leaves the rest as they are.
 */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import type { ItemName } from '../../rules/address.js';
import { groupedCount } from '../../rules/wording.js';
import { moves, reportText } from './move-items.js';
import type { Moves } from './use-moves.js';

export type RequestedMove = 'archive' | 'unarchive';

const meanings: Readonly<Record<RequestedMove, string>> = {
  archive:
    'Gone from the catalog and from new installs. Nothing is deleted: locks keep working, and what is archived can be restored.',
  unarchive: 'Back in the catalog and in new installs, with every version there was.',
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
        <ul class="graveyard-listed" tabIndex={0} aria-label="Which ones">
          {items.map(({ slug }) => (
            <li key={slug}>{slug}</li>
          ))}
        </ul>
      )}
      <Field label="Reason" help="Kept in the audit log. May be left empty.">
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

/*
 * What came of archiving, restoring or unflagging. It takes the focus: the row that had it may be gone.
 */

export function MoveReportView({ report, forget }: Pick<Moves, 'report' | 'forget'>) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), [report]);
  if (!report) return null;
  return (
    <div class="graveyard-report card" ref={panel} tabIndex={-1}>
      <p>{reportText(report)}</p>
      <Remarks title="Failed" remarks={report.failures} />
      <Remarks title="Good to know" remarks={report.warnings} />
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
