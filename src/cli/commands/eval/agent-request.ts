/*
 * What the flags of `src/cli/verbs/agent-flags.ts` ask for, and the consent to it: an agent costs money.
 */

import type { EvalRequest, PlannedEval } from '../../../app/eval/run.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { confirmed } from '../../frame/confirm.js';
import { wholeNumber } from '../../rules/flags.js';

/** The input of a verb that has these flags. */
interface AgentInput {
  argument(name: 'skill'): string;
  isOn(flag: 'trust-cases' | 'yes'): boolean;
  text(
    flag:
      | 'agent'
      | 'agent-command'
      | 'cases'
      | 'runs'
      | 'model'
      | 'judge-model'
      | 'max-cost'
      | 'allow-tools'
      | 'credential'
      | 'recordings',
  ): string | undefined;
  texts(flag: 'case' | 'tag' | 'pass'): readonly string[];
}

type AgentRequest = Omit<EvalRequest, 'isAlone' | 'old' | 'isReplay'>;

export function agentRequest(input: AgentInput): AgentRequest {
  const cost = input.text('max-cost');
  const maxCostUsd = cost === undefined ? undefined : Number(cost);
  if (maxCostUsd !== undefined && !(maxCostUsd > 0))
    throw new CoppiceError('bad-value', `--max-cost cannot be ${cost}`, {
      hint: 'give an amount in USD, such as 0.50',
    });
  const runs = wholeNumber(input, 'runs', 1);
  if (runs !== undefined && runs > 50)
    throw new CoppiceError('bad-value', `--runs cannot be ${runs}`, { hint: 'give a number from 1 to 50' });
  return {
    skill: input.argument('skill'),
    agent: input.text('agent'),
    agentCommand: input.text('agent-command'),
    cases: input.text('cases'),
    only: input.texts('case'),
    tags: input.texts('tag'),
    runs,
    model: input.text('model'),
    judgeModel: input.text('judge-model'),
    maxCostUsd,
    allowedTools: toolList(input.text('allow-tools') ?? ''),
    trustsCases: input.isOn('trust-cases'),
    credential: input.text('credential'),
    passed: input.texts('pass'),
    recordings: input.text('recordings'),
  };
}

/** Commas inside brackets belong to a pattern: `Bash(git log *),Write`. */
function toolList(text: string): readonly string[] {
  const tools = text.match(/[^,(]+(?:\([^)]*\))?/g) ?? [];
  return tools.map((tool) => tool.trim()).filter((tool) => tool !== '');
}

/** `steps` is the number of runs, at most where `atMost` is set. */
export async function isConfirmed(
  input: AgentInput,
  { suite, command, environment }: PlannedEval,
  steps: number,
  atMost = false,
): Promise<boolean> {
  const program = command[0] === 'sh' ? (command[2] ?? '').replace(/ "\$@"$/, '') : command.join(' ');
  const what = `${atMost ? 'at most ' : ''}${counted(steps, 'run')} of ${suite.agent} (${program})`;
  const judged = suite.cases.flatMap(({ graders }) => graders).some(({ type }) => isJudged(type));
  const judges = judged ? ', and two or three short ones for each answer that a judge grades' : '';
  const signIn = Object.keys(environment);
  const given = signIn.length === 0 ? 'no credential' : signIn.join(', ');
  return await confirmed(input, {
    question: `${what} for ${counted(suite.cases.length, 'case')}${judges}, with ${given}. Your account pays for them. Run?`,
    hint: `it would start ${what}${judges}; eval.unattended = true in the configuration allows it without asking`,
  });
}

function isJudged(type: string): boolean {
  return type === 'llm' || type === 'baseline';
}
