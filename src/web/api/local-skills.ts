/*
 * The skills of the machine that the registry runs on, where it was started for that, and their way into the catalog.
 */

import type { WhoAnswer } from '../../registry/api/routes/account.js';
import type { ImportAnswer, LocalSkillAnswer } from '../../registry/api/routes/local.js';
import type { Api } from './api.js';
import { ApiError } from './api.js';

/** None of a registry that is not for one machine, nor for a visitor who may not import them. */
export async function loadLocalSkills(
  api: Api,
  who: Pick<WhoAnswer, 'tenant' | 'scopes'> | null,
  signal: AbortSignal,
): Promise<readonly LocalSkillAnswer[]> {
  if (who?.tenant !== 'local' || !who.scopes.includes('tenant:admin')) return [];
  try {
    return (await api.get('/v1/local/skills', { signal })).found;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

interface Importing {
  readonly send: (ids: readonly string[]) => Promise<ImportAnswer>;
  /** Told after each batch: all that was done so far. */
  readonly told: (soFar: ImportAnswer) => void;
  readonly signal: AbortSignal;
}

const batchSize = 25;

/** One batch after the other: what was told stays imported when a later batch fails, or when it is stopped. */
export async function importInBatches(ids: readonly string[], importing: Importing): Promise<void> {
  const { send, told, signal } = importing;
  let soFar: ImportAnswer = { imported: [], skipped: [] };
  for (let at = 0; at < ids.length && !signal.aborted; at += batchSize) {
    const { imported, skipped } = await send(ids.slice(at, at + batchSize));
    soFar = { imported: [...soFar.imported, ...imported], skipped: [...soFar.skipped, ...skipped] };
    told(soFar);
  }
}
