/*
 * `coppice drill`: proves that what the ledger stored can be restored, in a folder that is thrown away.
 */

import { join } from 'node:path';
import { drill } from '../../library/write/drill.js';
import { removeFolder } from '../../system/disk/remove-folder.js';
import { randomIds } from '../../system/ids.js';
import { printable } from '../../system/terminal/printable.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export function run(context: Context, input: Input): Report {
  const library = libraryOf(context, input);
  const into = join(library.home, 'tmp', `drill-${randomIds.next()}`);
  context.files.makeFolder(into);
  try {
    const report = drill(library, into, input.argument('entry'));
    const lines = [
      ...report.problems.map(({ entry, path, message }) => `fails  ${entry} ${path}: ${message}`),
      `${report.entries} entries restored, ${report.problems.length} problems`,
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
