/*
 * A claimed evaluation in words, the same in every face. A reader must see whose words they are, so `X ran this` comes first
 * wherever it is shown.
 */

import { counted, signed } from '../../text/plural.js';
import type { EvaluationAnswer } from './evaluation.js';

/** `claude (claude-sonnet-5)` */
export function evaluatedOn({ agent, model }: Pick<EvaluationAnswer, 'agent' | 'model'>): string {
  return model === null ? agent : `${agent} (${model})`;
}

type Figures = Pick<EvaluationAnswer, 'score' | 'difference' | 'verdict' | 'cases' | 'runs'>;

/** `score 0.92, +0.83 (+0.28 to +0.97) against no skill: helps; 2 cases, 3 runs each` */
export function evaluationText({ score, difference, verdict, cases, runs }: Figures): string {
  const counts = `${counted(cases, 'case')}, ${counted(runs, 'run')} each`;
  return `score ${score.toFixed(2)}, ${comparedText(difference, verdict)}; ${counts}`;
}

function comparedText(difference: Figures['difference'], verdict: Figures['verdict']): string {
  if (difference === null) return 'compared with nothing';
  const { value, low, high, against } = difference;
  const other = against === 'old' ? 'its text before' : 'no skill';
  return `${signed(value)} (${signed(low)} to ${signed(high)}) against ${other}: ${verdictWords[verdict]}`;
}

const verdictWords: Readonly<Record<Figures['verdict'], string>> = {
  helps: 'helps',
  harms: 'harms',
  'no-verdict': 'no verdict',
};
