/*
 * The record of Qwen Code: its folders, settings, listing, sessions and hooks.
 */

import type { Agent } from './agent.js';
import { listedIn } from './settings-values.js';
import { sharedProjectSkills, sharedUserSkills } from './shared-folder.js';

const settingsFiles = [
  { scope: 'user', path: '{configuration}/settings.json' },
  { scope: 'project', path: '{project}/.qwen/settings.json' },
] as const;

export const qwen: Agent<'qwen'> = {
  name: 'qwen',
  title: 'Qwen Code',
  binary: 'qwen',
  source: { all: 'source code of 0.22.0 (2026-08-22)' },
  folders: {
    configuration: { path: '~/.qwen', variable: { name: 'QWEN_HOME', kind: 'folder' } },
    runtime: { path: '{configuration}', variable: { name: 'QWEN_RUNTIME_DIR', kind: 'folder' } },
  },
  skills: {
    folders: [
      { path: '{project}/.qwen/skills', scope: 'project', label: 'qwen' },
      { path: sharedProjectSkills, scope: 'project' },
      { path: '{configuration}/skills', scope: 'user', label: 'qwen' },
      { path: sharedUserSkills, scope: 'user' },
    ],
    depth: 1,
    rootIsSkill: false,
    linkedFiles: true,
    hiddenFolders: true,
    sameName: 'first',
    refuses: [
      'no-frontmatter',
      'unclosed-frontmatter',
      'frontmatter-unreadable',
      'yaml-repaired',
      'yaml-split',
      'name-missing',
      'description-missing',
    ],
    modelInvocation: true,
    notSimulated: ['configured folders', 'skills of extensions', 'its built-in skills'],
  },
  settings: {
    format: 'jsonc',
    files: settingsFiles,
    switches: ['skills.disabled', 'skills.disabledLevels', 'skills.defaultDisabled', 'skills.enabled'],
    quiet: {
      setting: 'skills.disabled',
      files: settingsFiles.filter(({ scope }) => scope === 'user'),
      form: 'item',
      levels: [{ state: 'off', value: true }],
      keyPaths: ({ names }) => names.slice(0, 1).map((name) => ['skills', 'disabled', name]),
    },
    switchOf: (documents, { names, scope }) => {
      const level = listedIn(documents, [scope], 'skills', 'disabledLevels');
      if (level !== undefined) return { state: 'off', setting: 'skills.disabledLevels', file: level.file };
      const disabled = listedIn(documents, names, 'skills', 'disabled');
      if (disabled !== undefined) return { state: 'off', setting: 'skills.disabled', file: disabled.file };
      const byDefault = listedIn(documents, names, 'skills', 'defaultDisabled');
      if (byDefault === undefined || listedIn(documents, names, 'skills', 'enabled') !== undefined)
        return undefined;
      return { state: 'off', setting: 'skills.defaultDisabled', file: byDefault.file };
    },
  },
  listing: {
    overhead: '- : \n'.length,
    listsPath: false,
    cut: 'none',
    says: 'every skill with its description and the text that says when to use it, without a limit',
  },
  definitions: {
    agent: {
      folders: [
        { path: '{project}/.qwen/agents', scope: 'project' },
        { path: '{configuration}/agents', scope: 'user' },
      ],
      endings: ['.md'],
      depth: 0,
      named: 'frontmatter',
      separator: ':',
      uses: 'recorded',
    },
    command: {
      folders: [
        { path: '{project}/.qwen/commands', scope: 'project' },
        { path: '{configuration}/commands', scope: 'user' },
      ],
      endings: ['.md', '.toml'],
      depth: 8,
      named: 'path',
      separator: ':',
      uses: 'recorded',
    },
  },
  install: {
    skill: { folder: '.qwen/skills', form: 'package' },
    agent: { folder: '.qwen/agents', form: 'file' },
    command: { folder: '.qwen/commands', form: 'file' },
  },
  sessions: {
    folders: [{ path: '{runtime}/projects' }],
    files: [{ pattern: /(?:^|\/)chats\/[^/]*\.jsonl$/, form: 'lines' }],
    says: '`projects/*/chats/*.jsonl`, one record per line; also those of subagents',
    absent: ['rewinds', 'whether a command that the user typed was a skill'],
  },
  hooks: {
    files: settingsFiles,
    format: 'jsonc',
    events: [
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'UserPromptExpansion',
      'SessionStart',
      'SessionEnd',
    ],
    installed: ['PostToolUse', 'PostToolUseFailure', 'SessionEnd'],
    async: true,
    timeoutUnit: 'milliseconds',
    approval: 'not known',
  },
  headless: { command: 'qwen -p PROMPT' },
};
