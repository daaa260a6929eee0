/*
 * The text of `coppice.lock`: a function of what is locked and of nothing else. A block for each node, in order, each under
 * a header of its own, so that a version control system keeps the blocks of two branches apart.
 */

import { compareNames, compareTexts } from '../manifest/item-names.js';
import { quoted } from '../manifest/toml-document.js';
import type { Lock, LockNode, NodeOrigin, UnresolvedItem } from './lock.js';

export function printLock({ registry, nodes, unresolved }: Lock): string {
  const blocks = [
    [lockHead, `version = ${lockFormat}`],
    registry && ['[registry]', ...entries({ url: registry.url, tenant: registry.tenant })],
    ...nodes.toSorted(compareNames).map(nodeLines),
    ...unresolved.toSorted(compareUnresolved).map(unresolvedLines),
  ];
  return blocks
    .filter((lines) => lines !== undefined)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** The first line of every lock. */
export const lockHead = '# Written by coppice, and meant for version control.';

/** What this program writes; it refuses a lock of a greater one. */
export const lockFormat = 1;

export function compareUnresolved(a: UnresolvedItem, b: UnresolvedItem): number {
  return compareNames(a, b) || compareTexts(a.range, b.range);
}

function nodeLines({ kind, slug, contentDigest, requires, origin }: LockNode): readonly string[] {
  return [
    `[${kind}.${slug}]`,
    ...entries({ ...originKeys(origin), content_digest: contentDigest }),
    `requires = [${requires.map(quoted).join(', ')}]`,
  ];
}

function originKeys(origin: NodeOrigin): Readonly<Record<string, string>> {
  switch (origin.from) {
    case 'registry':
      return { version: origin.version, digest: origin.digest };
    case 'git': {
      const { url, ref, commit, path } = origin;
      return { git: url, ...(ref !== undefined && { ref }), commit, ...(path !== '' && { path }) };
    }
    case 'path':
      return { path: origin.path };
    default:
      return origin satisfies never;
  }
}

function unresolvedLines({ kind, slug, range }: UnresolvedItem): readonly string[] {
  return ['[[unresolved]]', ...entries({ kind, slug, range })];
}

function entries(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).map(([key, value]) => `${key} = ${quoted(value)}`);
}
