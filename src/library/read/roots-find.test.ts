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
    platform: 'linux',
    config: readConfig(config, 'config.toml'),
    only,
  });
  return roots.map(({ label, trusted }) => `${label}${trusted ? '' : ' untrusted'}`);
}

const known = [
  ...['home', 'agents', 'claude', 'codex', 'gemini', 'opencode', 'hermes', 'opencode-home'],
  ...['opencode-home-skill', 'opencode-skill', 'openclaw', 'qwen', 'copilot', 'cursor', 'pi'],
];
const project = [
  ...['agents', 'claude', 'codex', 'gemini', 'opencode', 'hermes', 'opencode-skill', 'qwen', 'github'],
  ...['cursor', 'pi'],
].map((agent) => `${agent}@${tag}`);

test('without a choice all known roots are used', () => {
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

test('folders between the working folder and the project are roots, as far as an agent reads them', () => {
  const files = memoryFiles();
  const folders = ['.git', '.claude/skills', 'a/.claude/skills', 'a/.gemini/skills', 'a/.hermes/skills'];
  for (const folder of [...folders, 'a/b/.agents/skills', 'a/b/.gemini/skills', 'a/b/c/.claude/skills'])
    files.makeFolder(`/work/app/${folder}`);
  const roots = findRoots(files, {
    home: '/user/.coppice',
    userHome: '/user',
    workingFolder: '/work/app/a/b',
    environment: {},
    platform: 'linux',
    config: readConfig('library.trusted_projects = ["/work/app"]', 'config.toml'),
    only: [],
  });
  const [inner, outer] = [folderTag('/work/app/a/b'), folderTag('/work/app/a')];
  expect(roots.slice(0, 4).map(({ label, path, trusted }) => [label, path, trusted])).toEqual([
    [`agents@${inner}`, '/work/app/a/b/.agents/skills', true],
    [`gemini@${inner}`, '/work/app/a/b/.gemini/skills', true],
    [`claude@${outer}`, '/work/app/a/.claude/skills', true],
    [`agents@${tag}`, '/work/app/.agents/skills', true],
  ]);
});

test('folders below the working folder are the weakest roots of a project, as far as an agent reads them on demand', () => {
  const files = memoryFiles();
  const folders = ['.git', 'packages/api/.claude/skills', 'web/.claude/skills', 'web/.gemini/skills'];
  const pruned = ['node_modules/x/.claude/skills', '.cache/x/.claude/skills', 'a/b/c/d/e/.claude/skills'];
  for (const folder of [...folders, ...pruned]) files.makeFolder(`/work/app/${folder}`);
  const request = {
    home: '/user/.coppice',
    userHome: '/user',
    workingFolder: '/work/app',
    environment: {},
    platform: 'linux',
    config: readConfig('library.trusted_projects = ["/work/app"]', 'config.toml'),
    only: [],
  };
  const below = (working: string) =>
    findRoots(files, { ...request, workingFolder: working })
      .filter(({ kind, path }) => kind === 'project' && !path.startsWith('/work/app/.'))
      .map(({ label, path, trusted }) => [label, path, trusted]);
  expect(below('/work/app')).toEqual([
    [`claude@${folderTag('/work/app/web')}`, '/work/app/web/.claude/skills', true],
    [`claude@${folderTag('/work/app/packages/api')}`, '/work/app/packages/api/.claude/skills', true],
  ]);
  expect(below('/work/app/packages').map(([, path]) => path)).toEqual([
    '/work/app/packages/api/.claude/skills',
  ]);
  const trusted = findRoots(files, request).filter(({ kind }) => kind === 'project');
  expect(trusted.slice(-2).map(({ path }) => path)).toEqual(below('/work/app').map(([, path]) => path));
});

test('outside of a project nothing below the working folder is searched', () => {
  const files = memoryFiles();
  files.makeFolder('/work/loose/web/.claude/skills');
  const roots = findRoots(files, {
    home: '/user/.coppice',
    userHome: '/user',
    workingFolder: '/work/loose',
    environment: {},
    platform: 'linux',
    config: readConfig('', 'config.toml'),
    only: [],
  });
  expect(roots.filter(({ path }) => path.startsWith('/work'))).toEqual([]);
});

test('folders that the settings of the user add to an agent are roots, those of a project are not', () => {
  const files = memoryFiles();
  const put = (path: string, text: string) => {
    files.makeFolder(path.slice(0, path.lastIndexOf('/')));
    files.write(path, new TextEncoder().encode(text));
  };
  for (const folder of ['/team/skills', '/user/more', '/work/app/.git', '/work/app/own'])
    files.makeFolder(folder);
  put('/user/.hermes/config.yaml', 'skills:\n  external_dirs: [/team/skills, ~/more, /gone]\n');
  put('/work/app/opencode.json', '{"skills": {"paths": ["/work/app/own"]}}');
  const roots = findRoots(files, {
    home: '/user/.coppice',
    userHome: '/user',
    workingFolder: '/work/app',
    environment: {},
    platform: 'linux',
    only: [],
    config: readConfig('library.external_dirs = [{path = "/team/skills", label = "team"}]', 'config.toml'),
  });
  const external = roots.filter(({ kind }) => kind === 'external');
  expect(external.map(({ label, shownAs, path }) => `${label} ${shownAs} ${path}`)).toEqual([
    'team team /team/skills',
    `hermes-ext@${folderTag('/user/more')} hermes-ext /user/more`,
  ]);
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

test('a name that is neither a label nor a folder is refused with a list of the labels', () => {
  expect(() => labels(['cluade'], '')).toThrow(
    expect.objectContaining({
      code: 'bad-value',
      message: 'there is no root or folder named cluade',
      hint: `use a folder, or one of: ${known.join(', ')}, project`,
    }),
  );
});
