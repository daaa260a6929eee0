/*
 * `coppice eval`: runs the cases of a skill with an agent, or replays them, and reports what came of it.
 */

import { resolve } from 'node:path';
import { type Context, libraryOf } from '../../../app/context.js';
import { type EvalRequest, type PlannedEval, planEval, runEval } from '../../../app/eval/run.js';
import { claimOf, unmetBecause } from '../../../eval/rules/gate.js';
import { aggregateResult } from '../../../eval/rules/result/aggregate.js';
import type { EvalResult } from '../../../eval/rules/result/eval-result.js';
import { difference, usd } from '../../../eval/rules/result/figures.js';
import { htmlPage } from '../../../eval/rules/result/page-html.js';
import {
  armColumns,
  armRows,
  caseColumns,
  caseRow,
  caseTitle,
  headline,
  markdownPage,
  reasons,
} from '../../../eval/rules/result/page-text.js';
import { untilStopSignal } from '../../../system/process/signals.js';
import { showProgress } from '../../../system/terminal/progress.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { agentRequest, isConfirmed } from './agent-request.js';
import { runResults } from './results.js';
import { runTriggers } from './triggers.js';

type EvalInput = Input<'eval'>;

export async function runEvalCommand(context: Context, input: EvalInput): Promise<Report> {
  if (input.isOn('triggers')) return runTriggers(context, input);
  if (input.isOn('results')) return runResults(context, input);
  const library = libraryOf(context);
  const request = requestOf(input);
  const required = {
    minScore: share(input, 'min-score', 0),
    minDifference: share(input, 'min-difference', -1),
  };
  const plan = planEval(context, library, request);
  if (
    !request.isReplay &&
    !library.config['eval.unattended'] &&
    !(await isConfirmed(input, plan, plan.steps))
  )
    return { document: { cancelled: true }, text: '', notes: 'nothing was run\n' };
  const result = await withProgress(context, plan, request);
  const unmet = unmetBecause(claimOf(result), required);
  const output = input.text('output');
  if (output !== undefined)
    writeResult(context, resolve(context.workingFolder, output), result, required.minScore);
  const isBad = unmet !== undefined || result.faults.length > 0;
  return {
    document: { ...result, met: unmet === undefined, ...(unmet !== undefined && { unmet }) },
    text: () => (input.isOn('markdown') ? `${markdownPage(result)}\n` : page(context, result)),
    notes: notesOf(result, unmet, output),
    exitCode: result.partial !== null ? 4 : isBad ? 1 : 0,
  };
}

function requestOf(input: EvalInput): EvalRequest {
  return {
    ...agentRequest(input),
    isAlone: input.isOn('only-with'),
    old: input.text('old'),
    isReplay: input.isOn('replay'),
  };
}

function share(input: EvalInput, flag: 'min-score' | 'min-difference', least: number): number | undefined {
  const given = input.text(flag);
  if (given === undefined) return undefined;
  const number = given === '' ? Number.NaN : Number(given);
  if (number >= least && number <= 1) return number;
  throw new CoppiceError('bad-value', `--${flag} cannot be ${given === '' ? 'empty' : given}`, {
    hint: `give a number from ${least} to 1`,
  });
}

async function withProgress(context: Context, plan: PlannedEval, request: EvalRequest): Promise<EvalResult> {
  const progress = showProgress(context.terminal);
  const controller = new AbortController();
  if (!request.isReplay) void untilStopSignal().then(() => controller.abort());
  try {
    return await runEval(context, plan, request, {
      signal: controller.signal,
      onProgress: ({ done, total, costUsd }) => {
        const cost = costUsd === null ? '' : `, ${usd(costUsd)}`;
        progress.update({ label: `${plan.suite.agent}${cost}`, done, total });
      },
    });
  } finally {
    progress.end();
  }
}

function page(context: Context, result: EvalResult): string {
  const { terminal } = context;
  const rows = result.cases.map((one) => caseRow(result, one));
  const failures = result.cases.flatMap((one) => reasons(one).map((line) => `  ${caseTitle(one)}: ${line}`));
  return [
    `${printable(headline(result))}\n`,
    `difference ${difference(result.summary.difference)}, cost ${usd(result.summary.costUsd)}\n\n`,
    rowsText(terminal, armColumns.map(upper), armRows(result)),
    '\n',
    rowsText(terminal, caseColumns(result).map(upper), rows, { whole: true }),
    ...(failures.length === 0
      ? []
      : ['\ndid not pass:\n', ...failures.map((line) => `${printable(line)}\n`)]),
  ].join('');
}

function upper(text: string): string {
  return text.toUpperCase();
}

function notesOf(result: EvalResult, unmet: string | undefined, output: string | undefined): string {
  return [
    ...result.faults.map((fault) => `not a case: ${fault}`),
    ...result.summary.warnings,
    ...(unmet === undefined ? [] : [`not accepted: ${unmet}`]),
    ...(output === undefined ? [] : [`the result is in ${output}`]),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

function writeResult({ files }: Context, folder: string, result: EvalResult, threshold = 1): void {
  const json = (document: unknown) => `${JSON.stringify(document, undefined, 2)}\n`;
  const pages: Readonly<Record<string, string>> = {
    'result.json': json(result),
    'aggregate-result.json': json(aggregateResult(result, threshold)),
    'report.md': `${markdownPage(result)}\n`,
    'report.html': htmlPage(result),
  };
  files.makeFolder(folder, 0o755);
  for (const [name, text] of Object.entries(pages))
    files.write(`${folder}/${name}`, new TextEncoder().encode(text), { mode: 0o644 });
}
