import { expect, test } from 'vitest';
import type { Environment, Machine, SettingsFile, SwitchedSkill } from './agent.js';
import { type AgentName, agentNamed } from './index.js';
import { parseSettingsText } from './settings-text.js';

const skill: SwitchedSkill = {
  names: ['alpha', 'alpha-folder'],
  paths: ['/s/alpha/SKILL.md', '/real/alpha/SKILL.md'],
  scope: 'user',
};

function machine(environment: Environment): Machine {
  return { userHome: '/user', platform: 'linux', environment };
}

/** The texts of the settings files by their scopes, the weakest first. */
function switchOf(
  name: AgentName,
  texts: Readonly<Partial<Record<SettingsFile['scope'], string>>>,
  changes: Partial<SwitchedSkill> = {},
  environment: Environment = {},
): string | undefined {
  const { settings } = agentNamed(name);
  const documents = Object.entries(texts).map(([scope, text]) => {
    const parsed = parseSettingsText(text, settings?.format ?? 'json');
    if (!parsed.ok) throw new Error(parsed.reason);
    return { path: scope, scope: scope as SettingsFile['scope'], value: parsed.value };
  });
  const found = settings?.switchOf(documents, { ...skill, ...changes }, machine(environment));
  return found && `${found.state} ${found.setting} ${found.file}`;
}

test.each<[AgentName, Parameters<typeof switchOf>[1], string | undefined]>([
  ['claude', { user: '{"skillOverrides":{"alpha":"off"}}' }, 'off skillOverrides user'],
  ['claude', { user: '{"skillOverrides":{"alpha-folder":"off"}}' }, 'off skillOverrides user'],
  ['claude', { user: '{"skillOverrides":{"alpha":"name-only"}}' }, 'name-only skillOverrides user'],
  ['claude', { user: '{"skillOverrides":{"alpha":"user-invocable-only"}}' }, 'user-only skillOverrides user'],
  ['claude', { user: '{"skillOverrides":{"beta":"off"}}' }, undefined],
  [
    'claude',
    { user: '{"skillOverrides":{"alpha":"off"}}', local: '{"skillOverrides":{"alpha":"on"}}' },
    undefined,
  ],
  ['claude', { local: '{"permissions":{"deny":["Skill(alpha)"]}}' }, 'user-only permissions.deny local'],
  ['claude', { user: '[]' }, undefined],
  ['codex', { user: '[[skills.config]]\nname = " alpha "\nenabled = false\n' }, 'off skills.config user'],
  [
    'codex',
    { user: '[[skills.config]]\npath = "/real/alpha/SKILL.md"\nenabled = false\n' },
    'off skills.config user',
  ],
  ['codex', { user: '[[skills.config]]\npath = "/real/alpha"\nenabled = false\n' }, undefined],
  // Codex ignores an entry with both selectors, and the last entry about a skill counts.
  ['codex', { user: '[[skills.config]]\nname = "alpha"\npath = "/x"\nenabled = false\n' }, undefined],
  [
    'codex',
    {
      user: '[[skills.config]]\nname = "alpha"\nenabled = false\n[[skills.config]]\nname = "alpha"\nenabled = true\n',
    },
    undefined,
  ],
  [
    'codex',
    { user: '[skills]\ninclude_instructions = false\n' },
    'user-only skills.include_instructions user',
  ],
  ['gemini', { user: '{"skills":{"disabled":["ALPHA"]}}' }, 'off skills.disabled user'],
  ['gemini', { user: '{"skills":{"disabled":["alpha"]}} // off', project: '{}' }, 'off skills.disabled user'],
  ['gemini', { user: '{}', project: '{"skills":{"enabled":false}}' }, 'off skills.enabled project'],
  ['gemini', { managed: '{"admin":{"skills":{"enabled":false}}}' }, 'off admin.skills.enabled managed'],
  ['opencode', { user: '{"permission":{"skill":{"alpha":"deny"}}}' }, 'off permission.skill user'],
  ['opencode', { user: '{"permission":{"skill":{"*":"deny","al*":"allow"}}}' }, undefined],
  [
    'opencode',
    { user: '{"permission":{"skill":{"al?ha":"deny",}}, /* all */}' },
    'off permission.skill user',
  ],
  ['opencode', { user: '{"permission":{"skill":{"*l*h?*":"deny"}}}' }, 'off permission.skill user'],
  ['opencode', { user: '{"permission":{"skill":{"a.*":"deny","*pha?":"deny"}}}' }, undefined],
  ['opencode', { user: '{"permission":{"skill":"deny"}}' }, 'off permission.skill user'],
  ['opencode', { user: '{"permission":"deny"}', project: '{"permission":{"skill":"ask"}}' }, undefined],
  ['opencode', { project: '{"tools":{"skill":false}}' }, 'off tools.skill project'],
  ['hermes', { user: 'skills:\n  disabled: [alpha]\n' }, 'off skills.disabled user'],
  ['hermes', { user: 'skills:\n  disabled: alpha # for now\n' }, 'off skills.disabled user'],
  ['hermes', { user: `skills:\n  disabled: '["alpha"]'\n` }, 'off skills.disabled user'],
  [
    'hermes',
    { user: 'skills:\n  platform_disabled:\n    cli: [alpha]\n' },
    'off skills.platform_disabled.cli user',
  ],
  ['hermes', { user: 'skills:\n  project_discovery: false\n' }, undefined],
  ['qwen', { user: '{"skills":{"disabled":["Alpha"]}}' }, 'off skills.disabled user'],
  [
    'qwen',
    { user: '{"skills":{"defaultDisabled":["alpha"]}}', project: '{"skills":{"enabled":["alpha"]}}' },
    undefined,
  ],
  ['qwen', { user: '{"skills":{"defaultDisabled":["alpha"]}}' }, 'off skills.defaultDisabled user'],
  ['qwen', { user: '{"skills":{"disabledLevels":["user"]}}' }, 'off skills.disabledLevels user'],
  ['qwen', { user: '{"skills":{"disabledLevels":["project"]}}' }, undefined],
  ['copilot', { project: '{"disabledSkills":["alpha"]}' }, 'off disabledSkills project'],
  [
    'openclaw',
    { user: "{ skills: { entries: { 'alpha': { enabled: false } } }, } // JSON5" },
    'off skills.entries user',
  ],
])('%s reads %j as %s', (name, texts, expected) => {
  expect(switchOf(name, texts)).toBe(expected);
});

test('a setting about some skills does not affect the others', () => {
  const off = { user: '[skills.bundled]\nenabled = false\n' };
  expect(switchOf('codex', off)).toBeUndefined();
  expect(switchOf('codex', off, { scope: 'bundled' })).toBe('off skills.bundled.enabled user');
  const hermes = { user: 'skills:\n  project_discovery: false\n' };
  expect(switchOf('hermes', hermes, { scope: 'project' })).toBe('off skills.project_discovery user');
  expect(
    switchOf('claude', { user: '{"skillOverrides":{"alpha":"off"}}' }, { plugin: 'a@b' }),
  ).toBeUndefined();
  const denied = { user: '{"permissions":{"deny":["Skill(a:alpha)"]}}' };
  expect(switchOf('claude', denied)).toBeUndefined();
  expect(switchOf('claude', denied, { plugin: 'a@b', names: ['a:alpha'] })).toBe(
    'user-only permissions.deny user',
  );
});

test('a pattern of OpenCode with many stars is matched at once', () => {
  const deny = (pattern: string) => ({ user: `{"permission":{"skill":{"${pattern}":"deny"}}}` });
  const names = ['a'.repeat(64)];
  expect(switchOf('opencode', deny(`${'*a'.repeat(30)}b`), { names })).toBeUndefined();
  expect(switchOf('opencode', deny('*a'.repeat(30)), { names })).toBeDefined();
});

test('variables set the platform of Hermes and turn off the project settings of OpenCode', () => {
  const text = { user: 'skills:\n  platform_disabled:\n    telegram: [alpha]\n' };
  expect(switchOf('hermes', text)).toBeUndefined();
  expect(switchOf('hermes', text, {}, { HERMES_PLATFORM: 'telegram' })).toBe(
    'off skills.platform_disabled.telegram user',
  );
  const project = { project: '{"permission":{"skill":"deny"}}' };
  expect(switchOf('opencode', project, {}, { OPENCODE_DISABLE_PROJECT_CONFIG: '1' })).toBeUndefined();
  expect(switchOf('opencode', project, {}, { OPENCODE_DISABLE_PROJECT_CONFIG: 'false' })).toBeDefined();
});

test.each<[AgentName, unknown, Environment, string | undefined]>([
  ['gemini', {}, {}, undefined],
  ['gemini', { trustedFolders: { '/work/app': 'TRUST_FOLDER' } }, {}, 'trusted TRUST_FOLDER'],
  ['gemini', { trustedFolders: { '/work/': 'TRUST_FOLDER' } }, {}, 'trusted TRUST_FOLDER'],
  ['gemini', { trustedFolders: { '/work/other': 'TRUST_PARENT' } }, {}, 'trusted TRUST_PARENT'],
  ['gemini', { trustedFolders: { '/work/ap': 'TRUST_FOLDER', '/work/app': 'odd' } }, {}, undefined],
  [
    'gemini',
    { trustedFolders: { '/work': 'TRUST_FOLDER', '/real/app': 'DO_NOT_TRUST', '/work/a/b': 'TRUST_PARENT' } },
    {},
    'not trusted DO_NOT_TRUST',
  ],
  [
    'gemini',
    { trustedFolders: { '/work/app/x': 'TRUST_PARENT', '/work/app': 'DO_NOT_TRUST' } },
    {},
    'not trusted DO_NOT_TRUST',
  ],
  ['gemini', { security: { folderTrust: { enabled: false } } }, {}, 'trusted security.folderTrust.enabled'],
  ['gemini', {}, { GEMINI_CLI_TRUST_WORKSPACE: 'true' }, 'trusted GEMINI_CLI_TRUST_WORKSPACE'],
  ['hermes', { skills: { trusted_project_dirs: ['/work/app/'] } }, {}, 'trusted skills.trusted_project_dirs'],
  ['hermes', { skills: { trusted_project_dirs: ['/work'] } }, {}, undefined],
])('%s with %j and %j has recorded of a project: %s', (name, value, environment, expected) => {
  const found = agentNamed(name).settings?.trustOf?.(
    [{ path: 'file', scope: 'user', value }],
    { workingFolder: ['/work/app', '/real/app'], project: ['/work/app'] },
    machine(environment),
  );
  expect(found && `${found.trusted ? 'trusted' : 'not trusted'} ${found.setting}`).toBe(expected);
});

test('a project cannot make Gemini CLI trust it', () => {
  const value = {
    security: { folderTrust: { enabled: false } },
    trustedFolders: { '/work': 'TRUST_FOLDER' },
  };
  const documents = [{ path: 'file', scope: 'project', value }] as const;
  const paths = { workingFolder: ['/work'], project: ['/work'] };
  expect(agentNamed('gemini').settings?.trustOf?.(documents, paths, machine({}))).toBeUndefined();
});

test.each<[AgentName, string, Environment, readonly string[]]>([
  [
    'hermes',
    'skills:\n  external_dirs: ["~/a", "\u0024{TEAM}/b", c, /d]\n  create_dir: /new\n',
    { TEAM: '/team' },
    ['/new', '/user/a', '/team/b', '/user/.hermes/c', '/d'],
  ],
  ['hermes', 'skills:\n  external_dirs: /one\n', {}, ['/one']],
  ['opencode', '{"skills":{"paths":["~/a","./b","/c"]}}', {}, ['/user/a', '/work/b', '/c']],
  ['copilot', '{"skillDirectories":["/a"]}', {}, ['/a']],
  ['openclaw', '{skills: {load: {extraDirs: ["~/a"]}}}', {}, ['/user/a']],
  ['pi', '{"skills":["~/a"]}', {}, ['/user/a']],
])('%s adds the folders of %j', (name, text, environment, expected) => {
  const { settings } = agentNamed(name);
  const parsed = parseSettingsText(text, settings?.format ?? 'json');
  const documents = [{ path: 'file', scope: 'user', value: parsed.ok ? parsed.value : undefined }] as const;
  expect(settings?.moreFolders?.(documents, machine(environment), '/work').paths).toEqual(expected);
});

test.each<[AgentName, string, Environment, number | undefined, number | undefined]>([
  ['claude', '{}', {}, undefined, 8000],
  ['claude', '{}', {}, 1_000_000, 40_000],
  ['claude', '{"skillListingBudgetFraction":0.05}', {}, undefined, 40_000],
  [
    'claude',
    '{"skillListingBudgetFraction":0.05}',
    { SLASH_COMMAND_TOOL_CHAR_BUDGET: '500' },
    undefined,
    500,
  ],
  ['claude', '{}', { SLASH_COMMAND_TOOL_CHAR_BUDGET: 'many' }, undefined, 8000],
  ['codex', '', {}, undefined, 8000],
  ['codex', '', {}, 200_000, 16_000],
  ['codex', 'skills.max_context_tokens = 500', {}, 200_000, 2000],
  ['codex', 'skills.max_context_tokens = 50000', {}, undefined, 40_000],
  ['gemini', '{}', {}, undefined, undefined],
  ['hermes', '', {}, undefined, undefined],
])(
  'the listing of %s with %j, %j and a context of %s has a budget of %s',
  (name, text, environment, contextTokens, expected) => {
    const { settings, listing } = agentNamed(name);
    const parsed = parseSettingsText(text, settings?.format ?? 'json');
    const documents = [{ path: 'file', scope: 'user', value: parsed.ok ? parsed.value : undefined }] as const;
    expect(listing?.budget?.({ documents, environment, contextTokens })).toBe(expected);
  },
);

test.each<[AgentName, string]>([
  ['claude', '{"skillOverrides":{}, // no comments\n}'],
  ['gemini', '{"skills":'],
  ['codex', '[skills'],
  ['hermes', 'skills: [alpha'],
  ['openclaw', '{ skills: '],
])('settings of %s that cannot be parsed give a reason: %j', (name, text) => {
  const parsed = parseSettingsText(text, agentNamed(name).settings?.format ?? 'json');
  expect(parsed).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^not valid (JSON|(JSON5|TOML|YAML) \(line \d\)): (?!.*TOML)/),
  });
});

test.each<[AgentName, string]>([
  ['claude', '{"env":{"KEY":"SECRET"} SECRET}'],
  ['claude', '{"KEY":"SECRET",}'],
  ['claude', 'SECRET'],
  ['claude', '{"KEY": SECRET}'],
  ['opencode', '{/* SECRET */ "KEY": SECRET}'],
  ['codex', 'key = SECRET'],
  ['codex', 'SECRET'],
  ['codex', 'SECRET = 1\nSECRET = 2'],
  ['hermes', 'key: *SECRET'],
  ['hermes', 'key: !SECRET x'],
  ['hermes', 'key: !SECRET!x y'],
  ['hermes', 'SECRET: 1\nSECRET: 2'],
])('why settings of %s cannot be parsed quotes nothing of them: %j', (name, text) => {
  const parsed = parseSettingsText(text, agentNamed(name).settings?.format ?? 'json');
  expect(parsed.ok).toBe(false);
  expect(JSON.stringify(parsed)).not.toContain('SEC');
});

test('a plugin of Claude Code is on unless a setting or its manifest says otherwise', () => {
  const { plugins } = agentNamed('claude');
  const enabled = (value: boolean, scope: SettingsFile['scope']) =>
    ({ path: scope, scope, value: { enabledPlugins: { 'a@b': value } } }) as const;
  expect(plugins?.isEnabled([], 'a@b', {})).toBe(true);
  expect(plugins?.isEnabled([], 'a@b', { defaultEnabled: false })).toBe(false);
  expect(plugins?.isEnabled([enabled(true, 'user')], 'a@b', { defaultEnabled: false })).toBe(true);
  expect(plugins?.isEnabled([enabled(true, 'user'), enabled(false, 'local')], 'a@b', {})).toBe(false);
});
