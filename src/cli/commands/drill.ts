/*
 * `coppice drill`: proves that what the ledger stored can be restored, in a folder that is thrown away.
 */

import { join } from 'node:path';
import { drill, saveDrillState } from '../../library/write/drill.js';
import { findEntry, readLedger } from '../../library/write/ledger.js';
import { removeFolder } from '../../system/disk/remove-folder.js';
import { randomIds } from '../../system/ids.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export function runDrill(context: Context, input: Input): Report {
  const library = libraryOf(context, input);
  const into = join(library.home, 'tmp', `drill-${randomIds.next()}`);
  context.files.makeFolder(into);
  try {
    const wanted = input.argument('entry');
    const report = drill(library, into, wanted);
    const ledger = readLedger(library);
    const entry = wanted === undefined ? null : findEntry(ledger, wanted).id;
    const upTo = ledger.entries.at(-1)?.id ?? null;
    saveDrillState(library, { at: context.clock.now(), ok: report.ok, entry, upTo });
    const failed = new Set(report.problems.map((problem) => problem.entry));
    const lines = [
      ...report.problems.map(({ entry, path, message }) => `fails  ${entry} ${path}: ${message}`),
      `${report.entries - failed.size} entries restored, ${report.problems.length} problems`,
    ];
    return {
      document: report,
      text: lines.map((line) => `${printable(line)}\n`).join(''),
      exitCode: report.ok ? 0 : 1,
    };
  } finally {
    removeFolder(context.files, into);
  }
}
