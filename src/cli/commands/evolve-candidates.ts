/*
 * `coppice evolve candidates`: who has evidence, and in which order a run would take them; or, with a text, which
 * skills fit it.
 */

import { eligibleSkills } from '../../evolve/select/candidates.js';
import { type Ordered, orderCandidates, orderOf } from '../../evolve/select/semantic-order.js';
import { evolvedSkills, modelText } from '../../evolve/skills.js';
import { findSkills } from '../../library/use/find.js';
import { printable } from '../../system/terminal/printable.js';
import { type Context, libraryOf } from '../context.js';
import { withEvidence } from '../evidence.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { semanticModels } from '../semantic-models.js';
import type { Report } from '../verb.js';
import { wholeNumber } from '../whole-number.js';

const dayMs = 86_400_000;

/** The models that are asked where no other is configured. */
const modelPlan = {
  mode: 'semantic-plan',
  models: { embedding: 'Qwen/Qwen3-Embedding-0.6B', reranker: 'BAAI/bge-reranker-v2-m3' },
  modelExecuted: false,
};

export async function run(context: Context, input: Input): Promise<Report> {
  const query = input.text('query');
  return query === undefined ? await byEvidence(context, input) : byText(context, input, query);
}

async function byEvidence(context: Context, input: Input): Promise<Report> {
  return await withEvidence(context, input, async ({ store, library }) => {
    const { config } = library;
    const to = context.clock.now() + 1;
    const days = wholeNumber(input, 'days', 1) ?? config['evolve.days'];
    const window = { from: to - days * dayMs, to };
    const least = wholeNumber(input, 'min-evidence', 1) ?? config['evolve.min_evidence'];
    const eligible = eligibleSkills(store.skills(window), least);
    const models = semanticModels(context, config, library);
    const isAsked = !isPlan(input);
    const wants = {
      semantic: isAsked && input.isOn('execute-semantic'),
      rerank: isAsked && input.isOn('rerank'),
    };
    const skills = evolvedSkills(library);
    const texts = eligible.map(({ id }) => ({ id, text: modelText(skills.find(id)) }));
    const ordered = await orderCandidates(
      eligible,
      wants,
      models,
      texts,
      store.recent(window, { limit: 200 }),
    );
    return report(context, input, ordered);
  });
}

function report(context: Context, input: Input, { candidates, selection }: Ordered): Report {
  const rows = candidates.map(({ evidence, selection: why }) => [why.reasons.join(', '), evidence.id]);
  return {
    document: {
      selection: isPlan(input) ? { ...selection, plan: modelPlan } : selection,
      candidates: candidates.map(({ evidence, selection: why }) => ({
        skill: evidence.id,
        ...evidence,
        selection: why,
      })),
    },
    text: rowsText(context.terminal, ['EVIDENCE', 'SKILL'], rows),
    talk: [
      ...(candidates.length === 0 ? ['no skill has enough evidence'] : []),
      ...(isPlan(input) ? [`would ask ${modelPlan.models.embedding}; --execute-semantic does`] : []),
      ...(selection.error === undefined
        ? []
        : [`${selection.error}; ordered by ${orderOf(selection)} instead`]),
    ]
      .map((line) => `${printable(line)}\n`)
      .join(''),
  };
}

/** `--semantic` alone only says what would be asked. */
function isPlan(input: Input): boolean {
  return input.isOn('semantic') && !input.isOn('execute-semantic');
}

function byText(context: Context, input: Input, query: string): Report {
  const { results } = findSkills(libraryOf(context, input), {
    text: query,
    limit: wholeNumber(input, 'limit', 1) ?? 10,
  });
  const candidates = results.map(({ id, name, score }) => ({ skill: id, name, score }));
  return {
    document: { selection: { mode: 'lexical', query }, candidates },
    text: rowsText(
      context.terminal,
      ['SCORE', 'SKILL'],
      candidates.map(({ skill, score }) => [score.toFixed(2), skill]),
    ),
    talk: candidates.length === 0 ? 'no skill fits\n' : '',
  };
}
