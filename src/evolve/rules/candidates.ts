/*
 * Which skills have enough evidence to be looked at, and in which order: most events first, then most errors, then by
 * id. A model may change the order, and nothing else: it never adds or removes one.
 */

import type { EvidenceRow, SkillEvidence } from '../../evidence/rules/evidence.js';
import { cosine, type Embedder, type Reranker } from '../../search/embedding.js';
import { CoppiceError, type ErrorCode } from '../../text/errors.js';

export interface Candidate {
  readonly evidence: SkillEvidence;
  readonly selection: CandidateSelection;
}

/** Why it stands where it stands. */
export interface CandidateSelection {
  readonly source: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** No matter how many: whoever is busy and may not be written to must not hide the others. */
export function eligibleSkills(
  skills: readonly SkillEvidence[],
  minEvidence: number,
): readonly SkillEvidence[] {
  return skills
    .filter(({ events }) => events >= minEvidence)
    .toSorted((a, b) => b.events - a.events || b.errors - a.errors || (a.id < b.id ? -1 : 1));
}

export function byEvidence(evidence: SkillEvidence): Candidate {
  const { events, errors } = evidence;
  const reasons = [`events=${events}`, `errors=${errors}`];
  return { evidence, selection: { source: 'evidence-threshold', score: events, reasons } };
}

/*
 * The order of the candidates by how well they fit what is going on, as a model judges it, if one is asked for. A model that
 * is missing or fails is no failure: the order by evidence stands, and the answer says so.
 */

export interface OrderRequest {
  readonly semantic: boolean;
  /** Implies semantic. */
  readonly rerank: boolean;
}

/** What the models read of a skill. */
interface SkillText {
  readonly id: string;
  readonly text: string;
}

export interface Models {
  /** Both reject with a CoppiceError where there is none, and so do the models where they fail. */
  embedder(): Promise<Embedder>;
  reranker(): Promise<Reranker>;
  /** Texts are cut to so many characters. */
  readonly textLimit: number;
}

export interface SelectionReport {
  readonly mode: SelectionMode;
  readonly eligible: number;
  readonly models: { readonly embedding: string | null; readonly reranker: string | null };
  /** Present when a model was asked for and the order by evidence stands all the same. */
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
  eligible: readonly SkillEvidence[],
  { semantic, rerank }: OrderRequest,
  models: Models,
  texts: readonly SkillText[],
  rows: readonly EvidenceRow[],
): Promise<OrderedCandidates> {
  const candidates = eligible.map(byEvidence);
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

/** What stands in place of the order that was asked for and that a model could not give. */
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
    // What the first model said is still worth more than nothing.
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
    // One at a time: this runs on people's own machines, beside their work.
    const [vector] = await embedder.embed([(byId.get(evidence.id) ?? evidence.id).slice(0, textLimit)]);
    if (wanted === undefined || vector === undefined) throw failed('the model gave no vector');
    scores.push(cosine(wanted, vector));
  }
  return withScores(candidates, scores, 'semantic', 'cosine');
}

/** Sorted by the scores; those that are equal keep their order. A score that is no number is a failure. */
function withScores(
  candidates: readonly Candidate[],
  scores: readonly number[],
  source: string,
  name: string,
): readonly Candidate[] {
  if (scores.length !== candidates.length || scores.some((score) => !Number.isFinite(score))) {
    throw failed('the model gave scores that are no numbers');
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
  eligible: readonly SkillEvidence[],
  rows: readonly EvidenceRow[],
  textLimit: number,
): string {
  const known = new Set(eligible.map(({ id }) => id));
  const counts = eligible.map(({ id, events, errors }) => `skill=${id} events=${events} errors=${errors}`);
  const recent = rows
    .filter(({ skill }) => skill !== null && known.has(skill))
    .slice(0, recentRows)
    .map(({ skill, tool, result }) => `skill=${skill} tool=${tool ?? ''} result=${result}`);
  return [...counts, ...recent].join('\n').slice(0, Math.max(textLimit * 4, 2_000));
}
