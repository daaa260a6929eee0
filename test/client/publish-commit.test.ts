import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourceCommit } from '../../src/client/publish/source-commit.js';

let place: string;
let folder: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'coppice-commit-'));
  folder = join(place, 'skills/a');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'SKILL.md'), 'body\n');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const environment = () => ({ PATH: process.env['PATH'], HOME: place });

function git(...words: string[]): string {
  const own = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', [...own, ...words], { cwd: place, encoding: 'utf8', env: environment() }).trim();
}

function commit(remote = 'https://user:secret@git.example/owner/repo.git'): string {
  git('init', '--quiet');
  writeFileSync(join(place, '.gitignore'), '*.log\n__pycache__\n');
  git('remote', 'add', 'origin', remote);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
  return git('rev-parse', 'HEAD');
}

const found = () => sourceCommit(folder, environment());

test('a clean folder comes from its commit, and no credential is reported', async () => {
  const made = commit();
  writeFileSync(join(place, 'elsewhere.md'), 'not committed');
  mkdirSync(join(folder, '__pycache__'));
  writeFileSync(join(folder, '__pycache__/x.pyc'), 'litter');
  expect(await found()).toEqual({ repo: 'https://git.example/owner/repo.git', commit: made });
});

test.each([
  ['with a change', 'SKILL.md'],
  ['with a new file', 'new.md'],
  ['with a file that git ignores and a bundle does not', 'run.log'],
])('a folder %s comes from no commit', async (_, name) => {
  commit();
  writeFileSync(join(folder, name), 'changed\n');
  expect(await found()).toBeUndefined();
});

test('a folder that is in no repository, or whose repository came from a path, comes from nowhere', async () => {
  expect(await found()).toBeUndefined();
  commit('/srv/repository');
  expect(await found()).toBeUndefined();
});

test('an address of ssh keeps its user', async () => {
  commit('git@git.example:owner/repo.git');
  expect((await found())?.repo).toBe('git@git.example:owner/repo.git');
});

test('without git, nothing is known', async () => {
  commit();
  expect(await sourceCommit(folder, { PATH: '/nowhere', HOME: place })).toBeUndefined();
});
