/*
 * Ports for tests: the real packages, the real disk, and a refusal that shows the message of the user.
 */

import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ModelPorts } from './model-ports.js';

class Refusal extends Error {
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}

export function portsWith(changes: Partial<ModelPorts> = {}): ModelPorts {
  return {
    load: async ({ name }) => {
      const require = requireOf(name);
      if (require === undefined) throw new Refusal('package-missing', `${name} is not installed`, '');
      return require(name);
    },
    fileStat: (path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat?.isFile() ? { sizeBytes: stat.size, mtimeMs: stat.mtimeMs } : undefined;
    },
    absolute: (path) => path,
    refuse: (code, message, { hint, cause }) => new Refusal(code, message, hint, cause),
    note: () => undefined,
    modelsFolder: '/nowhere',
    allowDownload: false,
    device: 'cpu',
    endpoint: { key: undefined, timeoutMs: 60_000, wait: async () => undefined },
    ...changes,
  };
}

/** The package is too large for the dependencies: it comes from COPPICE_PACKAGES, and is required in CI. */
export function hasTransformers(): boolean {
  if (requireOf('@huggingface/transformers') !== undefined) return true;
  const missing = '@huggingface/transformers is not in the folder COPPICE_PACKAGES';
  if (process.env['CI'] === 'true') throw new Error(missing);
  process.stderr.write(`${missing}, so what it runs is not tested\n`);
  return false;
}

function requireOf(name: string): NodeJS.Require | undefined {
  const folders = [process.env['COPPICE_PACKAGES'], import.meta.dirname];
  return folders
    .filter((folder) => folder !== undefined)
    .map((folder) => createRequire(join(folder, 'index.js')))
    .find((require) => isResolvable(require, name));
}

function isResolvable(require: NodeJS.Require, name: string): boolean {
  try {
    return require.resolve(name) !== '';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return false;
    throw error;
  }
}
