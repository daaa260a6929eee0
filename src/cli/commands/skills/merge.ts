/*
 * `coppice merge`: several skills become one, with a proof that nothing is lost.
 */

import { resolve } from 'node:path';
import type { Context } from '../../../app/context.js';
import { lossText, type MergePlan, planMerge, settleInterruptedMerges } from '../../../app/overlap/merge.js';
import { type Drop, parseDropped } from '../../../evolve/rules/merge/dropped.js';
import { type MergeProtection, mergeProtections } from '../../../evolve/rules/merge/protection.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runMerge(context: Context, input: Input<'merge'>): Promise<Report> {
  const dryRun = input.isOn('dry-run');
  const textPath = input.text('text');
  const droppedPath = input.text('dropped');
  if (!dryRun) await settleInterruptedMerges(context);
  const plan = await planMerge(context, {
    sources: input.argumentList('skill'),
    into: input.text('into'),
    description: input.text('description'),
    text: textPath === undefined ? undefined : readFile(context, textPath),
    drops: droppedPath === undefined ? [] : dropsIn(context, droppedPath),
    include: protections(input.texts('include')),
  });
  const run = dryRun ? null : await plan.apply();
  const { into, folder, sources, files, missing, dropped, atoms } = plan;
  return {
    document: { into, folder, sources, files, missing, dropped, atoms, dryRun, run },
    text: () => reportText(plan, run),
    notes: notesOf(plan, run),
    exitCode: missing.length > 0 ? 1 : 0,
  };
}

function readFile({ files, workingFolder }: Context, path: string): Uint8Array {
  const file = files.read(resolve(workingFolder, path));
  if (file !== undefined) return file.bytes;
  throw new CoppiceError('not-found', `there is no file ${path}`, { hint: 'check the path' });
}

function dropsIn(context: Context, path: string): readonly Drop[] {
  const drops = parseDropped(new TextDecoder().decode(readFile(context, path)));
  if (typeof drops !== 'string') return drops;
  throw new CoppiceError('bad-value', `${path} is no list of what to drop: ${drops}`, {
    hint: 'one JSON object per line: {"text": "...", "reason": "..."}',
  });
}

function protections(given: readonly string[]): readonly MergeProtection[] {
  return mergeProtections.filter((reason) => given.includes(reason));
}

function reportText(plan: MergePlan, run: string | null): string {
  const { into, sources, files, atoms, missing, dropped } = plan;
  const lines = [
    run === null
      ? `${sources.join(', ')} would become ${into}`
      : `${sources.join(', ')} became ${into}; the old names lead to it`,
    `${counted(files.length, 'file')}, ${counted(atoms, 'part')} of the sources looked for, ${missing.length} missing`,
    ...missing.map((loss) => `missing: ${lossText(loss)}`),
    ...dropped.map((loss) => `dropped: ${lossText(loss)} (${loss.reason})`),
    ...(run === null ? [] : [`undo all of it with: coppice undo ${run}`]),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function notesOf({ missing }: MergePlan, run: string | null): string {
  if (run !== null) return '';
  return missing.length === 0
    ? 'nothing was changed; leave --dry-run out to merge them\n'
    : 'nothing was changed; put what is missing into --text, or name it with a reason in --dropped\n';
}
