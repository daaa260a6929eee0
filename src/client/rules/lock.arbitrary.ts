/*
 * Random locks, in the order that locks have.
 */

import fc from 'fast-check';
import { compareNames, isSameItem } from './item-names.js';
import type { Lock, LockNode, NodeOrigin } from './lock.js';
import { compareUnresolved } from './lock.js';
import { kinds, oddTexts, ranges, slugs } from './manifest.arbitrary.js';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const digests = hex(64).map((text) => `sha256:${text}`);

const origins: fc.Arbitrary<NodeOrigin> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      from: fc.constant('registry' as const),
      version: fc.constantFrom('1.0.0', '0.2.13', '2.0.0-rc.1+b'),
      digest: digests,
    }),
  },
  fc.record({
    from: fc.constant('git' as const),
    url: oddTexts,
    ref: fc.constantFrom(undefined, 'main', 'v1.2'),
    commit: fc.oneof(hex(40), hex(64)),
    path: fc.constantFrom('', 'a/b'),
  }),
  fc.record({ from: fc.constant('path' as const), path: oddTexts }),
);

export const lockNodes: fc.Arbitrary<LockNode> = fc.record({
  kind: kinds,
  slug: slugs,
  contentDigest: digests,
  requires: fc.array(
    fc.tuple(slugs, ranges).map(([slug, range]) => (range === '*' ? slug : `${slug}@${range}`)),
    { maxLength: 3 },
  ),
  origin: origins,
});

export const locks: fc.Arbitrary<Lock> = fc
  .record({
    registry: fc.option(fc.constant({ url: 'https://e.org/x', tenant: 'acme' }), { nil: undefined }),
    nodes: fc.uniqueArray(lockNodes, { comparator: isSameItem, maxLength: 8 }),
    unresolved: fc.uniqueArray(fc.record({ kind: kinds, slug: slugs, range: ranges }), {
      comparator: isSameItem,
      maxLength: 3,
    }),
  })
  .map(({ registry, nodes, unresolved }) => ({
    registry,
    nodes: nodes.toSorted(compareNames),
    unresolved: unresolved.toSorted(compareUnresolved),
  }));
