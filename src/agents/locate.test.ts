import { expect, test } from 'vitest';
import type { Environment, Machine } from './agent.js';
import { type AgentName, agentNamed, agents } from './index.js';
import { configurationFolder, locate, locateSettings, locateSkillFolders, variablesOf } from './locate.js';
import { agentNames } from './names.js';

function machine(environment: Environment = {}, platform = 'linux'): Machine {
  return { userHome: '/user', platform, environment };
}

function skillFolders(name: AgentName, environment: Environment = {}): readonly string[] {
  const project = ['/work/app/lib', '/work/app'];
  return locateSkillFolders(agentNamed(name), machine(environment), project).map(({ path }) => path);
}

test.each<[AgentName, Environment, string]>([
  ['claude', {}, '/user/.claude'],
  ['claude', { CLAUDE_CONFIG_DIR: '/own' }, '/own'],
  // The value is one path: a comma is part of it.
  ['claude', { CLAUDE_CONFIG_DIR: '/a,/b' }, '/a,/b'],
  ['claude', { CLAUDE_CONFIG_DIR: ' ' }, '/user/.claude'],
  ['codex', { CODEX_HOME: '/a,/b/' }, '/a,/b'],
  ['hermes', { HERMES_HOME: '' }, '/user/.hermes'],
  ['hermes', { HERMES_HOME: ' /h ' }, '/h'],
  ['hermes', { HERMES_DATA_DIR_SUFFIX: '-dev' }, '/user/.hermes-dev'],
  ['gemini', { GEMINI_CLI_HOME: '/other' }, '/other/.gemini'],
  ['gemini', { GEMINI_DATA_DIR: '/other' }, '/user/.gemini'],
  ['opencode', { XDG_CONFIG_HOME: '/config' }, '/config/opencode'],
  ['opencode', { OPENCODE_CONFIG_DIR: '/added' }, '/user/.config/opencode'],
  ['qwen', { QWEN_HOME: '/q' }, '/q'],
  ['copilot', { COPILOT_HOME: '/c' }, '/c'],
  ['pi', { PI_CODING_AGENT_DIR: '/p' }, '/p'],
  ['openclaw', { OPENCLAW_STATE_DIR: '/o' }, '/o'],
  ['cursor', {}, '/user/.cursor'],
])('%s with %j keeps its configuration in %s', (name, environment, expected) => {
  expect(configurationFolder(agentNamed(name), machine(environment))).toBe(expected);
});

test.each<[AgentName, string, Environment, string | undefined]>([
  ['opencode', '{database}', {}, undefined],
  ['opencode', '{database}', { OPENCODE_DB: '/x/my.db' }, '/x/my.db'],
  ['opencode', '{database}', { OPENCODE_DB: ':memory:' }, undefined],
  ['opencode', '{database}', { OPENCODE_DB: 'my.db' }, '/user/.local/share/opencode/my.db'],
  ['opencode', '{database}', { OPENCODE_DB: 'my.db', XDG_DATA_HOME: '/data' }, '/data/opencode/my.db'],
  ['opencode', '{added}/skills', { OPENCODE_CONFIG_DIR: '/added' }, '/added/skills'],
  ['claude', '{plugins}', {}, '/user/.claude/plugins'],
  ['claude', '{plugins}', { CLAUDE_CODE_PLUGIN_CACHE_DIR: '/cache' }, '/cache'],
  ['gemini', '{systemSettings}', {}, '/etc/gemini-cli/settings.json'],
  ['gemini', '{systemSettings}', { GEMINI_CLI_SYSTEM_SETTINGS_PATH: '/s.json' }, '/s.json'],
])('%s: %s with %j is %s', (name, pattern, environment, expected) => {
  expect(locate(agentNamed(name), pattern, machine(environment))).toBe(expected);
});

test.each([
  ['darwin', '/Library/Application Support/ClaudeCode'],
  ['freebsd', undefined],
])('on %s the managed folder of Claude Code is %s', (platform, expected) => {
  expect(locate(agentNamed('claude'), '{managed}', machine({}, platform))).toBe(expected);
});

test.each<[AgentName, Environment, readonly string[]]>([
  [
    'claude',
    { CLAUDE_CODE_DISABLE_POLICY_SKILLS: '1' },
    [
      '/user/.claude/skills',
      '/user/.claude/skills/synced',
      '/work/app/lib/.claude/skills',
      '/work/app/.claude/skills',
    ],
  ],
  [
    'codex',
    {},
    [
      '/work/app/lib/.codex/skills',
      '/work/app/.codex/skills',
      '/user/.codex/skills',
      '/user/.agents/skills',
      '/user/.codex/skills/.system',
      '/etc/codex/skills',
      '/work/app/lib/.agents/skills',
      '/work/app/.agents/skills',
    ],
  ],
  // Gemini CLI reads only the folder it was started in; its variable also moves the shared folder.
  [
    'gemini',
    { GEMINI_CLI_HOME: '/other' },
    [
      '/work/app/lib/.agents/skills',
      '/work/app/lib/.gemini/skills',
      '/other/.agents/skills',
      '/other/.gemini/skills',
      '/other/.gemini/extensions/*/skills',
    ],
  ],
  [
    'opencode',
    { OPENCODE_DISABLE_EXTERNAL_SKILLS: '1', OPENCODE_CONFIG_DIR: '/added' },
    [
      '/added/skills',
      '/added/skill',
      '/user/.opencode/skills',
      '/user/.opencode/skill',
      '/work/app/lib/.opencode/skills',
      '/work/app/.opencode/skills',
      '/work/app/lib/.opencode/skill',
      '/work/app/.opencode/skill',
      '/user/.config/opencode/skills',
      '/user/.config/opencode/skill',
    ],
  ],
  [
    'hermes',
    {},
    [
      '/work/app/.hermes/skills',
      '/work/app/.agents/skills',
      '/user/.hermes/skills',
      '/user/.hermes/skills/_org',
    ],
  ],
  [
    'copilot',
    { COPILOT_HOME: '/c' },
    [
      '/work/app/lib/.github/skills',
      '/work/app/.github/skills',
      '/work/app/lib/.claude/skills',
      '/work/app/.claude/skills',
      '/work/app/lib/.agents/skills',
      '/work/app/.agents/skills',
      '/c/skills',
    ],
  ],
])('%s with %j reads skills from these folders, the strongest first', (name, environment, expected) => {
  expect(skillFolders(name, environment)).toEqual(expected);
});

test('outside a project there are no project folders', () => {
  const paths = agents.flatMap((agent) => locateSkillFolders(agent, machine(), []));
  expect(paths.filter(({ scope }) => scope === 'project')).toEqual([]);
});

test('the outermost settings of a project come first, because the inner ones are stronger', () => {
  const file = { scope: 'project', path: '{project}/opencode.json', reach: 'upwards' } as const;
  expect(locateSettings(agentNamed('opencode'), file, machine(), ['/work/app/lib', '/work/app'])).toEqual([
    '/work/app/opencode.json',
    '/work/app/lib/opencode.json',
  ]);
});

test('the variables of an agent are all that its record names', () => {
  expect(variablesOf(agentNamed('opencode'))).toEqual([
    'XDG_CONFIG_HOME',
    'OPENCODE_CONFIG_DIR',
    'OPENCODE_CONFIG',
    'XDG_DATA_HOME',
    'OPENCODE_DB',
    'OPENCODE_DATA_DIR',
    'OPENCODE_DISABLE_PROJECT_CONFIG',
    'OPENCODE_DISABLE_EXTERNAL_SKILLS',
    'OPENCODE_DISABLE_CLAUDE_CODE',
    'OPENCODE_DISABLE_CLAUDE_CODE_SKILLS',
  ]);
});

test('every record installs skills where it reads them, and labels no folder twice', () => {
  for (const { skills, install, name } of agents) {
    const { skill } = install;
    const patterns: readonly string[] = skills.folders.map(({ path }) => path);
    if ('folder' in skill) expect(patterns, name).toContain(`{project}/${skill.folder}`);
  }
  const labels = agents.flatMap(({ skills }) =>
    skills.folders.flatMap(({ label, scope }) => (label === undefined ? [] : `${scope} ${label}`)),
  );
  expect(new Set(labels).size).toBe(labels.length);
});

test('every record is in the list of names, in the same order', () => {
  expect(agents.map(({ name }) => name)).toEqual(agentNames);
});
