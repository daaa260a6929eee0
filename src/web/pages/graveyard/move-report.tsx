/*
 * What came of archiving, restoring or unflagging. It takes the focus: the row that had it may be gone.
 */

import { useEffect, useRef } from 'preact/hooks';
import { reportText } from './move-items.js';
import type { Moves } from './use-moves.js';

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
