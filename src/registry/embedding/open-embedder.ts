/*
 * The model that COPPICE_EMBEDDINGS names, for a server. A package or model that is not there is told once, and search
 * by meaning is then refused; the rest of the server does without.
 */

import { existsSync } from 'node:fs';
import { CoppiceError } from '../../system/errors.js';
import type { Log } from '../log.js';
import { openModel } from './open-model.js';
import { type ClosingEmbedder, workerEmbedder } from './worker-embedder.js';

export interface EmbedderPlace {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** The program of the thread in which a model of this machine works; where there is none, it works in this one. */
  readonly workerFile?: string;
}

export async function openEmbedder(
  setting: string,
  place: EmbedderPlace,
): Promise<ClosingEmbedder | undefined> {
  if (setting === 'off') return undefined;
  const { home, environment, log, workerFile } = place;
  try {
    // Only this one does its work here, and takes so long for it.
    if (setting === 'offline' && workerFile !== undefined && existsSync(workerFile))
      return await workerEmbedder(workerFile, { setting, home, environment });
    const model = await openModel(setting, { home, environment, talk: (line) => log.info({}, line) });
    return { ...model, close: async () => undefined };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    if (error.code === 'bad-value') {
      throw new CoppiceError('bad-value', `COPPICE_EMBEDDINGS cannot be ${setting}`, {
        hint: 'give offline, off, or https://host/v1#model',
      });
    }
    log.warn({ reason: error.message, hint: error.hint }, 'search by meaning is not available');
    return undefined;
  }
}
