/*
 * The model that COPPICE_EMBEDDINGS names, for a server. A package or model that is not there is told once, and search
 * by meaning is then refused; the rest of the server does without.
 */

import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { embedderFor } from '../../search/models/embedder-for.js';
import type { ModelPorts } from '../../search/models/model-ports.js';
import type { Embedder } from '../../search/models.js';
import { CoppiceError } from '../../system/errors.js';
import { loadOptional, packagesFolder } from '../../system/optional-package.js';
import type { Log } from '../log.js';

export interface EmbedderPlace {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

export async function openEmbedder(setting: string, place: EmbedderPlace): Promise<Embedder | undefined> {
  if (setting === 'off') return undefined;
  try {
    const embedder = await embedderFor(setting, portsOf(place));
    // With its version, so that vectors of older weights are made anew.
    return { name: `${embedder.name} ${embedder.version}`.trim(), embed: embedder.embed };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    if (error.code === 'bad-value') {
      throw new CoppiceError('bad-value', `COPPICE_EMBEDDINGS cannot be ${setting}`, {
        hint: 'give offline, off, or https://host/v1#model',
      });
    }
    place.log.warn({ reason: error.message, hint: error.hint }, 'search by meaning is not available');
    return undefined;
  }
}

const endpointTimeoutMs = 60_000;

function portsOf({ home, environment, log }: EmbedderPlace): ModelPorts {
  return {
    load: (wanted) => loadOptional(wanted, packagesFolder(home, environment)),
    fileStat: (path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat?.isFile() ? { sizeBytes: stat.size, mtimeMs: stat.mtimeMs } : undefined;
    },
    absolute: (path) => resolve(home, path),
    refuse: (code, message, details) => new CoppiceError(code, message, details),
    talk: (line) => log.info({}, line),
    modelsFolder: join(home, 'models'),
    mayDownload: false,
    device: environment['COPPICE_SEMANTIC_DEVICE'] || 'cpu',
    endpoint: {
      key: environment['COPPICE_EMBEDDING_KEY'] || undefined,
      timeoutMs: endpointTimeoutMs,
      wait: (ms) => delay(ms),
    },
  };
}
