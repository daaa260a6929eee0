/*
 * The registry as an admin command has it that works on bundles too: with the storage of the server's environment.
 */

import { openStorage } from '../registry/data/storage/open-storage.js';
import type { Registry, RegistryRows } from '../registry/registry.js';
import { type RegistryConfig, registryConfig } from '../registry/server/config.js';
import { silentLog } from '../system/log.js';
import { showProgress } from '../system/terminal/progress.js';
import { withRegistry } from './admin-registry.js';
import { type Context, libraryPlace } from './context.js';
import type { Input } from './input.js';

export type StoredRegistry = RegistryRows & Pick<Registry, 'blobs' | 'log'>;

export type OnProgress = (label: string, done: number, total: number) => void;

export function withStoredRegistry<T>(
  context: Context,
  input: Input,
  run: (registry: StoredRegistry, onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const blobs = storageOf(context, input);
  return withProgress(context, (onProgress) =>
    withRegistry(context, input, (registry) => run({ ...registry, blobs, log: silentLog }, onProgress)),
  );
}

export function storageOf(context: Context, input: Input): Registry['blobs'] {
  return openStorage(configOf(context, input).storage, context.environment);
}

export function configOf(context: Context, input: Input): RegistryConfig {
  return registryConfig(context.environment, libraryPlace(context, input).home);
}

/** Shown on a terminal, for as long as it takes. */
export async function withProgress<T>(
  { terminal }: Context,
  run: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const progress = showProgress(terminal);
  try {
    return await run((label, done, total) => progress.update({ label, done, total }));
  } finally {
    progress.end();
  }
}
