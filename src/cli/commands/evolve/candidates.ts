/*
 * `coppice evolve candidates`: the skills that a note would help, in the order in which a run would take them; or, with a
 * text, the skills that match it.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { withEvidence } from '../../../app/evidence.js';
import { semanticModels } from '../../../app/semantic-models.js';
import { evolvedSkills, modelText } from '../../../evolve/notes/skills.js';
import {
  eligibleSkills,
  isModelRefusal,
  type OrderedCandidates,
  orderCandidates,
  orderOf,
} from '../../../evolve/rules/candidates.js';
import { noteItems } from '../../../evolve/rules/note/items.js';
import { lessonsOf } from '../../../evolve/rules/note/lessons.js';
import { savingsOf, savingsText } from '../../../evolve/rules/savings.js';
import type { Config } from '../../../library/config/config.js';
import type { Library } from '../../../library/open-library.js';
import { type Findings, findSkills } from '../../../library/use/find.js';
import { findSkillsByMeaning } from '../../../library/use/find-by-meaning.js';
import { sha256Hex } from '../../../text/hash.js';
import { printable } from '../../../text/printable.js';
import { dayMs } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runEvolveCandidates(
  context: Context,
  input: Input<'evolve candidates'>,
): Promise<Report> {
  const query = input.text('query');
  return query === undefined ? await byEvidence(context, input) : await byText(context, input, query);
}

async function byEvidence(context: Context, input: Input<'evolve candidates'>): Promise<Report> {
  return await withEvidence(context, async ({ store, library }) => {
    const { config } = library;
    const to = context.clock.now() + 1;
    const days = wholeNumber(input, 'days', 1) ?? config['evolve.days'];
    const window = { from: to - days * dayMs, to };
    const least = wholeNumber(input, 'min-evidence', 1) ?? config['evolve.min_evidence'];
    const savingsFor = (id: string) =>
      savingsOf(noteItems(id, lessonsOf(store, id, window), sha256Hex).items);
    const eligible = eligibleSkills(store.skills(window), least, savingsFor);
    const models = semanticModels(context, config, library);
    const skills = evolvedSkills(library);
    const texts = eligible.map(({ evidence: { id } }) => ({ id, text: modelText(skills.find(id)) }));
    const ordered = await orderCandidates(
      eligible,
      requestedModels(input),
      models,
      texts,
      store.recent(window, { limit: 200 }),
    );
    return report(context, ordered, planFor(input, config));
  });
}

function report(
  context: Context,
  { candidates, selection }: OrderedCandidates,
  plan: ModelPlan | undefined,
): Report {
  const isByModel = selection.mode.startsWith('semantic') && selection.fallback === undefined;
  const rows = candidates.map(({ evidence, savings, selection: why }) => [
    ...(isByModel ? [why.score.toFixed(2)] : []),
    evidence.id,
    savingsText(savings),
  ]);
  const headers = [...(isByModel ? ['SCORE'] : []), 'SKILL', 'WHAT A NOTE COULD SAVE'];
  return {
    document: {
      selection: { ...selection, ...(plan && { plan }) },
      candidates: candidates.map(({ evidence, savings, selection: why }) => ({
        skill: evidence.id,
        ...evidence,
        saves: { ...savings, sentence: savingsText(savings) },
        selection: why,
      })),
    },
    text: rowsText(context.terminal, headers, rows),
    notes: candidateNotes(
      candidates.length === 0 ? 'there is nothing to note about any skill' : undefined,
      plan && planLine(plan),
      selection.error && `${selection.error}; ordered by ${orderOf(selection)} instead`,
    ),
  };
}

async function byText(context: Context, input: Input<'evolve candidates'>, query: string): Promise<Report> {
  const library = libraryOf(context);
  const plan = planFor(input, library.config);
  const { results, selection } = await found(context, input, library, query);
  const candidates = results.map(({ id, name, score }) => ({ skill: id, name, score }));
  return {
    document: { selection: { ...selection, query, ...(plan && { plan }) }, candidates },
    text: rowsText(
      context.terminal,
      ['SCORE', 'SKILL'],
      candidates.map(({ skill, score }) => [score.toFixed(2), skill]),
    ),
    notes: candidateNotes(
      candidates.length === 0 ? 'no skill matches' : undefined,
      plan && planLine(plan),
      selection.error && `${selection.error}; ordered by words instead`,
    ),
  };
}

interface Found extends Pick<Findings, 'results'> {
  readonly selection: {
    readonly mode: 'lexical' | 'semantic' | 'semantic-reranked' | 'semantic-unavailable';
    readonly models?: { readonly embedding: string | null; readonly reranker: string | null };
    readonly fallback?: 'lexical';
    readonly error?: string;
  };
}

async function found(
  context: Context,
  input: Input<'evolve candidates'>,
  library: Library,
  text: string,
): Promise<Found> {
  const request = { text, limit: wholeNumber(input, 'limit', 1) };
  const { semantic, rerank } = requestedModels(input);
  if (!semantic && !rerank) return { ...findSkills(library, request), selection: { mode: 'lexical' } };
  try {
    const models = semanticModels(context, library.config, library);
    const { results, model, reranker } = await findSkillsByMeaning(library, { ...request, rerank }, models);
    const mode = rerank ? 'semantic-reranked' : 'semantic';
    const named = { embedding: model ?? null, reranker: reranker ?? null };
    return { results, selection: { mode, models: named } };
  } catch (error) {
    if (!isModelRefusal(error)) throw error;
    // Without a model, the words still show which skills match.
    const { results } = findSkills(library, request);
    return {
      results,
      selection: { mode: 'semantic-unavailable', fallback: 'lexical', error: error.message },
    };
  }
}

interface ModelPlan {
  readonly mode: 'semantic-plan';
  readonly models: { readonly embedding: string; readonly reranker: string };
  readonly modelExecuted: false;
}

function planFor(input: Input<'evolve candidates'>, config: Config): ModelPlan | undefined {
  if (!isPlan(input)) return undefined;
  const models = { embedding: config['search.model'], reranker: config['search.reranker'] };
  return { mode: 'semantic-plan', models, modelExecuted: false };
}

function planLine({ models }: ModelPlan): string {
  return `search.model is ${models.embedding}, search.reranker is ${models.reranker}; --execute-semantic uses the first, --rerank both`;
}

function requestedModels(input: Input<'evolve candidates'>): {
  readonly semantic: boolean;
  readonly rerank: boolean;
} {
  const isAsked = !isPlan(input);
  return { semantic: isAsked && input.isOn('execute-semantic'), rerank: isAsked && input.isOn('rerank') };
}

/** `--semantic` alone only shows which models would be used. */
function isPlan(input: Input<'evolve candidates'>): boolean {
  return input.isOn('semantic') && !input.isOn('execute-semantic');
}

function candidateNotes(...lines: readonly (string | undefined)[]): string {
  return lines.map((line) => (line === undefined ? '' : `${printable(line)}\n`)).join('');
}
