import { expect, test } from 'vitest';

import { memoryFiles } from '../../system/disk/memory-disk.js';
import { unfinishedEntries } from '../ledger/unfinished.js';
import { patchSkill } from './author.js';
import { appendToLedger, findEntry, readLedger } from './ledger.js';
import { skillText, World } from './write.world.js';

test('a home without a ledger has no entries', () => {
  const ledger = { files: memoryFiles(), home: '/home' };
  expect(readLedger(ledger)).toEqual({ entries: [], malformed: 0, purged: new Set() });
  expect(unfinishedEntries(ledger)).toEqual([]);
});

test('nothing to add makes no file', () => {
  const ledger = { files: memoryFiles(), home: '/home' };
  appendToLedger(ledger, []);
  expect(ledger.files.stat('/home')).toBeUndefined();
});

test('an entry is found by its id, or by a beginning that no other has', async () => {
  const world = new World({ 'a/SKILL.md': skillText('a', '0123456789\n') });
  for (const digit of '0123456789') {
    await patchSkill(world.deps, world.target('a'), { find: digit, replace: 'x' }, { actor: 'user' });
  }
  expect(findEntry(world.deps, 'e1').id).toBe('e1');
  expect(findEntry(world.deps, 'e10').id).toBe('e10');
  expect(() => findEntry(world.deps, 'e')).toThrow(
    expect.objectContaining({ code: 'bad-value', hint: expect.stringContaining('e1, e2, e3') }),
  );
  expect(() => findEntry(world.deps, 'f')).toThrow(expect.objectContaining({ code: 'not-found' }));
  expect(() => findEntry(world.deps, '')).toThrow(expect.objectContaining({ code: 'not-found' }));
});

test('the beginning of the only id finds its entry', async () => {
  const world = new World({ 'a/SKILL.md': skillText('a', '0\n') });
  await patchSkill(world.deps, world.target('a'), { find: '0', replace: 'x' }, { actor: 'user' });
  expect(findEntry(world.deps, 'e').id).toBe('e1');
});
