/*
 * Acts that are being carried out: how far each has come, and that somebody wants it to end. Between the batches of an act
 * the server answers others, so that the page hears of it and can stop it.
 */

import type { Pace } from '../../library/write/write-target.js';
import { type Clock, systemClock } from '../../system/clock.js';
import { Turns } from '../../system/turns.js';
import { CoppiceError } from '../../text/errors.js';
import type { ProgressEvent } from '../api/acts.js';

/** An act in the making. */
export interface RunningAct extends Pace {
  /** How many changes it consists of, as soon as that is known. */
  expect(changes: number): void;
}

/** More would be heard than anybody sees. */
const restMs = 100;

export class RunningActs {
  readonly #stopped = new Map<string, boolean>();
  readonly #listeners = new Set<(progress: ProgressEvent) => void>();
  readonly #turns: Pick<Turns, 'take'>;
  readonly #clock: Clock;

  constructor({
    turns = new Turns(),
    realTime = systemClock,
  }: { readonly turns?: Pick<Turns, 'take'>; readonly realTime?: Clock } = {}) {
    this.#turns = turns;
    this.#clock = realTime;
  }

  /** An act without a name is not followed, and cannot be stopped. */
  async run<T>(act: string | undefined, carryOut: (running: RunningAct) => Promise<T>): Promise<T> {
    if (act === undefined) return await carryOut(unfollowed);
    this.#stopped.set(act, false);
    try {
      return await carryOut(this.#follow(act));
    } finally {
      this.#stopped.delete(act);
    }
  }

  /** Ends it before its next batch. One that is over stays as it is. */
  stop(act: string): void {
    if (this.#stopped.has(act)) this.#stopped.set(act, true);
  }

  /** Until the returned function is called. */
  listen(listener: (progress: ProgressEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #follow(act: string): RunningAct {
    let done = 0;
    let total = 0;
    let reportedAt = Number.NEGATIVE_INFINITY;
    return {
      expect: (changes) => {
        total = changes;
      },
      wrote: (packages) => {
        done += packages;
      },
      turn: async () => {
        const now = this.#clock.now();
        if (now - reportedAt >= restMs) {
          reportedAt = now;
          for (const listener of this.#listeners) listener({ act, done, total: Math.max(done, total) });
        }
        await this.#turns.take();
        if (this.#stopped.get(act) === true) throw new CoppiceError('stopped', 'you stopped it');
      },
    };
  }
}

const unfollowed: RunningAct = {
  expect: () => undefined,
  wrote: () => undefined,
  turn: () => Promise.resolve(),
};
