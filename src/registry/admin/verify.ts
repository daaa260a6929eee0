/*
 * Looks whether everything the registry keeps is as it must be: the bytes of every version and draft are there and are
 * what was published, and what follows from other rows (the latest version, sums of use, the outbox) agrees with them.
 * It changes nothing.
 */

import type { Registry } from '../registry.js';
import type { OnProgress } from './backup.js';
import { findFaultyBundles } from './verify-bundles.js';
import { findFaultyRows } from './verify-rows.js';

export interface Problem {
  readonly check: 'bytes' | 'latest' | 'usage' | 'outbox';
  readonly tenant: string;
  /** What it is about: `skill/lib@1.0.0`. */
  readonly target: string;
  readonly fault: string;
}

export interface Verification {
  readonly versions: number;
  readonly drafts: number;
  readonly problems: readonly Problem[];
}

export async function verifyRegistry(
  registry: Pick<Registry, 'database' | 'blobs' | 'clock'>,
  onProgress: OnProgress = () => undefined,
): Promise<Verification> {
  const { versions, drafts, problems } = await findFaultyBundles(registry, onProgress);
  return { versions, drafts, problems: [...problems, ...(await findFaultyRows(registry))] };
}
