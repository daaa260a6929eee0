/*
 * `coppice dedupe`: keeps one of several exact copies, after one confirmation.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { type CopyGroup, type DedupedCopy, planDedupe } from '../../../app/overlap/dedupe.js';
import { skillLibraryOptions } from '../../../app/skill-library-options.js';
import { writeDepsOf } from '../../../library/write/write-target.js';
import { randomIds } from '../../../system/ids.js';
import { promptLine } from '../../../system/terminal/prompt.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runDedupe(context: Context, input: Input<'dedupe'>): Promise<Report> {
  const library = libraryOf(context);
  const keep = input.text('keep');
  const plan = planDedupe(library, keep);
  const dryRun = input.isOn('dry-run');
  const table = copiesText(context, plan.groups);
  const agreed =
    !dryRun && plan.changes > 0 && (input.isOn('yes') || (await isAgreed(context, table, plan.changes)));
  if (!agreed) {
    const note =
      plan.changes === 0
        ? 'there is nothing to do\n'
        : `nothing was changed; do it with: coppice dedupe ${keep === undefined ? '' : `--keep ${printable(keep)} `}--yes\n`;
    return {
      document: { groups: plan.groups, dryRun, run: null, done: null },
      text: table,
      notes: note,
    };
  }
  const run = randomIds.next();
  const done = await plan.apply(writeDepsOf(skillLibraryOptions(context), library.usage), run);
  return doneReport(plan.groups, done, run);
}

/** False also where nobody can be asked. */
async function isAgreed({ terminal }: Context, table: string, changes: number): Promise<boolean> {
  if (!terminal.stderr.isTerminal) return false;
  terminal.stderr.write(table);
  const answer = await promptLine(`Archive or link ${counted(changes, 'copy', 'copies')}? [y/N] `);
  return answer !== undefined && /^y(es)?$/i.test(answer.trim());
}

export function copiesText({ terminal }: Context, groups: readonly CopyGroup[]): string {
  return rowsText(
    terminal,
    ['KEEP', 'COPY', 'DO', 'WHY'],
    groups.flatMap(({ kept, copies }) =>
      copies.map(({ id, act, reason }) => [kept, id, act === 'none' ? 'leave' : act, reason]),
    ),
  );
}

function doneReport(groups: readonly CopyGroup[], done: readonly DedupedCopy[], run: string): Report {
  const failed = done.filter(({ error }) => error !== null);
  const made = done.length - failed.length;
  const lines = [
    ...failed.map(({ id, error }) => `not done: ${id}: ${error}`),
    `${counted(made, 'copy', 'copies')} archived${made === 0 ? '' : `; coppice undo ${run} takes all of it back`}`,
  ];
  return {
    document: { groups, dryRun: false, run, done },
    text: lines.map((line) => `${printable(line)}\n`).join(''),
    exitCode: failed.length > 0 ? 1 : 0,
  };
}
