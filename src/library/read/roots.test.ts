import { expect, test } from 'vitest';
import { fromHome, knownRoots, type RootFacts } from './roots.js';

const facts: RootFacts = {
  home: '/user/.coppice',
  userHome: '/user',
  environment: {},
  project: undefined,
  externalFolders: [],
};

function check(changes: Partial<RootFacts>, expected: readonly string[]): void {
  const roots = knownRoots({ ...facts, ...changes });
  expect(roots.map(({ label, path, trusted }) => `${label} ${path}${trusted ? '' : ' untrusted'}`)).toEqual(
    expected,
  );
}

const own = 'home /user/.coppice/skills';
const agents = [
  'agents /user/.agents/skills',
  'claude /user/.claude/skills',
  'codex /user/.codex/skills',
  'gemini /user/.gemini/skills',
  'opencode /user/.config/opencode/skills',
  'hermes /user/.hermes/skills',
];

test('the own root comes before those of the agents', () => check({}, [own, ...agents]));

test('a trusted project comes first', () => {
  check({ project: { path: '/work', tag: '0a1b2c3d', trusted: true } }, [
    'agents@0a1b2c3d /work/.agents/skills',
    'claude@0a1b2c3d /work/.claude/skills',
    'hermes@0a1b2c3d /work/.hermes/skills',
    own,
    ...agents,
  ]);
});

test('one that is not trusted comes last, after the folders of the configuration', () => {
  const project = { path: '/work', tag: '0a1b2c3d', trusted: false };
  check({ project, externalFolders: [{ path: '~/team', label: 'team' }] }, [
    own,
    ...agents,
    'team /user/team',
    'agents@0a1b2c3d /work/.agents/skills untrusted',
    'claude@0a1b2c3d /work/.claude/skills untrusted',
    'hermes@0a1b2c3d /work/.hermes/skills untrusted',
  ]);
});

test('the roots of a project are shown as project', () => {
  const roots = knownRoots({ ...facts, project: { path: '/work', tag: '0a1b2c3d', trusted: true } });
  expect(roots.filter((root) => root.shownAs === 'project').map((root) => root.kind)).toEqual([
    'project',
    'project',
    'project',
  ]);
});

test('an agent says by its own variable where its folder is', () => {
  const environment = { CLAUDE_CONFIG_DIR: '/a,/b', CODEX_HOME: '/c', HERMES_HOME: '' };
  const paths = knownRoots({ ...facts, environment }).map((root) => `${root.label} ${root.path}`);
  expect(paths).toEqual([
    own,
    'agents /user/.agents/skills',
    'claude /a/skills',
    'codex /c/skills',
    'gemini /user/.gemini/skills',
    'opencode /user/.config/opencode/skills',
    'hermes /user/.hermes/skills',
  ]);
});

test('a folder that is a root already is not one a second time', () => {
  check({ externalFolders: [{ path: '/user/.claude/skills', label: 'mine' }] }, [own, ...agents]);
});

test.each([
  ['~/team', '/user/team'],
  ['~', '/user'],
  ['/team', '/team'],
  ['team/skills', '/user/.coppice/team/skills'],
  ['~other/x', '/user/.coppice/~other/x'],
])('%s in the configuration is %s', (path, expected) => {
  expect(fromHome(path, '/user', '/user/.coppice')).toBe(expected);
});
