/*
 * A model that many callers share: only so many requests wait for it, and the next are refused; a request has a limit of
 * time. A model that ended, or exceeded the limit, is opened again for a later request, but not at once: that takes seconds
 * of a processor, and would be repeated for every request if it always fails.
 */

import type { Log } from '../../../system/log.js';
import { type Schedule, timerSchedule } from '../../../system/schedule.js';
import { CoppiceError } from '../../../text/errors.js';
import type { ClosingEmbedder } from './embedding-thread.js';

export interface LastingOptions {
  readonly log: Log;
  readonly schedule?: Schedule;
  readonly limits?: Partial<EmbeddingLimits>;
}

interface EmbeddingLimits {
  /** How many requests may run and wait. */
  readonly requests: number;
  /** For one request, with its wait. */
  readonly deadlineMs: number;
  /** How long after a failure the model is opened again. */
  readonly pauseMs: number;
}

/** A text takes about 10 ms. */
const defaultLimits: EmbeddingLimits = { requests: 64, deadlineMs: 30_000, pauseMs: 30_000 };

export async function lastingEmbedder(
  open: () => Promise<ClosingEmbedder>,
  { log, schedule = timerSchedule, limits: given = {} }: LastingOptions,
): Promise<ClosingEmbedder> {
  const limits = { ...defaultLimits, ...given };
  let model: ClosingEmbedder | undefined = await open();
  const { name } = model;
  let opening: Promise<ClosingEmbedder> | undefined;
  let requests = 0;
  let isPaused = false;
  let isClosed = false;

  const drop = (failed: ClosingEmbedder | undefined, reason: string): void => {
    if (model !== failed) return;
    log.warn({ reason }, 'the model ended and will be started again');
    model = undefined;
    isPaused = true;
    schedule(() => {
      isPaused = false;
    }, limits.pauseMs);
    void failed?.close();
  };
  const reopen = async (): Promise<ClosingEmbedder> => {
    try {
      model = await open();
      return model;
    } catch (error) {
      drop(undefined, error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      opening = undefined;
    }
  };
  const usable = async (): Promise<ClosingEmbedder> => {
    if (isClosed) throw unavailable('the server is stopping');
    if (model) return model;
    if (isPaused) throw unavailable('the model for the search by meaning is not available');
    opening ??= reopen();
    return opening;
  };

  return {
    name,
    isRunning: () => !isClosed,
    embed: async (texts, purpose) => {
      if (requests >= limits.requests) throw unavailable('too many searches by meaning at the same time');
      requests += 1;
      let cancel = (): void => undefined;
      try {
        const current = await usable();
        const late = new Promise<never>((_, reject) => {
          cancel = schedule(() => {
            reject(unavailable(`the model did not answer within ${limits.deadlineMs / 1_000} seconds`));
            drop(current, 'too slow');
          }, limits.deadlineMs);
        });
        try {
          return await Promise.race([current.embed(texts, purpose), late]);
        } catch (error) {
          if (!current.isRunning()) drop(current, error instanceof Error ? error.message : String(error));
          throw error;
        }
      } finally {
        cancel();
        requests -= 1;
      }
    },
    close: async () => {
      isClosed = true;
      await model?.close();
    },
  };
}

function unavailable(message: string): CoppiceError {
  return new CoppiceError('unavailable', message, { hint: 'try again in a moment' });
}
