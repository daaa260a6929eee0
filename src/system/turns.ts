/*
 * Shares a thread between pieces of work that would keep it busy for long. Each is done in slices of a few milliseconds,
 * and one slice of one of them is done in a turn of the event loop: whatever else the thread has to do comes in between.
 */

import { CoppiceError } from '../text/errors.js';

export interface TurnsOptions {
  /** Calls back in a later turn of the event loop, after what is waiting now. */
  readonly defer?: (run: () => void) => void;
  readonly nowMs?: () => number;
  readonly sliceMs?: number;
  /** How many may wait at once; more are refused. */
  readonly maxWaiting?: number;
}

export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #defer: (run: () => void) => void;
  readonly #nowMs: () => number;
  readonly #sliceMs: number;
  readonly #maxWaiting: number;

  constructor(options: TurnsOptions = {}) {
    this.#defer = options.defer ?? ((run) => void setImmediate(run));
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#sliceMs = options.sliceMs ?? 4;
    this.#maxWaiting = options.maxWaiting ?? 64;
  }

  /** Waits for a turn, for a piece of work that cannot be divided. */
  async take(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting)
      throw new CoppiceError('unavailable', 'too many large requests at the same time', {
        hint: 'try again in a moment',
      });
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#next();
    });
  }

  /** Runs the steps to their end. A turn ends after the step that uses up its time. */
  async run<T>(steps: Iterator<unknown, T>): Promise<T> {
    for (;;) {
      await this.take();
      const end = this.#nowMs() + this.#sliceMs;
      do {
        const step = steps.next();
        if (step.done === true) return step.value;
      } while (this.#nowMs() < end);
    }
  }

  /** The one whose turn it is goes on when this callback has returned, before any other callback. */
  #next(): void {
    this.#defer(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#next();
    });
  }
}
