/*
 * Random items and names, as manifests and locks have them.
 */

import fc from 'fast-check';
import type { ManifestItem, Wanted } from './manifest.js';

export const slugs = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,3}$/);
export const kinds = fc.constantFrom('skill', 'agent', 'command');
export const ranges = fc.constantFrom('*', '^1.2', '~1', '>=1 <3', '1.0.0', '2.0.0-rc.1');

/** What makes an editor of text stumble. */
export const oddTexts = fc.string({
  unit: fc.constantFrom('a', '/', '"', "'", '#', '[', ']', ',', '\\', '=', 'é', ' '),
  minLength: 1,
  maxLength: 6,
});

const wanted: fc.Arbitrary<Wanted> = fc.oneof(
  ranges.map((range) => ({ from: 'registry' as const, range })),
  oddTexts.map((path) => ({ from: 'path' as const, path })),
  fc.record({
    from: fc.constant('git' as const),
    url: oddTexts,
    ref: fc.option(oddTexts, { nil: undefined }),
    path: fc.constantFrom('', 'a', 'a/b c', 'é"'),
  }),
);

export const manifestItems: fc.Arbitrary<ManifestItem> = fc.record({ kind: kinds, slug: slugs, wanted });
