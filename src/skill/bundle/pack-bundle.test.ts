import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleCodec } from '../../system/gzip.js';
import { sha256Hex } from '../../text/hash.js';
import { packBundle } from './pack-bundle.js';
import { readBundle } from './read-bundle.js';

const utf8 = (text: string) => new TextEncoder().encode(text);
const file = (path: string, text = path, executable = false) => ({ path, bytes: utf8(text), executable });
const files = [
  file('SKILL.md'),
  file('scripts/run.sh', '#!/bin/sh\n', true),
  file('Größe.md'),
  file(`${'long/'.repeat(25)}a`),
  file('empty', ''),
];

test('a bundle is the same before compression for all time', () => {
  expect(sha256Hex(gunzipSync(packBundle(files, bundleCodec)))).toBe(
    'fb8538237144b069ad5119ee6d86fcbcd5a999277361d3765199734e6fa6b46a',
  );
});

test('the order in which files are given does not count', () => {
  expect(packBundle(files.toReversed(), bundleCodec)).toEqual(packBundle(files, bundleCodec));
});

test('names are composed', async () => {
  const { files: read } = await readBundle(
    packBundle([file('SKILL.md'), file('cafe\u0301.md')], bundleCodec),
    bundleCodec,
  );
  expect(read.map(({ path }) => path)).toEqual(['SKILL.md', 'caf\u00e9.md']);
});
