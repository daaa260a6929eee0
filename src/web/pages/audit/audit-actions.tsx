/*
 * What can be done with the audit log: export the rows that the filters show, and verify all of it. Both go part by part,
 * so that a long log does not keep the registry busy.
 */

import { useState } from 'preact/hooks';
import { counted } from '../../../text/plural.js';
import { useNotices } from '../../parts/notices.js';
import { useSession } from '../../state/session.js';
import type { AuditFilter } from './audit-table.js';

export function AuditActions({ filter }: { readonly filter: AuditFilter }) {
  const { api, who } = useSession();
  const { notify, notifyError } = useNotices();
  const [isBusy, setBusy] = useState(false);
  const doing = (act: () => Promise<void>) => async () => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  const verify = async () => {
    let rows = 0;
    for (let after = 0; ; ) {
      const part = await api.get('/v1/audit/verify', { query: { after } });
      if (part.fault !== null)
        throw new Error(`Row ${part.fault.number} of the audit log is wrong: ${part.fault.fault}.`);
      rows += part.rows;
      if (part.next === null) break;
      after = part.next;
    }
    const { checkpoints, fault } = await api.get('/v1/audit/checkpoints', {});
    if (fault !== null) throw new Error(`A checkpoint does not fit row ${fault.number}: ${fault.fault}.`);
    const signed = checkpoints.length === 0 ? '' : `, and ${counted(checkpoints.length, 'checkpoint')} fit`;
    notify(`Verified: ${counted(rows, 'row')} as written, none missing${signed}.`);
  };
  const download = async () => {
    const parts: string[] = [];
    for (let after = 0; ; ) {
      const lines = await api.get('/v1/audit/export', { query: { ...given(filter), after } });
      if (lines === '') break;
      parts.push(lines);
      after = lastNumber(lines);
    }
    save(new Blob(parts, { type: 'application/x-ndjson' }), `${who?.tenant ?? 'coppice'}-audit.jsonl`);
  };
  return (
    <>
      <button type="button" disabled={isBusy} onClick={doing(download)}>
        Export
      </button>
      <button type="button" disabled={isBusy} onClick={doing(verify)}>
        Verify
      </button>
    </>
  );
}

function given(filter: AuditFilter): Partial<AuditFilter> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
}

function lastNumber(lines: string): number {
  const last = lines.slice(lines.lastIndexOf('\n', lines.length - 2) + 1);
  return Number(/^\{"number": (\d+)/.exec(last)?.[1]);
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Later: a browser may read it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
