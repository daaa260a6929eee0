/* Archives made by tar and git are read, and what we pack they unpack: with one content digest everywhere. */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { nodeFiles } from '../../system/disk/node-disk.js';
import { bundleCodec } from '../../system/gzip.js';
import { sha256Hex } from '../../text/hash.js';
import { skillDigest } from '../digest.js';
import { packBundle } from './pack-bundle.js';
import { readBundle } from './read-bundle.js';

const place = mkdtempSync(join(tmpdir(), 'coppice-bundle-'));
afterAll(() => rmSync(place, { recursive: true }));

const folder = join(place, 'skill');
const texts = {
  'SKILL.md': '---\nname: skill\ndescription: A skill.\n---\n',
  'scripts/run.sh': '#!/bin/sh\n',
  'assets/Größe.txt': 'x'.repeat(512),
  'docs/empty.md': '',
  [`${'deep-folder-name/'.repeat(8)}${'long-name-'.repeat(8)}.md`]: 'long',
};
for (const [path, text] of Object.entries(texts)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
chmodSync(join(folder, 'scripts/run.sh'), 0o755);

test.for(['gnu', 'pax', 'ustar'])('an archive of tar in the format %s is read', async (format) => {
  const archive = run('tar', [`--format=${format}`, '-czf', '-', '-C', folder, '.']);
  expect((await readBundle(archive, bundleCodec)).contentDigest).toBe(digestOf(folder));
});

test('an archive of tar that names its files without a dot is read', async () => {
  const archive = run('tar', [
    '-czf',
    '-',
    '-C',
    folder,
    'SKILL.md',
    'scripts',
    'assets',
    'docs',
    'deep-folder-name',
  ]);
  expect((await readBundle(archive, bundleCodec)).contentDigest).toBe(digestOf(folder));
});

test('an archive of git is read', async () => {
  const repository = ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-q', '-m', 'all'],
  ])
    run('git', [...repository, ...words]);
  const archive = run('git', [...repository, 'archive', '--format=tar.gz', 'HEAD']);
  expect((await readBundle(archive, bundleCodec)).contentDigest).toBe(digestOf(folder));
});

test('tar unpacks what is packed here', async () => {
  const { files } = await readBundle(
    run('tar', ['-czf', '-', '-C', folder, '--exclude=.git', '.']),
    bundleCodec,
  );
  const unpacked = join(place, 'unpacked');
  mkdirSync(unpacked);
  run('tar', ['-xzf', '-', '-C', unpacked], packBundle(files, bundleCodec));
  expect(digestOf(unpacked)).toBe(digestOf(folder));
});

function run(program: string, words: readonly string[], input?: Uint8Array): Uint8Array {
  const { status, stdout, stderr } = spawnSync(program, words, { input, maxBuffer: 1 << 24 });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return stdout;
}

function digestOf(path: string): string {
  const outcome = skillDigest(path, nodeFiles, sha256Hex);
  if (outcome.kind === 'refused') throw new Error(`${outcome.path}: ${outcome.reason}`);
  return `sha256:${outcome.digest}`;
}
