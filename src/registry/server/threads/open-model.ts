/*
 * A model for a server, by the value of COPPICE_EMBEDDINGS, with the name that is stored with its vectors.
 */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Embedder } from '../../../search/embedding.js';
import { embedderFor } from '../../../search/models/embedder-for.js';
import type { ModelPorts } from '../../../search/models/model-ports.js';
import { homePaths } from '../../../system/home.js';
import { loadOptional, packagesFolder } from '../../../system/optional-package.js';
import { CoppiceError } from '../../../text/errors.js';

export interface ModelOptions {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  note(line: string): void;
}

/** Throws a CoppiceError where there is no such model. */
export async function openModel(setting: string, options: ModelOptions): Promise<Embedder> {
  const embedder = await embedderFor(setting, portsOf(options));
  // The name includes the version, so that vectors of older weights are made again.
  return { name: `${embedder.name} ${embedder.version}`.trim(), embed: embedder.embed };
}

const endpointTimeoutMs = 60_000;

function portsOf({ home, environment, note }: ModelOptions): ModelPorts {
  return {
    load: (wanted) => loadOptional(wanted, packagesFolder(home, environment)),
    fileStat: (path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat?.isFile() ? { sizeBytes: stat.size, mtimeMs: stat.mtimeMs } : undefined;
    },
    absolute: (path) => resolve(home, path),
    refuse: (code, message, details) => new CoppiceError(code, message, details),
    note,
    modelsFolder: homePaths(home).models,
    allowDownload: false,
    device: environment['COPPICE_SEMANTIC_DEVICE'] || 'cpu',
    endpoint: {
      key: environment['COPPICE_EMBEDDING_KEY'] || undefined,
      timeoutMs: endpointTimeoutMs,
      wait: (ms) => delay(ms),
    },
  };
}
