import { expect, test } from 'vitest';
import type { Kind } from '../../registry/api/names.js';
import { type AgentName, agentNames } from '../rules/manifest.js';
import { allShelves, placesOf } from './places.js';

function check(kind: Kind, agents: readonly AgentName[], expected: readonly string[]) {
  const places = placesOf({ kind, slug: 'pdf' }, agents);
  expect(places.map(({ folder, name, holds }) => `${folder}/${name} ${holds}`)).toEqual(expected);
}

test('every agent takes skills, each into its own folder', () => {
  check('skill', ['claude'], ['.claude/skills/pdf package']);
  check('skill', agentNames, [
    '.claude/skills/pdf package',
    '.agents/skills/pdf package',
    '.codex/skills/pdf package',
    '.gemini/skills/pdf package',
    '.opencode/skills/pdf package',
    '.hermes/skills/pdf package',
  ]);
});

test('agents and commands are files, and only for the one that reads them', () => {
  check('agent', agentNames, ['.claude/agents/pdf.md skill-file']);
  check('command', agentNames, ['.claude/commands/pdf.md skill-file']);
  check('command', ['agents', 'hermes'], []);
});

test('every place that an item can have is among the shelves', () => {
  const shelves = allShelves().map(({ folder, kind }) => `${kind} ${folder}`);
  for (const kind of ['skill', 'agent', 'command'] as const)
    for (const { folder } of placesOf({ kind, slug: 'pdf' }, agentNames))
      expect(shelves).toContain(`${kind} ${folder}`);
});
