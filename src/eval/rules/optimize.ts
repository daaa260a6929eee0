/*
 * What an edit of a skill must do to be kept: agents do better with it at cases that nobody looked at while it was made,
 * and worse at none. Which cases those are depends on the cases alone, so that a second attempt cannot choose others.
 */

import { sha256Hex } from '../../text/hash.js';
import type { EvalCase } from './cases/eval-case.js';
import { score } from './result/figures.js';
import { mean } from './result/statistics.js';

export interface CaseSplit {
  /** What a model may see and learn from. */
  readonly practice: readonly EvalCase[];
  /** What decides. */
  readonly heldOut: readonly EvalCase[];
}

/** Every second case is held out, of each kind as many as of the others; undefined where there are too few. */
export function splitCases(cases: readonly EvalCase[]): CaseSplit | undefined {
  if (cases.length < 2) return undefined;
  const keys = new Map(cases.map((one) => [one, sortKey(one)]));
  const ordered = cases.toSorted((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
  return {
    heldOut: ordered.filter((_, at) => at % 2 === 0),
    practice: ordered.filter((_, at) => at % 2 === 1),
  };
}

/** Requests that should load the skill, those that should not, and all others are apart. */
function sortKey({ name, prompt, source, graders }: EvalCase): string {
  const expected = graders.some((one) => one.type === 'fired' && one.expected);
  const kind = source === 'triggers' ? (expected ? 'fires' : 'silent') : 'task';
  return `${kind} ${sha256Hex(JSON.stringify([name, prompt]))}`;
}

/** The score of a case with the text before and after; null where a run gave no result. */
export interface ComparedCase {
  readonly name: string;
  readonly heldOut: boolean;
  readonly before: number | null;
  readonly after: number | null;
}

export type EditVerdict =
  | { readonly kind: 'kept' }
  /** `isFinal` is false where running it again may give another answer. */
  | { readonly kind: 'rejected'; readonly why: string; readonly isFinal: boolean };

/** Judges all cases. */
export function judgeEdit(cases: readonly ComparedCase[]): EditVerdict {
  const fault = faultOf(cases);
  if (fault !== undefined) return fault;
  const decisive = cases.filter(({ heldOut }) => heldOut);
  const before = mean(decisive.map((one) => one.before ?? 0)) ?? 0;
  const after = mean(decisive.map((one) => one.after ?? 0)) ?? 0;
  if (after > before + tolerance) return { kind: 'kept' };
  return rejected(`the cases that the model did not see did not get better: ${score(after)}, as before`);
}

/** What alone rejects an edit, whatever the other cases say. */
export function faultOf(
  cases: readonly ComparedCase[],
): Extract<EditVerdict, { kind: 'rejected' }> | undefined {
  const lost = cases.find(({ before, after }) => before === null || after === null);
  if (lost !== undefined) return { kind: 'rejected', why: `${lost.name} gave no result`, isFinal: false };
  const worse = cases.find(({ before, after }) => (after ?? 0) < (before ?? 0) - tolerance);
  if (worse === undefined) return undefined;
  return rejected(`${worse.name} got worse: ${score(worse.after)} after ${score(worse.before)}`);
}

function rejected(why: string): Extract<EditVerdict, { kind: 'rejected' }> {
  return { kind: 'rejected', why, isFinal: true };
}

/** Means of the same scores may differ in the last digit. */
const tolerance = 1e-9;
