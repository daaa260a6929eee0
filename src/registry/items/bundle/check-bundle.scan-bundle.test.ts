import { expect, test } from 'vitest';
import { readBundle } from '../../../skill/bundle/read-bundle.js';
import { bundleCodec } from '../../../system/gzip.js';
import { bundleOf } from './bundle.fixture.js';
import { scanBundle } from './check-bundle.js';

test('a stored finding has no character that JSON in PostgreSQL cannot store', async () => {
  const name = 'a\0b.exe';
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50);
  header.writeUInt16LE(name.length, 26);
  const { findings } = scanBundle(
    'example',
    (
      await readBundle(
        bundleOf({ files: { 'data.zip': Buffer.concat([header, Buffer.from(name)]) } }),
        bundleCodec,
      )
    ).files,
  );
  expect(findings.map(({ why }) => why)).toEqual([
    'The archive contains "a\uFFFDb.exe", which installs a program.',
  ]);
});
