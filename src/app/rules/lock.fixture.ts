/*
 * A manifest and its lock from a sketch of who requires what.
 */

import type { Lock } from '../../client/rules/lock.js';
import type { Manifest } from '../../client/rules/manifest.js';

/** `wanted` are slugs of skills; `requires` says of each that is locked at 1.0.0 what it requires. */
export function sketchedProject(
  wanted: readonly string[],
  requires: Readonly<Record<string, readonly string[]>>,
): { readonly manifest: Manifest; readonly lock: Lock } {
  const digest = `sha256:${'0'.repeat(64)}`;
  return {
    manifest: {
      registry: undefined,
      agents: ['claude'],
      items: wanted.map((slug) => ({ kind: 'skill', slug, wanted: { from: 'registry', range: '*' } })),
    },
    lock: {
      registry: undefined,
      unresolved: [],
      nodes: Object.entries(requires).map(([slug, entries]) => ({
        kind: 'skill',
        slug,
        contentDigest: digest,
        requires: entries,
        origin: { from: 'registry', version: '1.0.0', digest },
      })),
    },
  };
}
