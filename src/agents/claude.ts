/*
 * The record of Claude Code: its folders, settings, plugins, listing, sessions, hooks and counters.
 */

import { isTable } from '../text/shape.js';
import type { Agent, ListingFacts, SettingsDocument, Switch, SwitchedSkill } from './agent.js';
import { claudeRun } from './headless/claude-run.js';
import { variableValue } from './locate.js';
import { settingAt, strongestSetting, textsIn } from './settings-values.js';

const settingsFiles = [
  { scope: 'user', path: '{configuration}/settings.json' },
  { scope: 'project', path: '{project}/.claude/settings.json' },
  { scope: 'local', path: '{project}/.claude/settings.local.json' },
  { scope: 'managed', path: '{managed}/managed-settings.json' },
] as const;

/** Stands for the marketplace in the name of a plugin that is a folder among the skills. */
const inSkillFolder = 'skills-dir';

export const claude: Agent<'claude'> = {
  name: 'claude',
  title: 'Claude Code',
  binary: 'claude',
  source: {
    all: 'documentation of 2.1.240 (2026-08-22)',
    skills: 'documentation of 2.1.240 (2026-08-22), and of 2.1.281 for synced skills',
    plugins: 'documentation of 2026-08-01 and of 2.1.240 (2026-08-22)',
    counters: 'observed; not documented',
  },
  folders: {
    configuration: { path: '~/.claude', variable: { name: 'CLAUDE_CONFIG_DIR', kind: 'folder' } },
    plugins: {
      path: '{configuration}/plugins',
      variable: { name: 'CLAUDE_CODE_PLUGIN_CACHE_DIR', kind: 'folder' },
    },
    state: { path: '~', variable: { name: 'CLAUDE_CONFIG_DIR', kind: 'folder' } },
    managed: {
      path: {
        linux: '/etc/claude-code',
        darwin: '/Library/Application Support/ClaudeCode',
        win32: 'C:/ProgramData/ClaudeCode',
      },
    },
  },
  variables: ['CLAUDE_CODE_PROJECT_DIR_NAME', 'SLASH_COMMAND_TOOL_CHAR_BUDGET'],
  skills: {
    folders: [
      {
        path: '{managed}/.claude/skills',
        scope: 'managed',
        unless: ['CLAUDE_CODE_DISABLE_POLICY_SKILLS'],
      },
      { path: '{configuration}/skills', scope: 'user', label: 'claude' },
      { path: '{configuration}/skills/synced', scope: 'user', since: '2.1.273', writtenBy: 'hub' },
      { path: '{project}/.claude/skills', scope: 'project', reach: 'upwards', label: 'claude' },
    ],
    depth: 1,
    rootIsSkill: false,
    linkedFiles: true,
    hiddenFolders: true,
    sameName: 'first',
    refuses: [],
    modelInvocation: true,
    folderNames: true,
    nested: '.claude/skills',
    notSimulated: [
      'folders given with `--add-dir` (`permissions.additionalDirectories` adds no skills)',
      'its built-in skills',
    ],
  },
  settings: {
    format: 'json',
    files: settingsFiles,
    switches: ['skillOverrides', 'permissions.deny', 'enabledPlugins'],
    quiet: {
      setting: 'skillOverrides',
      files: settingsFiles.filter(({ scope }) => scope === 'user'),
      form: 'member',
      levels: [
        { state: 'name-only', value: 'name-only' },
        { state: 'user-only', value: 'user-invocable-only' },
      ],
      keyPaths: ({ names }) => names.map((name) => ['skillOverrides', name]),
    },
    // Plugins are switched on and off as a whole, and skillOverrides does not apply to them.
    switchOf: (documents, skill) => {
      const override = overridden(documents, skill.names);
      if (override !== undefined && skill.plugin === undefined) return override;
      return pluginOff(documents, skill) ?? denied(documents, skill.names);
    },
    trustFiles: [{ scope: 'user', path: '{state}/.claude.json', key: 'state' }],
    trustedBy: ['projects.PATH.hasTrustDialogAccepted'],
    trustOf: (documents, { workingFolder }) => {
      const setting = 'hasTrustDialogAccepted';
      for (const path of workingFolder) {
        const found = strongestSetting(documents, 'state', 'projects', path, setting);
        if (typeof found?.value === 'boolean') return { trusted: found.value, setting, file: found.file };
      }
      return undefined;
    },
  },
  plugins: {
    folder: '{plugins}',
    list: 'installed_plugins.json',
    manifest: '.claude-plugin/plugin.json',
    inSkillFolders: {
      marketplace: inSkillFolder,
      folders: [
        { path: '{configuration}/skills', scope: 'user' },
        {
          path: '{project}/.claude/skills',
          scope: 'project',
          reach: 'working-folder',
          needsTrust: true,
        },
      ],
    },
    isEnabled: (documents, plugin, manifest) => {
      const enabled = strongestSetting(documents, 'enabledPlugins', plugin)?.value;
      return typeof enabled === 'boolean' ? enabled : settingAt(manifest, 'defaultEnabled') !== false;
    },
  },
  listing: {
    overhead: '- : \n'.length,
    listsPath: false,
    maxDescription: ({ documents }) =>
      positive(strongestSetting(documents, 'skillListingMaxDescChars')?.value) ?? 1536,
    budget: listingBudget,
    cut: 'least-used-first',
    says: '1 % of the context at four characters a token (8,000 characters if the size of the context is not known), unless `skillListingBudgetFraction` or `SLASH_COMMAND_TOOL_CHAR_BUDGET` sets another limit; the least invoked skills lose their descriptions first, and all names stay; each description is cut at 1,536 characters (`skillListingMaxDescChars`)',
  },
  definitions: {
    agent: {
      folders: [
        { path: '{managed}/.claude/agents', scope: 'managed' },
        { path: '{project}/.claude/agents', scope: 'project', reach: 'upwards' },
        { path: '{configuration}/agents', scope: 'user' },
      ],
      endings: ['.md'],
      depth: 8,
      named: 'frontmatter',
      separator: ':',
      switches: ['permissions.deny'],
      switchOf: (documents, name) => deniedTool(documents, ['Agent', 'Task'], [name], 'off'),
      uses: 'recorded',
    },
    command: {
      folders: [
        { path: '{configuration}/commands', scope: 'user' },
        { path: '{project}/.claude/commands', scope: 'project', reach: 'upwards' },
      ],
      endings: ['.md'],
      depth: 8,
      named: 'path',
      separator: ':',
      uses: 'recorded',
    },
  },
  install: {
    skill: { folder: '.claude/skills', form: 'package' },
    agent: { folder: '.claude/agents', form: 'file' },
    command: { folder: '.claude/commands', form: 'file' },
  },
  sessions: {
    folders: [
      { path: '{configuration}/projects' },
      { path: '~/.config/claude/projects', unless: ['CLAUDE_CONFIG_DIR'], legacy: true },
    ],
    files: [{ pattern: /\.jsonl$/, form: 'lines' }],
    says: '`projects/**/*.jsonl`, one line per block of a message; also those of subagents',
    retention: '30 days unless `cleanupPeriodDays` says otherwise, so read them at least once a month',
  },
  hooks: {
    files: settingsFiles,
    format: 'json',
    events: [
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'UserPromptSubmit',
      'UserPromptExpansion',
      'SessionStart',
      'SessionEnd',
      'SubagentStop',
      'PreCompact',
      'PostCompact',
      'PermissionDenied',
    ],
    installed: ['PostToolUse', 'PostToolUseFailure', 'UserPromptExpansion', 'SessionEnd'],
    async: true,
    timeoutUnit: 'seconds',
    approval: 'trust in the workspace, in interactive sessions',
  },
  counters: { path: '{state}/.claude.json', format: 'claude-skill-usage' },
  headless: {
    command: 'claude -p PROMPT --output-format stream-json --verbose',
    stream: 'stream-json',
    run: claudeRun,
  },
};

const states: Readonly<Record<string, Switch['state']>> = {
  off: 'off',
  'name-only': 'name-only',
  'user-invocable-only': 'user-only',
};

/** The key is the name or the folder of the skill, depending on the version. */
function overridden(documents: readonly SettingsDocument[], names: readonly string[]): Switch | undefined {
  const found = documents
    .toReversed()
    .flatMap(({ path, value }) =>
      names.map((name) => ({ path, override: settingAt(value, 'skillOverrides', name) })),
    )
    .find(({ override }) => override !== undefined);
  const state = states[String(found?.override)];
  return found && state && { state, setting: 'skillOverrides', file: found.path };
}

/** Other plugins that are turned off are not looked at, so only the names of these are checked. */
function pluginOff(documents: readonly SettingsDocument[], skill: SwitchedSkill): Switch | undefined {
  const mayBeOff = documents.some(({ value }) => {
    const enabled = settingAt(value, 'enabledPlugins');
    return isTable(enabled) && Object.keys(enabled).some((name) => name.endsWith(`@${inSkillFolder}`));
  });
  if (!mayBeOff || skill.plugin === undefined) return undefined;
  const found = strongestSetting(documents, 'enabledPlugins', skill.plugin);
  return found?.value === false ? { state: 'off', setting: 'enabledPlugins', file: found.file } : undefined;
}

/** A denied skill is not available to the model; the user can still invoke it. */
function denied(documents: readonly SettingsDocument[], names: readonly string[]): Switch | undefined {
  return deniedTool(documents, ['Skill'], names, 'user-only');
}

function deniedTool(
  documents: readonly SettingsDocument[],
  tools: readonly string[],
  names: readonly string[],
  state: Switch['state'],
): Switch | undefined {
  const rules = tools.flatMap((tool) => [
    tool,
    ...names.flatMap((name) => [`${tool}(${name})`, `${tool}(${name} *)`]),
  ]);
  const found = documents.find(({ value }) =>
    textsIn(settingAt(value, 'permissions', 'deny')).some((rule) => rules.includes(rule)),
  );
  return found && { state, setting: 'permissions.deny', file: found.path };
}

function listingBudget({ documents, environment, contextTokens = 200_000 }: ListingFacts): number {
  const given = positive(Number(variableValue(environment, 'SLASH_COMMAND_TOOL_CHAR_BUDGET')));
  if (given !== undefined) return given;
  const fraction = positive(strongestSetting(documents, 'skillListingBudgetFraction')?.value) ?? 0.01;
  return Math.floor(fraction * contextTokens * 4);
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}
