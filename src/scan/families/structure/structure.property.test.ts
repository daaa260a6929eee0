import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScannedFile } from '../../package/prepare.js';
import { preparePackage } from '../../package/prepare.js';
import { structureScanner } from './structure.js';

const part = fc.constantFrom(
  ...[
    [0x50, 0x4b, 3, 4],
    [0x7f, 0x45, 0x4c, 0x46],
    [0x4d, 0x5a],
    [0x1f, 0x8b, 8],
    [0xca, 0xfe, 0xba, 0xbe],
  ],
  ...[[0], [0xff, 0xff], [1], [0x61]],
);
const bytes = fc.array(part, { maxLength: 40 }).map((parts) => Uint8Array.from(parts.flat()));
const path = fc
  .array(fc.oneof(fc.constantFrom('/', '..', '.', 'a', '.zip', '.exe', '.pyc', '\\', ' '), fc.string()), {
    maxLength: 6,
  })
  .map((segments) => segments.join(''));
const file: fc.Arbitrary<ScannedFile> = fc.record({
  path,
  kind: fc.constantFrom('file', 'link', 'other'),
  bytes,
  sizeBytes: fc.nat(),
  isExecutable: fc.boolean(),
  target: path,
});

test('any files are scanned, and every finding has a rule of the family', () => {
  const ids = new Set(structureScanner.rules.map(({ id }) => id));
  fc.assert(
    fc.property(fc.array(file, { maxLength: 5 }), (files) => {
      for (const { rule } of structureScanner.scan(preparePackage({ name: 'a', files })))
        expect(ids).toContain(rule);
    }),
    { numRuns: 300 },
  );
});
