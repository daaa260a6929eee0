/*
 * The record of GitHub Copilot's command line. Copilot in VS Code differs: it refuses a name that differs from the
 * folder, and also reads `~/.claude/skills`.
 */

import type { Agent } from './agent.js';
import { absolutePath } from './locate.js';
import { listedIn, settingAt, textsIn } from './settings-values.js';
import { sharedProjectSkills, sharedUserSkills } from './shared-folder.js';

const userSettings = { scope: 'user', path: '{configuration}/settings.json' } as const;

export const copilot: Agent<'copilot'> = {
  name: 'copilot',
  title: 'GitHub Copilot',
  binary: 'copilot',
  source: {
    all: 'changelog of 1.0.78 (2026-08-03)',
    install: 'documentation of VS Code (2026-08-21)',
    sessions: 'reports; its maintainers do not promise a stable format',
  },
  folders: {
    configuration: { path: '~/.copilot', variable: { name: 'COPILOT_HOME', kind: 'folder' } },
  },
  skills: {
    folders: [
      {
        path: '{project}/.github/skills',
        scope: 'project',
        reach: 'upwards',
        label: 'github',
        since: '1.0.11',
      },
      { path: '{project}/.claude/skills', scope: 'project', reach: 'upwards', since: '1.0.11' },
      { path: sharedProjectSkills, scope: 'project', reach: 'upwards', since: '1.0.11' },
      { path: '{configuration}/skills', scope: 'user', label: 'copilot' },
      { path: sharedUserSkills, scope: 'user', unless: ['COPILOT_HOME'], since: '1.0.36' },
    ],
    depth: Number.POSITIVE_INFINITY,
    rootIsSkill: true,
    linkedFiles: true,
    hiddenFolders: true,
    sameName: 'first',
    refuses: [],
    modelInvocation: true,
    notSimulated: ['plugins', 'the limit of its listing', 'Copilot in VS Code'],
  },
  settings: {
    format: 'jsonc',
    files: [userSettings, { scope: 'project', path: '{project}/.github/copilot/settings.json' }],
    switches: ['disabledSkills'],
    quiet: {
      setting: 'disabledSkills',
      files: [userSettings],
      form: 'item',
      levels: [{ state: 'off', value: true }],
      keyPaths: ({ names }) => names.slice(0, 1).map((name) => ['disabledSkills', name]),
    },
    switchOf: (documents, { names }) => {
      const found = listedIn(documents, names, 'disabledSkills');
      return found && { state: 'off', setting: 'disabledSkills', file: found.file };
    },
    moreFolders: (documents, machine, workingFolder) => ({
      strength: 'weakest',
      paths: documents
        .flatMap(({ value }) => textsIn(settingAt(value, 'skillDirectories')))
        .map((path) => absolutePath(path, machine.userHome, workingFolder)),
    }),
  },
  definitions: {
    agent: {
      folders: [
        { path: '{configuration}/agents', scope: 'user' },
        { path: '{project}/.github/agents', scope: 'project' },
      ],
      endings: ['.agent.md'],
      depth: 0,
      named: 'path',
      separator: '/',
      uses: 'recorded',
    },
  },
  install: {
    skill: { folder: '.github/skills', form: 'package' },
    agent: { folder: '.github/agents', form: 'file', ending: '.agent.md' },
    command: { because: 'has no known folder for commands' },
  },
  sessions: {
    folders: [{ path: '{configuration}/session-state' }],
    files: [{ pattern: /(?:^|\/)events\.jsonl$/, form: 'lines' }],
    says: '`session-state/<id>/events.jsonl`',
    absent: ['in some versions, everything about the result of a call except whether it succeeded'],
  },
  hooks: {
    files: [
      { scope: 'user', path: '{configuration}/hooks' },
      { scope: 'project', path: '{project}/.github/hooks' },
    ],
    format: 'json',
    events: [],
    notInstalled: 'gives hooks a payload that is not known well enough',
    async: 'not known',
    timeoutUnit: 'not known',
    approval: 'trust in the repository',
  },
  headless: { command: 'copilot -p PROMPT --output-format json', stream: 'json' },
};
