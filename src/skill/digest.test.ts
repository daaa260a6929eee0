import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type PackageFile, type PackageReader, packageDigest, skillDigest } from './digest.js';
import { isJunkFile } from './package-names.js';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

type Tree = { readonly [name: string]: Tree | File | 'link' | 'other' | 'gone' };
type File = readonly [text: string, mode?: number];

/** A package in memory; `gone` is listed as a file and not there when it is read. */
function reader(tree: Tree): PackageReader {
  const at = (path: string) =>
    path
      .split('/')
      .slice(1)
      .reduce<Tree[string] | undefined>((node, name) => (isFolder(node) ? node[name] : undefined), tree);
  return {
    list(path) {
      const node = at(path);
      if (!isFolder(node)) return undefined;
      return Object.entries(node).map(([name, child]) => ({ name, kind: kindOf(child) }));
    },
    read(path) {
      const node = at(path);
      if (!isFile(node)) return undefined;
      return { bytes: new TextEncoder().encode(node[0]), stat: { mode: node[1] ?? 0o644 } };
    },
  };
}

function isFolder(node: Tree[string] | undefined): node is Tree {
  return typeof node === 'object' && !isFile(node);
}

function isFile(node: Tree[string] | undefined): node is File {
  return Array.isArray(node);
}

function kindOf(node: Tree | File | 'link' | 'other' | 'gone') {
  if (node === 'link' || node === 'other') return node;
  return isFolder(node) ? 'folder' : 'file';
}

function digestOf(tree: Tree) {
  return skillDigest('skill', reader(tree), sha256);
}

const skillFile: File = ['---\nname: demo\n---\n'];
const scripts: Tree = { 'run.sh': ['echo hi\n', 0o755] };
const base: Tree = { 'SKILL.md': skillFile, scripts };

test('the digest of a package is fixed for all time', () => {
  expect(digestOf(base)).toEqual({
    kind: 'digest',
    digest: '270ea2af40f4b7078e161fac4e9fcf01c1f3739f6c7ec58d32496775cd216983',
  });
});

test.each<[string, Tree]>([
  ['the order of its entries', { scripts, 'SKILL.md': skillFile }],
  ['permissions other than executable', { ...base, 'SKILL.md': [skillFile[0], 0o600] }],
  ['an executable bit that is not the owner’s', { ...base, 'SKILL.md': [skillFile[0], 0o655] }],
  ['an empty folder', { ...base, assets: {} }],
  ['version control', { ...base, '.git': { HEAD: ['ref'], hooks: { 'pre-commit': 'link' } } }],
  [
    'junk files of the operating system',
    { ...base, '.DS_Store': ['x'], scripts: { ...scripts, 'Thumbs.db': ['x'] } },
  ],
  [
    'an editor that has a file open',
    { ...base, '.SKILL.md.swp': ['x'], '.#SKILL.md': 'link', 'SKILL.md~': ['x'] },
  ],
  ['running its scripts', { ...base, scripts: { ...scripts, __pycache__: { 'a.pyc': ['x'] } } }],
  ['an unfinished write', { ...base, '.coppice-1f.tmp': ['x'] }],
])('the digest does not depend on %s', (_, tree) => {
  expect(digestOf(tree)).toEqual(digestOf(base));
});

test.each<[string, Tree]>([
  ['content', { ...base, 'SKILL.md': ['---\nname: demo\n---\n\n'] }],
  ['the executable bit', { ...base, scripts: { 'run.sh': ['echo hi\n', 0o644] } }],
  ['a name', { ...base, scripts: { run: ['echo hi\n', 0o755] } }],
  ['a folder', { 'SKILL.md': skillFile, tools: scripts }],
  ['a file more', { ...base, LICENSE: [''] }],
  ['a hidden file somebody wrote', { ...base, '.gitignore': [''] }],
  ['a dependency its scripts run', { ...base, node_modules: { x: { 'index.js': [''] } } }],
])('the digest depends on %s', (_, tree) => {
  const outcome = digestOf(tree);
  expect(outcome.kind).toBe('digest');
  expect(outcome).not.toEqual(digestOf(base));
});

test.each<[string, string, Tree]>([
  ['link', 'references/a.md', { ...base, references: { 'a.md': 'link' } }],
  ['special-file', 'pipe', { ...base, pipe: 'other' }],
  ['changed', 'SKILL.md', { 'SKILL.md': 'gone' }],
  ['colliding-paths', 'cafe\u0301.md', { 'caf\u00e9.md': ['a'], 'cafe\u0301.md': ['a'] }],
  ['too-deep', Array(33).fill('d').join('/'), nested(33)],
  [
    'too-many-entries',
    'f10000',
    Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`f${n}`, ['']])),
  ],
])('a package is refused as %s at %s', (reason, path, tree) => {
  expect(digestOf(tree)).toEqual({ kind: 'refused', reason, path });
});

test.each([
  ['.git', true],
  ['scripts/.git/hooks/pre-commit', true],
  ['__MACOSX/SKILL.md', true],
  ['assets/._logo.png', true],
  ['Desktop.ini', true],
  ['.SKILL.md.swo', true],
  ['.gitignore', false],
  ['.github/workflows/a.yml', false],
  ['scripts/node_modules/x/index.js', false],
  ['assets/photo.swp', false],
  ['assets/~draft.md', false],
  ['.coppice-notes.md', false],
])('%s is a junk file: %s', (path, isJunk) => expect(isJunkFile(path)).toBe(isJunk));

test('a folder that is not there has no digest', () => {
  const nowhere: PackageReader = { list: () => undefined, read: () => undefined };
  expect(skillDigest('skill', nowhere, sha256)).toEqual({
    kind: 'refused',
    reason: 'not-a-folder',
    path: '',
  });
});

test('names composed in either way give one digest', () => {
  expect(digestOf({ 'cafe\u0301.md': ['a'] })).toEqual(digestOf({ 'caf\u00e9.md': ['a'] }));
});

test('a name with a line break cannot pass for two files', () => {
  const file = (path: string): PackageFile => ({ path, executable: false, sha256: '00' });
  const two = packageDigest([file('a'), file('b')], sha256);
  const one = packageDigest([file('a",false,"00"]\n["b')], sha256);
  expect(one).not.toEqual(two);
});

function nested(depth: number): Tree {
  return depth === 0 ? {} : { d: nested(depth - 1) };
}
