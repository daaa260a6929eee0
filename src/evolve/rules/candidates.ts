/*
 * Selects the skills about which a note has something to say, and their order: by what the note could save, then by id. A
 * model may change only the order; it never adds or removes a skill. If a model is missing or fails, the order by
 * savings is used, and the report says so.
 */

import type { EvidenceRow, SkillEvidence } from '../../evidence/rules/evidence.js';
import { cosine, type Embedder, type Reranker } from '../../search/embedding.js';
import { CoppiceError, type ErrorCode } from '../../text/errors.js';
import { compareSavings, type Savings, savesAnything } from './savings.js';

export interface Candidate extends EligibleSkill {
  readonly selection: CandidateSelection;
}

/** Why a candidate has its position. */
export interface CandidateSelection {
  readonly source: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

export interface EligibleSkill {
  readonly evidence: SkillEvidence;
  readonly savings: Savings;
}

/** Needs at least two problems, as every line does. Without a limit, because a protected skill with many failures must not hide the others. */
export function eligibleSkills(
  skills: readonly SkillEvidence[],
  minEvidence: number,
  savingsFor: (id: string) => Savings,
): readonly EligibleSkill[] {
  return skills
    .filter(({ events, errors, corrections }) => events >= minEvidence && errors + corrections > 1)
    .map((evidence) => ({ evidence, savings: savingsFor(evidence.id) }))
    .filter(({ savings }) => savesAnything(savings))
    .toSorted((a, b) => compareSavings(a.savings, b.savings) || (a.evidence.id < b.evidence.id ? -1 : 1));
}

export function bySavings(eligible: EligibleSkill): Candidate {
  const { fixable, corrections, unsolved } = eligible.savings;
  const reasons = [`fixable=${fixable}`, `corrections=${corrections}`, `unsolved=${unsolved}`];
  const score = fixable + corrections + unsolved;
  return { ...eligible, selection: { source: 'savings', score, reasons } };
}

export interface OrderRequest {
  readonly semantic: boolean;
  /** Implies semantic. */
  readonly rerank: boolean;
}

/** The text of a skill for the models. */
interface SkillText {
  readonly id: string;
  readonly text: string;
}

export interface Models {
  /** Both reject with a CoppiceError if there is no model; so does a model that fails. */
  embedder(): Promise<Embedder>;
  reranker(): Promise<Reranker>;
  /** The maximum length of a text in characters. */
  readonly textLimit: number;
}

export interface SelectionReport {
  readonly mode: SelectionMode;
  readonly eligible: number;
  readonly models: { readonly embedding: string | null; readonly reranker: string | null };
  /** Present if a model was requested, but the order by evidence was used. */
  readonly fallback?: 'deterministic-evidence';
  readonly error?: string;
}

type SelectionMode =
  | 'deterministic-evidence'
  | 'semantic'
  | 'semantic-reranked'
  | 'semantic-unavailable'
  | 'semantic-reranker-unavailable';

export interface OrderedCandidates {
  readonly candidates: readonly Candidate[];
  readonly selection: SelectionReport;
}

export async function orderCandidates(
  eligible: readonly EligibleSkill[],
  { semantic, rerank }: OrderRequest,
  models: Models,
  texts: readonly SkillText[],
  rows: readonly EvidenceRow[],
): Promise<OrderedCandidates> {
  const candidates = eligible.map(bySavings);
  const none = { embedding: null, reranker: null };
  if (!semantic && !rerank) {
    return {
      candidates,
      selection: { mode: 'deterministic-evidence', eligible: eligible.length, models: none },
    };
  }
  const query = queryOf(eligible, rows, models.textLimit);
  try {
    const embedder = await models.embedder();
    const embedded = await byEmbedding(candidates, embedder, query, texts, models.textLimit);
    const named = { embedding: embedder.name, reranker: null };
    if (!rerank)
      return {
        candidates: embedded,
        selection: { mode: 'semantic', eligible: eligible.length, models: named },
      };
    return await reranked(embedded, models, named.embedding, query, texts);
  } catch (error) {
    if (!isModelRefusal(error)) throw error;
    return fallenBack(candidates, 'semantic-unavailable', none, error);
  }
}

/** Whether a model cannot be used. Anything else that is thrown is a fault of the program. */
export function isModelRefusal(error: unknown): error is CoppiceError {
  return error instanceof CoppiceError && modelRefusals.includes(error.code);
}

/** As the model ports raise them. */
const modelRefusals: readonly ErrorCode[] = ['bad-value', 'model-missing', 'model-failed', 'package-missing'];

function failed(message: string): CoppiceError {
  return new CoppiceError('model-failed', message);
}

/** The order that was used instead of the requested one. */
export function orderOf({ fallback }: SelectionReport): string {
  return fallback === undefined ? 'the embedding model' : 'evidence';
}

async function reranked(
  embedded: readonly Candidate[],
  models: Models,
  embedding: string,
  query: string,
  texts: readonly SkillText[],
): Promise<OrderedCandidates> {
  const byId = new Map(texts.map(({ id, text }) => [id, text.slice(0, models.textLimit)]));
  try {
    const reranker = await models.reranker();
    const scores = await reranker.score(
      query,
      embedded.map(({ evidence }) => byId.get(evidence.id) ?? evidence.id),
    );
    const candidates = withScores(embedded, scores, 'semantic-reranked', 'rerank score');
    const named = { embedding, reranker: reranker.name };
    return { candidates, selection: { mode: 'semantic-reranked', eligible: embedded.length, models: named } };
  } catch (error) {
    if (!isModelRefusal(error)) throw error;
    // The order of the embedding model is still better than none.
    const { selection } = fallenBack(
      embedded,
      'semantic-reranker-unavailable',
      { embedding, reranker: null },
      error,
    );
    const { fallback: _, ...report } = selection;
    return { candidates: embedded, selection: report };
  }
}

async function byEmbedding(
  candidates: readonly Candidate[],
  embedder: Embedder,
  query: string,
  texts: readonly SkillText[],
  textLimit: number,
): Promise<readonly Candidate[]> {
  const byId = new Map(texts.map(({ id, text }) => [id, text]));
  const [wanted] = await embedder.embed([query], 'query');
  const scores: number[] = [];
  for (const { evidence } of candidates) {
    // One at a time, because this runs on the user's machine while they work.
    const [vector] = await embedder.embed([(byId.get(evidence.id) ?? evidence.id).slice(0, textLimit)]);
    if (wanted === undefined || vector === undefined) throw failed('the model returned no vector');
    scores.push(cosine(wanted, vector));
  }
  return withScores(candidates, scores, 'semantic', 'cosine');
}

/** Sorts by score; equal scores keep their order. A score that is not a number is a failure. */
function withScores(
  candidates: readonly Candidate[],
  scores: readonly number[],
  source: string,
  name: string,
): readonly Candidate[] {
  if (scores.length !== candidates.length || scores.some((score) => !Number.isFinite(score))) {
    throw failed('the model returned scores that are not numbers');
  }
  return candidates
    .map((candidate, index) => {
      const score = scores[index] ?? 0;
      const reasons = [...candidate.selection.reasons, `${name}=${score.toFixed(6)}`];
      return { ...candidate, selection: { source, score, reasons } };
    })
    .toSorted((left, right) => right.selection.score - left.selection.score);
}

function fallenBack(
  candidates: readonly Candidate[],
  mode: SelectionMode,
  models: SelectionReport['models'],
  { message }: CoppiceError,
): OrderedCandidates {
  return {
    candidates,
    selection: {
      mode,
      eligible: candidates.length,
      models,
      fallback: 'deterministic-evidence',
      error: message,
    },
  };
}

const recentRows = 20;

function queryOf(
  eligible: readonly EligibleSkill[],
  rows: readonly EvidenceRow[],
  textLimit: number,
): string {
  const known = new Set(eligible.map(({ evidence: { id } }) => id));
  const counts = eligible.map(({ evidence: { id, events, errors } }) => {
    return `skill=${id} events=${events} errors=${errors}`;
  });
  const recent = rows
    .filter(({ skill }) => skill !== null && known.has(skill))
    .slice(0, recentRows)
    .map(({ skill, tool, result }) => `skill=${skill} tool=${tool ?? ''} result=${result}`);
  return [...counts, ...recent].join('\n').slice(0, Math.max(textLimit * 4, 2_000));
}
