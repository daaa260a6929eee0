/*
 * The skills of the machine that the registry runs on, if it was started for one machine, and their import.
 */

import type { WhoAnswer } from '../../registry/api/routes/account.js';
import type { ImportAnswer, LocalSkillAnswer } from '../../registry/api/routes/local.js';
import { type Api, ApiError } from './api.js';

/** Empty if the registry is not for one machine, or the visitor may not import skills. */
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

interface ImportOptions {
  readonly send: (ids: readonly string[]) => Promise<ImportAnswer>;
  /** Called after each batch with everything done so far. */
  readonly onProgress: (soFar: ImportAnswer) => void;
  readonly signal: AbortSignal;
}

const batchSize = 25;

/** Sends one batch after the other: reported skills stay imported when a later batch fails or the import is stopped. */
export async function importInBatches(ids: readonly string[], options: ImportOptions): Promise<void> {
  const { send, onProgress, signal } = options;
  let soFar: ImportAnswer = { imported: [], skipped: [] };
  for (let at = 0; at < ids.length && !signal.aborted; at += batchSize) {
    const { imported, skipped } = await send(ids.slice(at, at + batchSize));
    soFar = { imported: [...soFar.imported, ...imported], skipped: [...soFar.skipped, ...skipped] };
    onProgress(soFar);
  }
}
