import { beforeEach, expect, test } from 'vitest';
import type { Context } from '../../app/context.js';
import { contextWith, now } from '../../app/context.world.js';
import { skillLibraryOf } from '../../app/skill-library.js';
import { fixedClock } from '../../system/clock.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { dayMs } from '../../text/time.js';
import { UsageStore } from '../../usage/store.js';
import { readListings } from './cost.js';
import { readArchive, readCopies, readDoneActs, readOverlaps, readTidy } from './tidy.js';

const claude = '/user/.claude/skills';
let files: Files;
let context: Context;

beforeEach(() => {
  files = memoryFiles();
  context = contextWith({ files });
});

function put(folder: string, more = ''): void {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  files.makeFolder(folder);
  const text = `---\nname: ${name}\ndescription: Does what its name says.\n${more}---\nDo it.\n`;
  files.write(`${folder}/SKILL.md`, new TextEncoder().encode(text));
}

/** Used so many days ago. */
function use(id: string, days: number): void {
  const clock = fixedClock(now - days * dayMs);
  new UsageStore({ path: '/user/.coppice/usage.json', files, clock }).record(id, 'use');
}

test('an empty home has nothing to tidy', async () => {
  expect(await readTidy(context, 30)).toMatchObject({ total: 0, unused: 0, dearest: [], left: [] });
  expect(readCopies(context)).toEqual({ groups: [], changes: 0 });
  expect(await readOverlaps(context)).toEqual({ compared: 0, distinct: 0, total: 0, clusters: [] });
  expect(readArchive(context)).toMatchObject({ total: 0, newest: [] });
  expect(readDoneActs(context)).toMatchObject({ acts: [] });
  expect(files.stat('/user/.coppice')).toBeUndefined();
});

test('the days decide what counts as unused', async () => {
  for (const [name, days] of [
    ['daily', 1],
    ['monthly', 40],
    ['yearly', 200],
  ] as const) {
    put(`${claude}/${name}`);
    use(`claude:${name}`, days);
  }
  const unusedAt = async (days: number) => {
    const { unused, archive, quiet, dearest } = await readTidy(context, days);
    return [unused, archive + quiet, dearest.map(({ id }) => id).sort()];
  };
  expect(await unusedAt(30)).toEqual([2, 2, ['claude:monthly', 'claude:yearly']]);
  expect(await unusedAt(90)).toEqual([1, 1, ['claude:yearly']]);
  expect(await unusedAt(365)).toEqual([0, 0, []]);
});

test('what is left alone is counted by its reason', async () => {
  put(`${claude}/new-one`);
  put(`${claude}/new-two`);
  put(`${claude}/kept`, 'pinned: true\n');
  expect((await readTidy(context, 30)).left).toEqual([
    { why: 'first seen less than 30 days ago', count: 2 },
    { why: 'pinned', count: 1 },
  ]);
});

test('of copies it is said which one stays, and what becomes of the others', () => {
  for (const root of [claude, '/user/.codex/skills']) put(`${root}/deploy`);
  expect(readCopies(context)).toMatchObject({
    changes: 1,
    groups: [
      { kept: 'claude:deploy', copies: [{ id: 'codex:deploy', does: 'link', why: 'Codex would lose it' }] },
    ],
  });
});

test('what was archived is listed with its reason, and is an act that can be undone', async () => {
  for (const name of ['one', 'two']) put(`${claude}/${name}`);
  const library = skillLibraryOf(context);
  await library.archive('claude:one', { reason: 'not needed' });
  expect(readArchive(context)).toMatchObject({
    total: 1,
    newest: [{ id: 'claude:one', at: now, reason: 'not needed' }],
  });
  expect(readDoneActs(context).acts).toMatchObject([
    { changes: [{ action: 'archive', count: 1 }], skills: ['claude:one'], canUndo: true },
  ]);
});

test('what a listing costs has the limit of the agent, and what is left if the unused were quiet', () => {
  files.makeFolder('/user/.claude');
  put(`${claude}/used`);
  put(`${claude}/unused`);
  use('claude:used', 2);
  const [listing] = readListings(context, 30);
  expect(listing).toMatchObject({ title: 'Claude Code', listed: 2, used: 1, cut: 0 });
  expect(listing?.budgetTokens).toBeGreaterThan(0);
  expect(listing?.tokensIfQuiet).toBeLessThan(listing?.tokens ?? 0);
});
