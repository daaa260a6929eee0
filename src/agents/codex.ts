/*
 * The record of Codex: its folders, settings, listing, sessions and hooks.
 */

import { isTable } from '../text/shape.js';
import type { Agent, ListingFacts, SettingsDocument, SwitchedSkill } from './agent.js';
import { codexRun } from './headless/codex-run.js';
import { settingAt, strongestSetting } from './settings-values.js';
import { sharedProjectSkills, sharedUserSkills } from './shared-folder.js';

/** Codex reads settings about skills from the user's file only, not from a project's. */
const userConfig = { scope: 'user', path: '{configuration}/config.toml' } as const;

export const codex: Agent<'codex'> = {
  name: 'codex',
  title: 'Codex',
  binary: 'codex',
  source: { all: 'source code of 2026-08-22' },
  folders: {
    configuration: { path: '~/.codex', variable: { name: 'CODEX_HOME', kind: 'folder' } },
    admin: { path: { linux: '/etc/codex', darwin: '/etc/codex' } },
  },
  skills: {
    folders: [
      // Current builds do not require trust. Builds of January 2026 did, and later ones may again.
      {
        path: '{project}/.codex/skills',
        scope: 'project',
        reach: 'upwards',
        label: 'codex',
        since: '2026-08',
      },
      { path: '{configuration}/skills', scope: 'user', label: 'codex' },
      { path: sharedUserSkills, scope: 'user' },
      { path: '{configuration}/skills/.system', scope: 'bundled', writtenBy: 'bundled' },
      { path: '{admin}/skills', scope: 'managed' },
      { path: sharedProjectSkills, scope: 'project', reach: 'upwards' },
    ],
    depth: 6,
    rootIsSkill: true,
    maxFolders: 2000,
    linkedFiles: false,
    hiddenFolders: false,
    sameName: 'all',
    refuses: [
      'no-frontmatter',
      'unclosed-frontmatter',
      'frontmatter-unreadable',
      'byte-order-mark',
      'not-utf8',
      'yaml-split',
      'name-too-long',
      'description-missing',
    ],
    policyFile: {
      path: 'agents/openai.yaml',
      unlistedBy: (value) =>
        settingAt(value, 'policy', 'allow_implicit_invocation') === false
          ? 'policy.allow_implicit_invocation'
          : undefined,
    },
    notSimulated: ['folders that an app adds', 'settings on the command line (`-c`)'],
  },
  settings: {
    format: 'toml',
    files: [userConfig],
    switches: ['skills.config', 'skills.include_instructions', 'skills.bundled.enabled'],
    quiet: {
      setting: 'skills.config',
      files: [userConfig],
      form: 'table',
      levels: [{ state: 'off', value: false }],
      // By its real path, because another skill may have the same name.
      keyPaths: ({ paths }) => [['skills', 'config', paths.at(-1) ?? '', 'enabled']],
    },
    switchOf: (documents, skill) => {
      if (skill.scope === 'bundled') {
        const bundled = strongestSetting(documents, 'skills', 'bundled', 'enabled');
        if (bundled?.value === false)
          return { state: 'off', setting: 'skills.bundled.enabled', file: bundled.file };
      }
      const disabled = disabledEntry(documents, skill);
      if (disabled !== undefined) return { state: 'off', setting: 'skills.config', file: disabled.file };
      const listed = strongestSetting(documents, 'skills', 'include_instructions');
      if (listed?.value !== false) return undefined;
      return { state: 'user-only', setting: 'skills.include_instructions', file: listed.file };
    },
  },
  pluginCache: {
    folder: '{configuration}/plugins/cache',
    skills: 'skills',
    isEnabled: (documents, plugin) =>
      strongestSetting(documents, 'plugins', plugin, 'enabled')?.value === true,
  },
  listing: {
    overhead: '- :  (file: )\n'.length,
    listsPath: true,
    maxDescription: () => 1024,
    budget: listingBudget,
    cut: 'round-robin',
    says: '2 % of the context at four bytes a token (8,000 characters if the size of the context is not known), or `skills.max_context_tokens` up to 10,000; all descriptions are shortened equally, and entries are left out, from the end of the list, only if names and paths alone do not fit; each description is cut at 1,024 characters',
  },
  definitions: {
    agent: {
      folders: [
        { path: '{project}/.codex/agents', scope: 'project', reach: 'upwards', needsTrust: true },
        { path: '{configuration}/agents', scope: 'user' },
      ],
      endings: ['.toml'],
      depth: 0,
      named: 'frontmatter',
      separator: ':',
      uses: 'recorded',
    },
  },
  install: {
    skill: { folder: '.codex/skills', form: 'package' },
    agent: { because: 'does not read agents from Markdown files' },
    command: { because: 'does not read commands from Markdown files' },
  },
  sessions: {
    folders: [{ path: '{configuration}/sessions' }, { path: '{configuration}/archived_sessions' }],
    files: [
      { pattern: /(?:^|\/)rollout-[^/]*\.jsonl$/, form: 'lines' },
      { pattern: /(?:^|\/)rollout-[^/]*\.jsonl\.zst$/, form: 'zstd-lines' },
    ],
    says: '`rollout-*.jsonl`, and compressed `rollout-*.jsonl.zst`, in `sessions` and `archived_sessions`',
  },
  hooks: {
    files: [
      { scope: 'user', path: '{configuration}/hooks.json' },
      { scope: 'project', path: '{project}/.codex/hooks.json' },
    ],
    format: 'json',
    events: [
      'PreToolUse',
      'PermissionRequest',
      'PostToolUse',
      'PreCompact',
      'PostCompact',
      'SessionStart',
      'SessionEnd',
      'UserPromptSubmit',
      'SubagentStart',
      'SubagentStop',
      'Stop',
    ],
    // It waits for SessionEnd, whatever the hook says.
    installed: ['PostToolUse'],
    async: true,
    timeoutUnit: 'seconds',
    approval: 'each hook by its hash, again after every change',
  },
  headless: {
    command: 'codex exec --json PROMPT',
    stream: 'thread events',
    run: codexRun,
  },
};

/** Entries apply in order, so the last one about the skill counts. */
function disabledEntry(
  documents: readonly SettingsDocument[],
  skill: SwitchedSkill,
): { readonly file: string } | undefined {
  let found: { readonly file: string } | undefined;
  for (const { path: file, value } of documents) {
    const entries = settingAt(value, 'skills', 'config');
    for (const entry of Array.isArray(entries) ? entries : []) {
      if (!isTable(entry)) continue;
      const { name, path, enabled } = entry;
      // Codex ignores an entry with both selectors or with neither.
      if ((typeof name === 'string') === (typeof path === 'string')) continue;
      const isAbout =
        typeof name === 'string' ? skill.names.includes(name.trim()) : skill.paths.includes(String(path));
      if (isAbout) found = enabled === false ? { file } : undefined;
    }
  }
  return found;
}

function listingBudget({ documents, contextTokens }: ListingFacts): number {
  const given = strongestSetting(documents, 'skills', 'max_context_tokens')?.value;
  if (typeof given === 'number' && given > 0) return Math.min(given, 10_000) * 4;
  return contextTokens === undefined ? 8000 : Math.floor(0.02 * contextTokens) * 4;
}
