/*
 * The record of Cursor. The folders are from its documentation; their order, the search depth and the listing are
 * unknown.
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
    notSimulated: ['plugins', 'the order of its folders'],
  },
  install: {
    skill: { folder: '.cursor/skills', form: 'package' },
    agent: { because: 'has no known folder for agents' },
    command: { because: 'has no known folder for commands' },
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
    notInstalled: 'gives hooks a payload that is not known well enough',
    async: 'not known',
    timeoutUnit: 'not known',
    approval: 'not known',
  },
};
