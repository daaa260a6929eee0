/*
 * The record of Pi: its folders, settings, listing and sessions.
 */

import type { Agent } from './agent.js';
import { absolutePath } from './locate.js';
import { settingAt, textsIn } from './settings-values.js';
import { sharedProjectSkills, sharedUserSkills } from './shared-folder.js';

export const pi: Agent<'pi'> = {
  name: 'pi',
  title: 'Pi',
  binary: 'pi',
  source: {
    all: 'source code of 0.58.3 (2026-03-15)',
    skills: 'documentation of 0.85 for trust in projects',
  },
  folders: {
    configuration: { path: '~/.pi/agent', variable: { name: 'PI_CODING_AGENT_DIR', kind: 'folder' } },
  },
  skills: {
    folders: [
      { path: '{project}/.pi/skills', scope: 'project', reach: 'upwards', needsTrust: true, label: 'pi' },
      { path: sharedProjectSkills, scope: 'project', reach: 'upwards', needsTrust: true },
      { path: '{configuration}/skills', scope: 'user', label: 'pi' },
      { path: sharedUserSkills, scope: 'user' },
    ],
    depth: Number.POSITIVE_INFINITY,
    rootIsSkill: true,
    linkedFiles: true,
    hiddenFolders: true,
    sameName: 'first',
    refuses: ['description-missing'],
    notSimulated: ['packages', '`.gitignore` in a folder of skills'],
  },
  settings: {
    format: 'jsonc',
    files: [{ scope: 'user', path: '{configuration}/settings.json' }],
    switches: [],
    switchOf: () => undefined,
    moreFolders: (documents, machine, workingFolder) => ({
      strength: 'weakest',
      paths: documents
        .flatMap(({ value }) => textsIn(settingAt(value, 'skills')))
        .map((path) => absolutePath(path, machine.userHome, workingFolder)),
    }),
  },
  listing: {
    overhead: '<skill><name></name><description></description><location></location></skill>'.length,
    listsPath: true,
    cut: 'none',
    says: 'every skill with its whole description and its path, without a limit',
  },
  install: {
    skill: { folder: '.pi/skills', form: 'package' },
    agent: { because: 'has no known folder for agents' },
    command: { because: 'has no known folder for commands' },
  },
  sessions: {
    folders: [{ path: '{configuration}/sessions' }],
    files: [{ pattern: /\.jsonl$/, form: 'lines' }],
    says: '`sessions/--<folder>--/<time>_<id>.jsonl`; branches that the user abandoned are read too',
    absent: ['whether the user refused a call', 'commands that the user ran'],
  },
  headless: { command: 'pi -p PROMPT --mode json', stream: 'json' },
};
