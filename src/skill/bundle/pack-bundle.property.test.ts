import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundleCodec } from '../../system/gzip.js';
import { entryPath, findPathClash } from './entry-path.js';
import { packBundle } from './pack-bundle.js';
import { readBundle } from './read-bundle.js';

const name = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', ' ', 'é', '技', '😀'), minLength: 1, maxLength: 60 }),
  fc.constantFrom('SKILL.md', 'scripts', 'x'.repeat(99), 'x'.repeat(100), 'x'.repeat(101)),
);
const path = fc
  .array(name, { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'))
  .filter((joined) => {
    const found = entryPath(new TextEncoder().encode(joined), 'file');
    return found.kind === 'path' && found.path === joined;
  });
const file = fc.record({
  path,
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.constantFrom(511, 512, 513).map((length) => new Uint8Array(length).fill(7)),
  ),
  executable: fc.boolean(),
});
const files = fc
  .array(file, { maxLength: 6 })
  .map((more) => [{ path: 'SKILL.md', bytes: new Uint8Array(), executable: false }, ...more])
  .filter((all) => findPathClash(all.map((each) => ({ ...each, kind: 'file' }))) === undefined);

test('what is packed is read again', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (given) => {
      const { files: read } = await readBundle(packBundle(given, bundleCodec), bundleCodec);
      const sorted = given.toSorted((a, b) => (a.path < b.path ? -1 : 1));
      expect(read.map(({ digest: _, ...each }) => each)).toEqual(sorted);
    }),
    { numRuns: 200 },
  );
});
