/*
 * The verdict of a trial: how often days that are dealt out again by chance would differ as much as the real ones do. The
 * test assumes nothing about the episodes, only that the coin was fair, so bursts and trends cannot fool it.
 */

import type { Block } from './blocks.js';
import type { Trial, TrialEnd, TrialVerdict } from './trial.js';

export interface TrialResult {
  /** The rate of bad episodes with the note minus the rate without; null if one side has no loads. */
  readonly change: number | null;
  /** How likely chance alone is to differ as much; 1 without enough days. */
  readonly p: number;
  /** Whether there are enough days and loads for a verdict. */
  readonly isEnough: boolean;
}

const minBlocks = 5;
const minLoads = 10;
const permutations = 1_999;

export function resultOf(blocks: readonly Block[]): TrialResult {
  const [noted = [], other = []] = [true, false].map((hasNote) =>
    blocks.filter((block) => block.hasNote === hasNote),
  );
  const counts = [noted, other].map(countsOf);
  const isEnough =
    Math.min(noted.length, other.length) >= minBlocks && counts.every(({ loads }) => loads >= minLoads);
  const [withNote, without] = counts.map(({ loads, bad }) => (loads === 0 ? null : bad / loads));
  const change =
    withNote === null || withNote === undefined || without === null || without === undefined
      ? null
      : withNote - without;
  return { change, p: isEnough ? likelihoodOf(blocks, change ?? 0) : 1, isEnough };
}

function countsOf(blocks: readonly Block[]): { readonly loads: number; readonly bad: number } {
  let [loads, bad] = [0, 0];
  for (const block of blocks) {
    loads += block.loads;
    bad += block.bad;
  }
  return { loads, bad };
}

/** Days are compared by their ranks: in an outage both sides are at the top, and how far does not matter. */
function likelihoodOf(blocks: readonly Block[], change: number): number {
  const ranks = centredRanks(blocks.map(({ loads, bad }) => bad / loads));
  const dealt = blocks.map(({ hasNote }) => hasNote);
  const difference = rankSum(ranks, dealt);
  // Where the days and the episodes point in different directions, there is nothing to say.
  if (difference * change <= 0) return 1;
  const seen = Math.abs(difference);
  const chance = chanceFrom(blocks);
  let asLarge = 1;
  for (let round = 0; round < permutations; round += 1) {
    shuffle(dealt, chance);
    if (Math.abs(rankSum(ranks, dealt)) >= seen - 1e-9) asLarge += 1;
  }
  return asLarge / (permutations + 1);
}

/** Equal values share a rank; the ranks add up to 0. */
function centredRanks(values: readonly number[]): readonly number[] {
  return values.map((value) => {
    const less = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return less + (equal - values.length) / 2;
  });
}

/** Against what it would be if the ranks were spread evenly: 0, as they are centred. */
function rankSum(ranks: readonly number[], labels: readonly boolean[]): number {
  let sum = 0;
  for (const [index, rank] of ranks.entries()) if (labels[index] === true) sum += rank;
  return sum;
}

function shuffle(values: boolean[], chance: () => number): void {
  for (let last = values.length - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1));
    const value = values[last] ?? false;
    values[last] = values[other] ?? false;
    values[other] = value;
  }
}

/** The same days give the same verdict, whoever reads it (mulberry32). */
function chanceFrom(blocks: readonly Block[]): () => number {
  let state = blocks.reduce((sum, { day, loads, bad }) => (sum * 31 + day * 7 + loads * 3 + bad) | 0, 17);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the rule says on a day of the trial; undefined while it goes on. */
export function endBy(
  { rule, days, firstDay }: Trial,
  result: TrialResult,
  day: number,
): Pick<TrialEnd, 'why' | 'verdict'> | undefined {
  const passed = day - firstDay;
  if (passed >= days.length) return { why: 'finished', verdict: verdictOf(result, rule.alpha) };
  if (passed !== rule.earlyDays) return undefined;
  const verdict = verdictOf(result, rule.earlyAlpha);
  return verdict === 'helped' || verdict === 'harmed' ? { why: 'early', verdict } : undefined;
}

export function verdictOf({ change, p, isEnough }: TrialResult, alpha: number): TrialVerdict {
  if (!isEnough || change === null) return 'cannot-tell';
  if (p > alpha) return 'no-change';
  return change < 0 ? 'helped' : 'harmed';
}
