/*
 * The record of OpenClaw. Each of its agents sets its own workspace, so the workspace and the skills in it are unknown
 * here.
 */

import type { Agent } from './agent.js';
import { absolutePath } from './locate.js';
import { settingAt, textsIn } from './settings-values.js';
import { sharedUserSkills } from './shared-folder.js';

export const openclaw: Agent<'openclaw'> = {
  name: 'openclaw',
  title: 'OpenClaw',
  binary: 'openclaw',
  source: {
    all: 'documentation of 2026.8 and 2026.9',
    sessions: 'reports about 2026.8.1',
  },
  folders: {
    configuration: { path: '~/.openclaw', variable: { name: 'OPENCLAW_STATE_DIR', kind: 'folder' } },
    configurationFile: {
      path: '{configuration}/openclaw.json',
      variable: { name: 'OPENCLAW_CONFIG_PATH', kind: 'file' },
    },
  },
  skills: {
    folders: [
      { path: sharedUserSkills, scope: 'user', unless: ['OPENCLAW_STATE_DIR'] },
      { path: '{configuration}/skills', scope: 'user', label: 'openclaw' },
    ],
    depth: 6,
    rootIsSkill: true,
    linkedFiles: true,
    hiddenFolders: true,
    sameName: 'first',
    refuses: [],
    notSimulated: [
      'the workspace and its skills',
      'skills of individual agents and of plugins',
      'its built-in skills',
      'requirements in `metadata.openclaw`',
    ],
  },
  settings: {
    format: 'json5',
    files: [{ scope: 'user', path: '{configurationFile}' }],
    switches: ['skills.entries'],
    switchOf: (documents, { names }) => {
      const found = documents.find(({ value }) =>
        names.some((name) => settingAt(value, 'skills', 'entries', name, 'enabled') === false),
      );
      return found && { state: 'off', setting: 'skills.entries', file: found.path };
    },
    moreFolders: (documents, machine, workingFolder) => ({
      strength: 'weakest',
      paths: documents
        .flatMap(({ value }) => textsIn(settingAt(value, 'skills', 'load', 'extraDirs')))
        .map((path) => absolutePath(path, machine.userHome, workingFolder)),
    }),
  },
  listing: {
    overhead: 97,
    listsPath: true,
    cut: 'identities-first',
    says: 'every skill with its path; if `skills.limits.maxSkillsPromptChars` is reached, descriptions are shortened and names stay; the default limit is not known',
  },
  install: {
    skill: {
      because: 'reads project skills only from its workspace, and Coppice does not know which folder that is',
    },
    agent: { because: 'has no known folder for agents' },
    command: { because: 'has no known folder for commands' },
  },
  sessions: {
    folders: [{ path: '{configuration}/agents' }],
    enters: /^[^/]+(?:\/(?:agent|sessions))?$/,
    files: [
      { pattern: /^[^/]+\/agent\/openclaw-agent\.sqlite$/, form: 'database' },
      { pattern: /^[^/]+\/sessions\/[^/]+\.jsonl$/, form: 'lines' },
    ],
    says: '`agents/<id>/agent/openclaw-agent.sqlite`, opened for reading only, and the JSON Lines files of older versions in `agents/<id>/sessions`',
    absent: ['what the agent archives of deleted sessions', 'whether a person or a program wrote a message'],
  },
};
