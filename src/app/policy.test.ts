import { beforeEach, expect, test } from 'vitest';
import { memoryFiles } from '../system/disk/memory-disk.js';
import type { Files } from '../system/files.js';
import type { Context } from './context.js';
import { contextWith } from './context.world.js';
import { planPolicy } from './policy.js';
import { skillLibraryOf } from './skill-library.js';

const path = '/user/.coppice/config.toml';
let files: Files;
let context: Context;

beforeEach(() => {
  files = memoryFiles();
  context = contextWith({ files });
  files.makeFolder('/user/.coppice');
});

function write(text: string): void {
  files.write(path, new TextEncoder().encode(text));
}

const text = () => {
  const bytes = files.read(path)?.bytes;
  return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
};

async function change(staleAfterDays: number, archiveAfterDays: number): Promise<string> {
  return (await planPolicy(context, { staleAfterDays, archiveAfterDays }).apply()) ?? '';
}

test.each([
  ['a file that is not there', undefined],
  ['a file with other keys', '[search]\nmodel = "offline" # small\n'],
  [
    'a file with a mark and these keys',
    '\ufeff[curator]\nstale_after_days = 10 # short\narchive_after_days=20\n',
  ],
])('the days are set in %s, and undo gives it back', async (_, before) => {
  if (before !== undefined) write(before);
  const run = await change(45, 120);
  expect(text()).toMatch(/stale_after_days = 45/);
  expect(text()).toMatch(/archive_after_days ?= ?120/);
  const library = skillLibraryOf(context);
  expect(library.history().entries.map(({ action, skill }) => [action, skill])).toEqual([
    ['configure', 'config:curator.stale_after_days'],
    ['configure', 'config:curator.archive_after_days'],
  ]);
  await library.undo(run, { by: 'user' });
  expect(text()).toBe(before);
});

test('the same days are no change', async () => {
  expect(planPolicy(context, { staleAfterDays: 30, archiveAfterDays: 90 }).changes).toEqual([]);
  expect(await change(30, 90)).toBe('');
  expect(text()).toBeUndefined();
});

test('days that archive a skill before it is stale are refused', () => {
  expect(() => planPolicy(context, { staleAfterDays: 90, archiveAfterDays: 30 })).toThrow(
    /before it is stale/,
  );
});

test('what cannot be edited without loss is refused, and stays', async () => {
  const inline = 'curator = { never_used = "never" }\n';
  write(inline);
  await expect(change(45, 90)).rejects.toMatchObject({ code: 'bad-config' });
  expect(text()).toBe(inline);
});

test('an undo leaves the days alone that somebody changed since', async () => {
  const run = await change(45, 90);
  write('[curator]\nstale_after_days = 60\n');
  const outcomes = await skillLibraryOf(context).undo(run, { by: 'user' });
  expect(outcomes).toMatchObject([{ kind: 'failed', error: { code: 'changed-since' } }]);
  expect(text()).toBe('[curator]\nstale_after_days = 60\n');
});
