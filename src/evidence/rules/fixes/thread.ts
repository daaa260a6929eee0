/*
 * One thread of an episode as the search for fixes reads it: its attempts with their positions, the next attempt at the
 * work of each failure, and what became of it.
 */

import type { Attempt, Command, Outcome } from '../attempts/attempt.js';
import { isFilter } from '../attempts/command-kinds.js';
import type { TimelineStep } from './timeline.js';
import { isChanged, type SameWork, sameWork } from './work/same-work.js';

/** An attempt and its position in the timeline. */
export interface Placed {
  readonly attempt: Attempt;
  readonly position: number;
}

export interface NextTry extends Placed {
  readonly difference: SameWork;
  readonly result:
    | 'worked'
    /** It failed with the same cause. */
    | 'repeated'
    /** It failed with another cause. */
    | 'progressed';
}

/** Later attempts than this are not compared with a failure. */
const maxAttemptsAhead = 400;
/** Only so many attempts before a success are searched for what helped. */
const maxBetween = 150;

export class Thread {
  readonly timeline: readonly TimelineStep[];
  readonly attempts: readonly Placed[];
  readonly failures: readonly Placed[];
  readonly #indexes = new Map<Attempt, number>();
  readonly #nextTries = new Map<Attempt, NextTry | undefined>();
  readonly #endsWell = new Map<Attempt, boolean>();

  constructor(timeline: readonly TimelineStep[]) {
    this.timeline = timeline;
    this.attempts = timeline.flatMap((step, position) =>
      step.kind === 'attempt' ? [{ attempt: step.attempt, position }] : [],
    );
    this.failures = this.attempts.filter(({ attempt }) => isFailure(attempt));
    for (const [index, { attempt }] of this.attempts.entries()) this.#indexes.set(attempt, index);
  }

  /** The next attempt at the same work that shows a result. */
  nextTry(failed: Attempt): NextTry | undefined {
    if (!this.#nextTries.has(failed)) this.#nextTries.set(failed, this.#findNextTry(failed));
    return this.#nextTries.get(failed);
  }

  /** Whether the work of this failure succeeded in the end. */
  endsWell(failed: Attempt): boolean {
    const path: Attempt[] = [];
    let current: Attempt | undefined = failed;
    let isGood = false;
    while (current !== undefined) {
      const known = this.#endsWell.get(current);
      const next: NextTry | undefined = this.nextTry(current);
      isGood = known ?? next?.result === 'worked';
      path.push(current);
      current =
        known === undefined && next !== undefined && next.result !== 'worked' ? next.attempt : undefined;
    }
    for (const attempt of path) this.#endsWell.set(attempt, isGood);
    return isGood;
  }

  /** The attempts strictly between two positions, the last ones if there are many. */
  between(from: number, to: number): readonly Placed[] {
    const end = this.#countBefore(to);
    const start = Math.max(this.#countBefore(from + 1), end - maxBetween);
    return this.attempts.slice(start, end);
  }

  /** The last failures before a position. */
  failuresBefore(position: number): readonly Placed[] {
    const before = this.between(-1, position);
    return before.filter(({ attempt }) => isFailure(attempt));
  }

  /** The commands of the same call before this one. */
  callBefore({ attempt }: Placed): readonly Command[] {
    const index = this.#indexes.get(attempt) ?? 0;
    const commands: Command[] = [];
    for (let at = index - 1; at >= 0; at -= 1) {
      const other = this.attempts[at]?.attempt;
      if (other?.event !== attempt.event) break;
      commands.unshift(other.command);
    }
    return commands;
  }

  /** The number of attempts before a position. */
  #countBefore(position: number): number {
    let low = 0;
    let high = this.attempts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.attempts[middle]?.position ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Through the same filter that showed the error before, its absence shows that it is gone. */
  #showsSuccess(failed: Attempt, { attempt }: Placed): boolean {
    const filter = this.#filterBehind(failed);
    return filter !== undefined && filter === this.#filterBehind(attempt) && attempt.output.trim() !== '';
  }

  /** The command that the attempt is piped into. */
  #filterBehind(attempt: Attempt): string | undefined {
    const next = this.attempts[(this.#indexes.get(attempt) ?? -1) + 1]?.attempt;
    return next?.event === attempt.event && isFilter(next.command.program) ? next.command.program : undefined;
  }

  #findNextTry(failed: Attempt): NextTry | undefined {
    const index = this.#indexes.get(failed) ?? this.attempts.length;
    let looked = '';
    for (const placed of this.attempts.slice(index + 1, index + 1 + maxAttemptsAhead)) {
      const { attempt } = placed;
      if (isLook(attempt)) looked = `${looked}\n${attempt.output}`.slice(-maxLooked);
      if (!showsResult(attempt.outcome) && attempt.outcome !== 'masked') continue;
      const difference = sameWork({ ...failed, looked }, attempt);
      if (difference.kind === 'other') continue;
      if (attempt.outcome === 'masked' && !this.#showsSuccess(failed, placed)) continue;
      if (attempt.outcome !== 'failed') return { ...placed, difference, result: 'worked' };
      if (attempt.cause?.key === failed.cause?.key) return { ...placed, difference, result: 'repeated' };
      // A call that was changed into an invalid one never got to the cause.
      if (isChanged(difference) && isInvalidCall(attempt)) continue;
      return { ...placed, difference, result: 'progressed' };
    }
    return undefined;
  }
}

const maxLooked = 8_000;

/** A call that only showed something. */
export function isLook({ outcome, changesState, command }: Attempt): boolean {
  return outcome === 'content' || (outcome === 'ok' && !changesState && !command.isVerify);
}

export function isFailure({ outcome, cause, command }: Attempt): boolean {
  return outcome === 'failed' && cause !== undefined && command.signature !== '';
}

function showsResult(outcome: Outcome): boolean {
  return outcome === 'ok' || outcome === 'failed' || outcome === 'content';
}

/** The call never got to the work. */
export function isInvalidCall({ cause }: Attempt): boolean {
  return cause?.family === 'usage' || cause?.family === 'notfound';
}
