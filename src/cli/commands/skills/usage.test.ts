import { expect, test } from 'vitest';
import { contextWith, now } from '../../../app/context.world.js';
import { fixedClock } from '../../../system/clock.js';
import { memoryFiles } from '../../../system/disk/memory-disk.js';
import { UsageStore } from '../../../usage/store.js';
import { inputOf } from '../../frame/command.world.js';
import { runUsage } from './usage.js';

const day = 86_400_000;

/** What `coppice usage` prints on a terminal so wide, or into a pipe, after these uses: days ago, by id. */
function printed(
  used: Readonly<Record<string, readonly number[]>>,
  onlyRoots: readonly string[] = [],
  columns?: number,
): string {
  const files = memoryFiles();
  for (const [id, days] of Object.entries(used)) {
    for (const ago of days) {
      const clock = fixedClock(now - ago * day);
      new UsageStore({ path: '/user/.coppice/usage.json', files, clock }).record(id, 'use');
    }
  }
  const { text } = runUsage({ ...contextWith({ files, columns }), onlyRoots }, inputOf('usage'));
  return typeof text === 'string' ? text : text();
}

const used = { 'home:release-notes': [0, 1, 29] };

test.for([
  [120, `█${'▁'.repeat(27)}██`],
  [80, '▅▁▁▁▁▁▁▁▁█'],
  [70, ''],
] as const)(
  'on a terminal of %s columns the name is whole, and the days take what is left',
  ([width, bars]) => {
    const [, line] = printed(used, [], width).split('\n');
    expect(line).toMatch(/home:release-notes$/);
    expect(line?.replace(/[^▁-█]/g, '')).toBe(bars);
  },
);

test('into a pipe every day is printed', () => {
  expect(printed(used)).toBe(`3\t0\t0\t2026-01-31 12:00\tactive\t█${'▁'.repeat(27)}██\thome:release-notes\n`);
});

test('a skill that was archived and put back by hand is shown as active', () => {
  const files = memoryFiles();
  const store = new UsageStore({ path: '/user/.coppice/usage.json', files, clock: fixedClock(now) });
  for (const name of ['back', 'gone']) store.put(`home:${name}`, { state: 'archived', archivedAt: now });
  files.makeFolder('/user/.coppice/skills/back');
  files.write(
    '/user/.coppice/skills/back/SKILL.md',
    new TextEncoder().encode('---\nname: back\ndescription: Is there.\n---\n'),
  );
  const { document } = runUsage(contextWith({ files }), inputOf('usage'));
  expect(document).toMatchObject({
    records: [
      { id: 'home:back', state: 'active' },
      { id: 'home:gone', state: 'archived' },
    ],
  });
});

test('only the skills of the root that was asked for are shown', () => {
  const both = { 'home:a': [0], 'claude:b': [0] };
  expect(printed(both).trim().split('\n')).toHaveLength(2);
  expect(printed(both, ['claude'])).toMatch(/^[^\n]*\tclaude:b\n$/);
});
