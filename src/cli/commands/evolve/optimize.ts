/*
 * `coppice evolve optimize`: edits of a model, judged by the cases of the skill. The best one becomes a proposal.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import {
  type OptimizePlan,
  type OptimizeRequest,
  type OptimizeResult,
  type OptimizeRound,
  optimize,
  planOptimize,
} from '../../../app/eval/optimize.js';
import { score, usd } from '../../../eval/rules/result/figures.js';
import { proposalPage } from '../../../evolve/rules/proposal/page.js';
import type { Library } from '../../../library/open-library.js';
import { untilStopSignal } from '../../../system/process/signals.js';
import { showProgress } from '../../../system/terminal/progress.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { optimizeDefaults, proposeDefaults } from '../../rules/defaults.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { agentRequest, isConfirmed } from '../eval/agent-request.js';
import { modelOf } from './propose.js';

const maxRounds = 20;

export async function runEvolveOptimize(context: Context, input: Input<'evolve optimize'>): Promise<Report> {
  const library = libraryOf(context);
  requireModel(library);
  const rounds = wholeNumber(input, 'rounds', 1) ?? optimizeDefaults.rounds;
  if (rounds > maxRounds)
    throw new CoppiceError('bad-value', `--rounds cannot be ${rounds}`, {
      hint: `give a number from 1 to ${maxRounds}`,
    });
  const timeoutSeconds = wholeNumber(input, 'model-timeout', 1) ?? proposeDefaults.modelTimeoutSeconds;
  const request = { ...agentRequest(input), rounds, isAlone: true, old: undefined, isReplay: false };
  const plan = planOptimize(context, library, request);
  const { planned } = plan;
  const most = planned.steps * (1 + rounds);
  if (!library.config['eval.unattended'] && !(await isConfirmed(input, planned, most, true)))
    return { document: { cancelled: true }, text: '', notes: 'nothing was run\n' };
  const result = await withProgress(context, plan, request, (signal) =>
    modelOf(context, library, timeoutSeconds, signal),
  );
  return reportOf(plan, result);
}

/** Said before the first run is paid for. */
function requireModel({ config }: Library): void {
  if (config['evolve.model_command'].length > 0 || config['evolve.model_endpoint'] !== '') return;
  throw new CoppiceError('usage', 'no model is configured to propose edits', {
    hint: 'set evolve.model_command, or evolve.model_endpoint and evolve.model_name, in the configuration',
  });
}

async function withProgress(
  context: Context,
  plan: OptimizePlan,
  request: OptimizeRequest,
  model: (signal: AbortSignal) => ReturnType<typeof modelOf>,
): Promise<OptimizeResult> {
  const progress = showProgress(context.terminal);
  const controller = new AbortController();
  const { signal } = controller;
  void untilStopSignal().then(() => controller.abort());
  try {
    return await optimize(context, plan, request, {
      model: model(signal),
      signal,
      onProgress: ({ round, done, total, costUsd }) => {
        const what = round === 0 ? 'as it is' : `edit ${round}`;
        const cost = costUsd === null ? '' : `, ${usd(costUsd)}`;
        progress.update({ label: `${plan.planned.suite.agent}, ${what}${cost}`, done, total });
      },
    });
  } finally {
    progress.end();
  }
}

function reportOf({ entry, practice, heldOut }: OptimizePlan, result: OptimizeResult): Report {
  const { rounds, proposed, nothing, partial, costUsd } = result;
  const proposal = proposed?.kind === 'proposed' ? proposed.proposal : undefined;
  const isUnanswered = rounds.at(-1)?.outcome === 'no-answer';
  return {
    document: {
      skill: entry.id,
      seenByModel: practice,
      heldOut,
      rounds,
      proposal: proposal ?? null,
      ...(nothing !== undefined && { nothing }),
      partial,
      costUsd,
    },
    text: () => printable(textOf(entry.id, result), { multiline: true }),
    notes: [
      ...(partial === null ? [] : [partialNotes[partial]]),
      `cost of the agent: ${usd(costUsd)}`,
      ...(proposal === undefined
        ? []
        : [
            `hint: coppice evolve review accept ${proposal.id}, or coppice evolve review reject ${proposal.id}`,
          ]),
    ]
      .map((line) => `${line}\n`)
      .join(''),
    exitCode: partial !== null ? 4 : isUnanswered && proposal === undefined ? 1 : 0,
  };
}

const partialNotes = {
  interrupted: 'it was interrupted; what was run is kept, and not run again',
  cost_ceiling: 'the cost limit was reached; what was run is kept, and not run again',
  auth_failed: 'the agent did not start or is not signed in',
} as const;

function textOf(skill: string, { rounds, proposed, nothing }: OptimizeResult): string {
  const lines = rounds.map(roundLine);
  if (proposed?.kind === 'proposed') {
    const { proposal } = proposed;
    return `${lines.join('')}\n${proposalPage(proposal, proposal.state, proposal.diff)}`;
  }
  const why =
    nothing ??
    (rounds.length === 0 ? 'no edit was tried' : `${counted(rounds.length, 'edit')}, and none was kept`);
  const detail = proposed?.kind === 'nothing' ? proposed.detail : why;
  return `${lines.join('')}nothing to propose for ${skill}: ${detail}\n`;
}

/** `edit 2: rejected: husum got worse: 0.33 after 1.00` */
function roundLine({ round, outcome, why, cases }: OptimizeRound): string {
  const scores = cases.map(({ name, before, after }) => `${name} ${score(before)} to ${score(after)}`);
  return `edit ${round}: ${outcome.replace('-', ' ')}: ${why}${scores.length === 0 ? '' : ` (${scores.join(', ')})`}\n`;
}
