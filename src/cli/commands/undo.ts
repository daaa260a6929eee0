/*
 * `coppice undo`: takes back one entry of the ledger, or all of a run. Of a run, what can be undone is.
 */

import type { Written } from '../../library/write/author-result.js';
import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import { changeOptions, writtenReport } from '../frame/written-content.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { skillLibraryOf } from '../writing.js';

export async function runUndo(context: Context, input: Input): Promise<Report> {
  const wanted = input.argument('entry') ?? '';
  const options = { ...changeOptions(input), force: input.isOn('force') };
  const outcomes = await skillLibraryOf(context, input).undo(wanted, options);
  const undone: Written[] = [];
  const failed: { undoes: string; code: string; message: string }[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind === 'undone') undone.push(outcome.written);
    else if (outcome.error instanceof CoppiceError && outcomes.length > 1) {
      failed.push({ undoes: outcome.undoes, code: outcome.error.code, message: outcome.error.message });
    } else throw outcome.error;
  }
  const [only] = undone;
  if (outcomes.length === 1 && only) return writtenReport('undone for', only);
  const lines = [
    ...undone.map(({ id, entry }) => `undone for ${id} by entry ${entry}`),
    ...failed.map(({ undoes, code, message }) => `not undone: ${undoes}: ${message} (${code})`),
  ];
  return {
    document: { run: wanted, undone, failed },
    text: lines.map((line) => `${printable(line)}\n`).join(''),
    exitCode: failed.length > 0 ? 1 : 0,
  };
}
