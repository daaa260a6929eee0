import { expect, test } from 'vitest';

import { memoryFiles } from '../../system/disk/memory-disk.js';
import { patchSkill } from './author.js';
import { appendToLedger, findEntry, readLedger, unfinishedEntries } from './ledger.js';
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
  const reading = readLedger(world.deps);
  expect(findEntry(reading, 'e1').id).toBe('e1');
  expect(findEntry(reading, 'e10').id).toBe('e10');
  expect(() => findEntry(reading, 'e')).toThrow(
    expect.objectContaining({ code: 'bad-value', hint: expect.stringContaining('e1, e2, e3') }),
  );
  expect(() => findEntry(reading, 'f')).toThrow(expect.objectContaining({ code: 'not-found' }));
  expect(() => findEntry(reading, '')).toThrow(expect.objectContaining({ code: 'not-found' }));
  const some = { ...reading, entries: reading.entries.slice(9) };
  expect(findEntry(some, 'e').id).toBe('e10');
});
