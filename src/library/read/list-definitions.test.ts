import { expect, test } from 'vitest';
import { fixedClock } from '../../system/clock.js';
import { DoctorWorld, skillText } from '../doctor/doctor.world.js';
import { openLibrary } from '../open-library.js';
import { listDefinitions } from './list-definitions.js';

const tree = {
  '/user/.claude/agents/reviewer.md': skillText('reviewer', 'Reviews changes.'),
  '/user/.claude/commands/ship.md': 'Ship it.\n',
  '/work/app/.claude/agents/reviewer.md': skillText('reviewer', 'Reviews changes here.'),
  '/work/app/.qwen/agents/tester.md': skillText('tester', 'Writes tests.'),
};

function libraryOf(onlyRoots: readonly string[] = []) {
  const { files } = new DoctorWorld(tree);
  const clock = fixedClock(0);
  const place = { home: '/user/.coppice', userHome: '/user', workingFolder: '/work/app' };
  return openLibrary({ files, clock, ...place, platform: 'linux', environment: {}, onlyRoots });
}

test('definitions of all agents are listed, each with its agent and its path', () => {
  const { items, total, message } = listDefinitions(libraryOf(), 'agent');
  expect([total, message]).toEqual([3, undefined]);
  expect(items).toEqual([
    {
      id: expect.stringMatching(/^claude@[0-9a-f]{8}:reviewer$/),
      name: 'reviewer',
      description: 'Reviews changes here.',
      agent: 'claude',
      root: 'project',
      path: '/work/app/.claude/agents/reviewer.md',
      trusted: false,
    },
    {
      id: 'claude:reviewer',
      name: 'reviewer',
      description: 'Reviews changes.',
      agent: 'claude',
      root: 'user',
      path: '/user/.claude/agents/reviewer.md',
      trusted: true,
    },
    expect.objectContaining({ name: 'tester', agent: 'qwen', root: 'project' }),
  ]);
  expect(listDefinitions(libraryOf(), 'command').items.map(({ id }) => id)).toEqual(['claude:ship']);
});

test('a query, a limit and a root narrow the list', () => {
  const names = (...given: Parameters<typeof listDefinitions>) =>
    listDefinitions(...given).items.map(({ id }) => id.replace(/@[0-9a-f]{8}/, '@'));
  expect(names(libraryOf(), 'agent', { query: 'WRITES tests' })).toEqual(['qwen@:tester']);
  expect(names(libraryOf(), 'agent', { limit: 1 })).toEqual(['claude@:reviewer']);
  expect(names(libraryOf(['claude']), 'agent')).toEqual(['claude:reviewer']);
  expect(listDefinitions(libraryOf(), 'agent', { query: 'nothing' }).message).toBe('No agent matches.');
  expect(listDefinitions(libraryOf(['gemini']), 'command').message).toBe(
    'No agent here has commands of its own.',
  );
});
