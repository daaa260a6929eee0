import { expect, test } from 'vitest';
import { type TargetName, targetNames } from '../../agents/install.js';
import type { Kind } from '../../registry/api/names.js';
import { allShelves, placesOf, refusalsOf } from './places.js';

function check(kind: Kind, agents: readonly TargetName[], expected: readonly string[]) {
  const places = placesOf({ kind, slug: 'pdf' }, agents);
  expect(places.map(({ folder, name, holds }) => `${folder}/${name} ${holds}`)).toEqual(expected);
}

test('every agent takes skills, each into its own folder', () => {
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

test('agents and commands are files, for those who read them as Markdown', () => {
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

test('who does not read them is named with the reason', () => {
  expect(refusalsOf({ kind: 'command', slug: 'pdf' }, ['claude', 'agents', 'codex', 'gemini'])).toEqual([
    'The shared folder .agents has skills only',
    'Codex reads no commands from Markdown files',
    'Gemini CLI reads no commands from Markdown files',
  ]);
  expect(refusalsOf({ kind: 'skill', slug: 'pdf' }, ['claude', 'openclaw'])).toEqual([
    'OpenClaw reads skills of its workspace only, and Coppice does not know which folder that is',
  ]);
});

test('every place that an item can have is among the shelves', () => {
  const shelves = allShelves().map(({ folder, kind }) => `${kind} ${folder}`);
  for (const kind of ['skill', 'agent', 'command'] as const)
    for (const { folder } of placesOf({ kind, slug: 'pdf' }, targetNames))
      expect(shelves).toContain(`${kind} ${folder}`);
});
