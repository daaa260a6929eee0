import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Wanted } from '../../src/client/rules/manifest.js';
import { openSources } from '../../src/client/source/sources.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';

let place: string;
let repository: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'coppice-git-'));
  repository = join(place, 'repository');
  mkdirSync(repository);
  git('init', '--quiet', '--initial-branch=main');
  // As on the servers that people use, where files can be asked for one by one.
  git('config', 'uploadpack.allowFilter', 'true');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function git(...words: string[]): string {
  const own = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgSign=false'];
  return execFileSync('git', [...own, ...words], {
    cwd: repository,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: place },
  }).trim();
}

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), content);
}

function commit(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  for (const [path, content] of Object.entries(files)) put(path, content);
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'change');
  return git('rev-parse', 'HEAD');
}

const skill = (name: string, more = '') => `---\nname: ${name}\ndescription: d\n${more}---\nbody\n`;

function sources(environment: Readonly<Record<string, string>> = {}) {
  const usual = { PATH: process.env['PATH'], HOME: place };
  return openSources({
    files: nodeFiles,
    home: join(place, 'home'),
    project: place,
    environment: { ...usual, ...environment },
  });
}

async function resolved(wanted: Partial<Extract<Wanted, { from: 'git' }>> = {}) {
  const usual = { from: 'git', url: repository, ref: undefined, path: 'skills/a' } as const;
  return await sources().resolve({ kind: 'skill', slug: 'a', wanted: { ...usual, ...wanted } });
}

const bytes = new Uint8Array(256).map((_, index) => index);

test('a skill in a folder of a repository is read byte for byte, and nothing beside it', async () => {
  put('skills/a/run.sh', 'echo\r\n');
  chmodSync(join(repository, 'skills/a/run.sh'), 0o755);
  commit({
    'skills/a/SKILL.md': skill('a', 'requires: [zebra, lib@^1]\n'),
    'skills/a/data/all.bin': bytes,
    'skills/a/empty': '',
    'skills/a/.DS_Store': 'litter',
    'other/large.bin': bytes,
  });
  // None of these may change what is read.
  put('.gitattributes', '* text eol=crlf filter=evil export-ignore ident working-tree-encoding=UTF-16\n');
  git(
    'update-index',
    '--add',
    '--cacheinfo',
    `100644,${git('hash-object', '-w', '--no-filters', '.gitattributes')},.gitattributes`,
  );
  git('commit', '--quiet', '--message', 'attributes');
  const made = git('rev-parse', 'HEAD');
  const { origin, requires, files } = await resolved();
  expect(origin).toEqual({ from: 'git', url: repository, commit: made, path: 'skills/a' });
  expect(requires).toEqual(['lib@^1', 'zebra']);
  expect(files.map(({ path, executable }) => `${path}${executable ? ' *' : ''}`)).toEqual([
    'SKILL.md',
    'data/all.bin',
    'empty',
    'run.sh *',
  ]);
  expect(files.find(({ path }) => path === 'data/all.bin')?.bytes).toEqual(bytes);
  expect(Buffer.from(files.find(({ path }) => path === 'run.sh')?.bytes ?? []).toString()).toBe('echo\r\n');
});

test('only what is asked for is fetched', async () => {
  const made = commit({ 'skills/a/SKILL.md': skill('a'), 'other/secret.bin': bytes });
  await resolved();
  const cache = join(place, 'home/cache/git');
  const [key = ''] = readdirSync(cache);
  const listed = execFileSync(
    'git',
    [`--git-dir=${join(cache, key)}`, 'rev-list', '--objects', '--missing=print', made],
    { encoding: 'utf8' },
  );
  expect(listed.match(/^\?.*$/gm)).toEqual([`?${git('rev-parse', 'HEAD:other/secret.bin')}`]);
  expect(readdirSync(join(cache, key))).not.toContain('coppice-objects');
});

test('a branch, a tag, a commit and the default branch are found', async () => {
  const first = commit({ 'skills/a/SKILL.md': skill('a', 'version: 1\n') });
  git('tag', '--annotate', 'v1', '--message', 'first');
  git('branch', 'x/main', 'HEAD');
  const second = commit({ 'skills/a/SKILL.md': skill('a', 'version: 2\n') });
  const rows = [
    [undefined, second],
    ['main', second],
    ['x/main', first],
    ['v1', first],
    ['refs/heads/main', second],
    [first, first],
  ] as const;
  for (const [ref, made] of rows) {
    const { origin } = await resolved({ ref });
    expect([ref, origin]).toEqual([ref, expect.objectContaining({ commit: made })]);
  }
});

test('what was locked is fetched as it was, also when the branch has moved and was rewritten', async () => {
  commit({ 'skills/a/SKILL.md': skill('a') });
  const { origin, files } = await resolved();
  git('checkout', '--quiet', '--orphan', 'new');
  commit({ 'skills/a/SKILL.md': skill('a', 'version: 2\n') });
  git('branch', '--force', 'main');
  rmSync(join(place, 'home'), { recursive: true });
  expect(await sources().fetch(origin)).toEqual(files);
});

test('a skill at the root of a repository, by a relative path and by a file address', async () => {
  commit({ 'SKILL.md': skill('a'), 'references/more.md': 'more\n' });
  for (const url of ['./repository', `file://${repository}`]) {
    const { files, origin } = await resolved({ url, path: '' });
    expect(files.map(({ path }) => path)).toEqual(['SKILL.md', 'references/more.md']);
    expect(origin).toMatchObject({ url });
  }
});

test('variables of another git do not reach this one', async () => {
  commit({ 'skills/a/SKILL.md': skill('a') });
  const wanted = { from: 'git', url: repository, ref: undefined, path: 'skills/a' } as const;
  const hostile = { GIT_DIR: '/nowhere', GIT_OBJECT_DIRECTORY: '/nowhere', GIT_CONFIG_PARAMETERS: "'a" };
  const found = await sources(hostile).resolve({ kind: 'skill', slug: 'a', wanted });
  expect(found.files).toHaveLength(1);
});

interface Refusal {
  readonly files?: Readonly<Record<string, string>>;
  readonly before?: () => void;
  readonly wanted?: Parameters<typeof resolved>[0];
  readonly error: Readonly<Record<string, unknown>>;
}

const containing = (text: string) => expect.stringContaining(text) as string;

test.each<[string, Refusal]>([
  [
    'a link',
    {
      before: () => symlinkSync('/etc/passwd', join(repository, 'skills/a/passwd')),
      error: { code: 'bad-bundle', message: containing('"passwd": it is a link') },
    },
  ],
  [
    'a submodule',
    {
      before: () => git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},skills/a/module`),
      error: { code: 'bad-bundle', message: containing('"module": it is not a regular file') },
    },
  ],
  [
    'a path that not every system allows',
    { files: { 'skills/a/aux.md': '' }, error: { code: 'bad-bundle', message: containing('"aux.md"') } },
  ],
  [
    'paths that differ only in case',
    {
      files: { 'skills/a/x.md': '', 'skills/a/X.md': '' },
      error: { code: 'bad-bundle', message: containing('only in case') },
    },
  ],
  [
    'a requirement that cannot be read',
    {
      files: { 'skills/a/SKILL.md': skill('a', 'requires: [Bad Slug]\n') },
      error: { code: 'bad-bundle', message: containing('"Bad Slug"') },
    },
  ],
  [
    'a folder without a skill, and the hint names those that have one',
    {
      wanted: { path: 'skills' },
      error: { code: 'not-found', hint: 'name a folder that has one: skills/a' },
    },
  ],
  ['a folder that is not there', { wanted: { path: 'nope' }, error: { code: 'not-found' } }],
  [
    'a branch that is not there',
    { wanted: { ref: 'nope' }, error: { code: 'not-found', message: containing('no branch or tag nope') } },
  ],
  [
    'a commit that is not there',
    {
      wanted: { ref: '1'.repeat(40) },
      error: {
        code: 'not-found',
        message: containing('the commit is not, or no longer, in '),
        hint: containing('coppice update'),
      },
    },
  ],
  [
    'a repository that is not there',
    { wanted: { url: '/nowhere/at-all' }, error: { code: 'unavailable', message: containing('/nowhere') } },
  ],
])('%s is refused', async (_, { files = {}, before, wanted, error }) => {
  commit({ 'skills/a/SKILL.md': skill('a'), ...files });
  before?.();
  git('add', '--all', '--', '.', ':!skills/a/module');
  git('commit', '--quiet', '--allow-empty', '--message', 'more');
  await expect(resolved(wanted)).rejects.toMatchObject(error);
});
