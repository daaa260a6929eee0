/*
 * `coppice eval init`: a first set of trigger cases from the requests after which a skill was really loaded.
 */

import type { Context } from '../../../app/context.js';
import {
  alreadyThere,
  firstCasesFile,
  type InitRequest,
  planInit,
  writeFirstCases,
} from '../../../app/eval/init.js';
import type { TriggerCandidate } from '../../../eval/rules/first-cases.js';
import { promptLine } from '../../../system/terminal/prompt.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runEvalInit(context: Context, input: Input<'eval init'>): Promise<Report> {
  return await firstCases(context, {
    skill: input.argument('skill'),
    days: wholeNumber(input, 'days', 1) ?? 90,
    limit: wholeNumber(input, 'limit', 1) ?? 10,
    isDryRun: input.isOn('dry-run'),
  });
}

/** `ask` returns undefined where there is nobody to ask. */
export async function firstCases(
  context: Context,
  { isDryRun, ...request }: InitRequest & { readonly isDryRun: boolean },
  ask: (question: string) => Promise<string | undefined> = promptLine,
): Promise<Report> {
  const { id, candidates, isThere } = await planInit(context, request);
  if (isThere && !isDryRun) throw alreadyThere(id);
  if (candidates.length === 0)
    return {
      document: { skill: id, candidates, written: false },
      text: '',
      notes: `no request is known after which a skill was loaded; coppice evidence backfill reads your sessions, and ${firstCasesFile} can be written by hand\n`,
    };
  if (isDryRun)
    return { document: { skill: id, candidates, written: false }, text: candidates.map(line).join('') };
  const chosen = await confirmEach(candidates, ask);
  if (chosen.length === 0)
    return {
      document: { skill: id, candidates: [], written: false },
      text: '',
      notes: 'nothing was written\n',
    };
  const entry = await writeFirstCases(context, id, chosen);
  return {
    document: { skill: id, candidates: chosen, written: true, entry },
    text: `${printable(`wrote ${counted(chosen.length, 'case')} to ${firstCasesFile} of ${id}`)}\nundo with: coppice undo ${entry}\n`,
    notes: `hint: coppice eval ${printable(id)} --triggers ranks them without an agent\n`,
  };
}

function line({ query, should_trigger: expected }: TriggerCandidate): string {
  return `${expected ? 'loads it' : 'does not'}\t${printable(query)}\n`;
}

/** They are texts of the person, and a skill may be shared: nobody else can decide. */
async function confirmEach(
  candidates: readonly TriggerCandidate[],
  ask: (question: string) => Promise<string | undefined>,
): Promise<readonly TriggerCandidate[]> {
  const chosen: TriggerCandidate[] = [];
  for (const candidate of candidates) {
    const what = candidate.should_trigger ? 'should load the skill' : 'should not load the skill';
    const answer = await ask(`${printable(candidate.query)}\n  ${what}; make it a case? [y/N/q] `);
    if (answer === undefined)
      throw new CoppiceError('usage', 'each request must be confirmed on a terminal', {
        hint: '--dry-run shows them, and you can write the file by hand',
      });
    if (/^\s*q/i.test(answer)) break;
    if (/^\s*y(?:es)?\s*$/i.test(answer)) chosen.push(candidate);
  }
  return chosen;
}
