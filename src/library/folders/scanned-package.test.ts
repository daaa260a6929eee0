import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import { nodeFiles } from '../../system/disk/node-disk.js';
import { readScannedPackage } from './scanned-package.js';

function folder(content: Readonly<Record<string, string | Uint8Array>>) {
  const files = memoryFiles();
  for (const [path, text] of Object.entries(content)) {
    files.makeFolder(`/pack/${path}/..`.replace(/\/[^/]*\/\.\.$/, ''));
    files.write(`/pack/${path}`, typeof text === 'string' ? new TextEncoder().encode(text) : text, {
      mode: path.endsWith('.sh') ? 0o755 : 0o644,
    });
  }
  return files;
}

test('every file is read, also what listings leave out', () => {
  const files = folder({
    'SKILL.md': 'a',
    'scripts/run.sh': 'b',
    '.hidden/x': 'c',
    '__pycache__/y.py': 'd',
    'nested/SKILL.md': 'e',
    '.git/config': 'f',
  });
  const { name, files: read } = readScannedPackage(files, '/pack');
  expect(name).toBe('pack');
  expect(read.map(({ path, isExecutable }) => (isExecutable ? `${path} runs` : path))).toEqual([
    '.hidden/x',
    'SKILL.md',
    '__pycache__/y.py',
    'nested/SKILL.md',
    'scripts/run.sh runs',
  ]);
  expect(read.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(['c', 'a', 'd', 'e', 'b']);
});

test('of a large file the beginning is read, and its size is reported', () => {
  const sizeBytes = 1024 * 1024 + 1;
  const { files } = readScannedPackage(folder({ big: new Uint8Array(sizeBytes) }), '/pack');
  expect(files.map((file) => [file.bytes.length, file.sizeBytes])).toEqual([[sizeBytes - 1, sizeBytes]]);
});

test('a large package is read up to a bound, the small files first', () => {
  const mebibyte = new Uint8Array(1024 * 1024);
  const many = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`assets/${at}`, mebibyte]));
  const { files } = readScannedPackage(folder({ ...many, 'scripts/z.sh': 'small' }), '/pack');
  expect(files.find(({ path }) => path === 'scripts/z.sh')?.bytes.length).toBe(5);
  const read = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const size = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  expect([read, size]).toEqual([25 * mebibyte.length, 26 * mebibyte.length + 5]);
});

test('of too many files one more than is allowed is named, with the SKILL.md', () => {
  const many = Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [`A${at}`, '']));
  const { files } = readScannedPackage(folder({ ...many, 'SKILL.md': 'a' }), '/pack');
  expect([files.length, files.some(({ path }) => path === 'SKILL.md')]).toEqual([1_001, true]);
});

test('links are named with where they lead, and not followed', () => {
  const path = mkdtempSync(join(tmpdir(), 'coppice-scan-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  mkdirSync(join(path, 'scripts'));
  writeFileSync(join(path, 'SKILL.md'), 'a');
  symlinkSync('../SKILL.md', join(path, 'scripts/inside'));
  symlinkSync('/etc', join(path, 'outside'));
  symlinkSync('nowhere', join(path, 'broken'));
  const { files } = readScannedPackage(nodeFiles, path);
  expect(files.map((file) => [file.path, file.kind, file.target, file.bytes.length])).toEqual([
    ['SKILL.md', 'file', undefined, 1],
    ['broken', 'link', undefined, 0],
    ['outside', 'link', '/etc', 0],
    ['scripts/inside', 'link', '../SKILL.md', 0],
  ]);
});

test('a folder that is not there is an error', () => {
  expect(() => readScannedPackage(memoryFiles(), '/pack')).toThrow('there is no /pack');
});
