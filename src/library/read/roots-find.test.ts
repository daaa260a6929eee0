import { expect, test } from 'vitest';
import { memoryDisk, memoryFiles } from '../../system/disk/memory-disk.js';
import { readConfig } from '../config/config.js';
import { folderTag } from '../folders/project.js';
import { findRoots } from './roots-find.js';

const tag = folderTag('/work/app');

function check(only: readonly string[], expected: readonly string[], config = ''): void {
  expect(labels(only, config)).toEqual(expected);
}

function labels(only: readonly string[], config: string): readonly string[] {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  for (const folder of ['/user/.claude/skills', '/work/app/.git', '/work/app/deep', '/work/mine']) {
    files.makeFolder(folder);
  }
  disk.symlink('/user/.claude/skills', '/work/linked');
  files.makeFolder('/user/.gemini');
  disk.symlink('skills', '/user/.gemini/skills');
  const roots = findRoots(files, {
    home: '/user/.coppice',
    userHome: '/user',
    workingFolder: '/work/app/deep',
    environment: {},
    config: readConfig(config, 'config.toml'),
    only,
  });
  return roots.map(({ label, trusted }) => `${label}${trusted ? '' : ' untrusted'}`);
}

const known = ['home', 'agents', 'claude', 'codex', 'gemini', 'opencode', 'hermes'];
const project = ['agents', 'claude', 'hermes'].map((agent) => `${agent}@${tag}`);

test('without a choice all known roots are taken', () => {
  check([], [...known, ...project.map((label) => `${label} untrusted`)]);
});

test('a project is trusted by its real path in the configuration', () => {
  check([], [...project, ...known], 'library.trusted_projects = ["/work/app"]');
  check(
    [],
    [...known, ...project.map((label) => `${label} untrusted`)],
    'library.trusted_projects = ["/work"]',
  );
});

test.each([
  [['claude'], ['claude']],
  [
    ['claude', 'home'],
    ['claude', 'home'],
  ],
  [['claude', 'claude'], ['claude']],
  [['project'], project.map((label) => `${label} untrusted`)],
  [[`claude@${tag}`], [`claude@${tag} untrusted`]],
  [['/work/mine'], [`dir@${folderTag('/work/mine')}`]],
  [['../../mine'], [`dir@${folderTag('/work/mine')}`]],
  [['/user/.claude/skills'], ['claude']],
  [['/work/linked'], ['claude']],
])('--root %j takes %j', (only, expected) => check(only, expected));

test('what is neither a label nor a folder is refused with the labels there are', () => {
  expect(() => labels(['cluade'], '')).toThrow(
    expect.objectContaining({
      code: 'bad-value',
      message: 'no root and no folder is called cluade',
      hint: 'give a folder, or one of: home, agents, claude, codex, gemini, opencode, hermes, project',
    }),
  );
});
