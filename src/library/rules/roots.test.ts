import { expect, test } from 'vitest';
import { fromHome, knownRoots, type RootFacts } from './roots.js';

const facts: RootFacts = {
  home: '/user/.coppice',
  userHome: '/user',
  environment: {},
  platform: 'linux',
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
  'opencode-home /user/.opencode/skills',
  'opencode-home-skill /user/.opencode/skill',
  'opencode-skill /user/.config/opencode/skill',
  'openclaw /user/.openclaw/skills',
  'qwen /user/.qwen/skills',
  'copilot /user/.copilot/skills',
  'cursor /user/.cursor/skills',
  'pi /user/.pi/agent/skills',
];
const ofProject = [
  'agents@0a1b2c3d /work/.agents/skills',
  'claude@0a1b2c3d /work/.claude/skills',
  'codex@0a1b2c3d /work/.codex/skills',
  'gemini@0a1b2c3d /work/.gemini/skills',
  'opencode@0a1b2c3d /work/.opencode/skills',
  'hermes@0a1b2c3d /work/.hermes/skills',
  'opencode-skill@0a1b2c3d /work/.opencode/skill',
  'qwen@0a1b2c3d /work/.qwen/skills',
  'github@0a1b2c3d /work/.github/skills',
  'cursor@0a1b2c3d /work/.cursor/skills',
  'pi@0a1b2c3d /work/.pi/skills',
];

test('the own root comes before those of the agents', () => check({}, [own, ...agents]));

test('a trusted project comes first', () => {
  check({ project: { path: '/work', tag: '0a1b2c3d', trusted: true } }, [...ofProject, own, ...agents]);
});

test('one that is not trusted comes last, after the folders of the configuration', () => {
  const project = { path: '/work', tag: '0a1b2c3d', trusted: false };
  check({ project, externalFolders: [{ path: '~/team', label: 'team' }] }, [
    own,
    ...agents,
    'team /user/team',
    ...ofProject.map((root) => `${root} untrusted`),
  ]);
});

test('the roots of a project are shown as project', () => {
  const roots = knownRoots({ ...facts, project: { path: '/work', tag: '0a1b2c3d', trusted: true } });
  const shown = roots.filter((root) => root.shownAs === 'project');
  expect(shown.map((root) => root.kind)).toEqual(ofProject.map(() => 'project'));
});

test('an agent says by its own variables where its folders are', () => {
  const environment = {
    CLAUDE_CONFIG_DIR: '/a,/b',
    CODEX_HOME: '/c',
    HERMES_HOME: '',
    GEMINI_CLI_HOME: '/g',
    XDG_CONFIG_HOME: '/config',
    OPENCODE_CONFIG_DIR: '/added',
  };
  const paths = knownRoots({ ...facts, environment }).map((root) => `${root.label} ${root.path}`);
  expect(paths.slice(0, 12)).toEqual([
    own,
    'agents /user/.agents/skills',
    'claude /a,/b/skills',
    'codex /c/skills',
    'gemini /g/.gemini/skills',
    'opencode /config/opencode/skills',
    'hermes /user/.hermes/skills',
    'opencode-added /added/skills',
    'opencode-added-skill /added/skill',
    'opencode-home /user/.opencode/skills',
    'opencode-home-skill /user/.opencode/skill',
    'opencode-skill /config/opencode/skill',
  ]);
});

test('a label that is configured stays with its folder', () => {
  const roots = knownRoots({ ...facts, externalFolders: [{ path: '/mine', label: 'cursor' }] });
  expect(roots.filter(({ label }) => label === 'cursor').map(({ path }) => path)).toEqual(['/mine']);
});

test('the folders that other programs write are known', () => {
  const managed = knownRoots(facts).flatMap((root) => root.managed ?? []);
  expect(managed).toEqual([
    { path: '/user/.claude/skills/synced', provenance: 'hub' },
    { path: '/user/.codex/skills/.system', provenance: 'bundled' },
    { path: '/user/.hermes/skills/_org', provenance: 'hub' },
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
