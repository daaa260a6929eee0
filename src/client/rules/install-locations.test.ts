import { expect, test } from 'vitest';
import { type TargetName, targetNames } from '../../agents/install.js';
import type { Kind } from '../../registry/api/names.js';
import { allTargetFolders, installLocations, reasonsNotInstalled } from './install-locations.js';

function check(kind: Kind, agents: readonly TargetName[], expected: readonly string[]) {
  const locations = installLocations({ kind, slug: 'pdf' }, agents);
  expect(locations.map(({ folder, name, form }) => `${folder}/${name} ${form}`)).toEqual(expected);
}

test('every agent but OpenClaw gets skills in a folder of its own', () => {
  check('skill', ['claude'], ['.claude/skills/pdf package']);
  check('skill', targetNames, [
    '.claude/skills/pdf package',
    '.agents/skills/pdf package',
    '.codex/skills/pdf package',
    '.gemini/skills/pdf package',
    '.opencode/skills/pdf package',
    '.hermes/skills/pdf package',
    '.qwen/skills/pdf package',
    '.github/skills/pdf package',
    '.cursor/skills/pdf package',
    '.pi/skills/pdf package',
  ]);
});

test('agents and commands are files, for the agents that read them from Markdown', () => {
  check('agent', targetNames, [
    '.claude/agents/pdf.md skill-file',
    '.gemini/agents/pdf.md skill-file',
    '.opencode/agents/pdf.md skill-file',
    '.qwen/agents/pdf.md skill-file',
    '.github/agents/pdf.agent.md skill-file',
  ]);
  check('command', targetNames, [
    '.claude/commands/pdf.md skill-file',
    '.opencode/commands/pdf.md skill-file',
    '.qwen/commands/pdf.md skill-file',
  ]);
  check('command', ['agents', 'hermes'], []);
});

test('an agent that does not read an item is named with the reason', () => {
  expect(
    reasonsNotInstalled({ kind: 'command', slug: 'pdf' }, ['claude', 'agents', 'codex', 'gemini']),
  ).toEqual([
    'The shared folder .agents contains only skills',
    'Codex does not read commands from Markdown files',
    'Gemini CLI does not read commands from Markdown files',
  ]);
  expect(reasonsNotInstalled({ kind: 'skill', slug: 'pdf' }, ['claude', 'openclaw'])).toEqual([
    'OpenClaw reads project skills only from its workspace, and Coppice does not know which folder that is',
  ]);
});

test('every location of an item is in one of the target folders', () => {
  const folders = allTargetFolders().map(({ folder, kind }) => `${kind} ${folder}`);
  for (const kind of ['skill', 'agent', 'command'] as const)
    for (const { folder } of installLocations({ kind, slug: 'pdf' }, targetNames))
      expect(folders).toContain(`${kind} ${folder}`);
});
