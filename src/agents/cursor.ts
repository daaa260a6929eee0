/*
 * Cursor. Its order of folders, its depth and its listing are not known; the folders are those of its documentation.
 */

import type { Agent } from './agent.js';
import { sharedProjectSkills, sharedUserSkills } from './shared-folder.js';

export const cursor: Agent<'cursor'> = {
  name: 'cursor',
  title: 'Cursor',
  binary: 'cursor-agent',
  source: { all: 'documentation of August 2026', sessions: 'several reports' },
  folders: { configuration: { path: '~/.cursor' } },
  skills: {
    folders: [
      { path: sharedProjectSkills, scope: 'project' },
      { path: '{project}/.cursor/skills', scope: 'project', label: 'cursor' },
      { path: '{project}/.claude/skills', scope: 'project' },
      { path: '{project}/.codex/skills', scope: 'project' },
      { path: sharedUserSkills, scope: 'user' },
      { path: '{configuration}/skills', scope: 'user', label: 'cursor' },
      { path: '~/.claude/skills', scope: 'user' },
      { path: '~/.codex/skills', scope: 'user' },
    ],
    depth: Number.POSITIVE_INFINITY,
    rootIsSkill: false,
    linkedFiles: true,
    hiddenFolders: true,
    sameName: 'all',
    refuses: [],
    modelInvocation: true,
  },
  install: {
    skill: { folder: '.cursor/skills', form: 'package' },
    agent: { because: 'reads no agents from a folder that is known' },
    command: { because: 'reads no commands from a folder that is known' },
  },
  sessions: {
    folders: [{ path: '{configuration}/projects' }],
    files: [{ pattern: /(?:^|\/)agent-transcripts\/.*\.jsonl$/, form: 'lines' }],
    says: '`projects/<workspace>/agent-transcripts/<id>/<id>.jsonl`',
    absent: ['times', 'tokens', 'the model', 'results of calls'],
  },
  hooks: {
    files: [
      { scope: 'user', path: '{configuration}/hooks.json' },
      { scope: 'project', path: '{project}/.cursor/hooks.json' },
    ],
    format: 'json',
    events: ['postToolUse', 'afterShellExecution'],
    async: 'not known',
    timeoutUnit: 'not known',
    approval: 'not known',
  },
};
