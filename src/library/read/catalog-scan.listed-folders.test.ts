import { expect, test } from 'vitest';
import { fixedClock } from '../../system/clock.js';
import type { Disk, DiskStat } from '../../system/disk/disk.js';
import { skillText } from '../use/find.world.js';
import { ScanWorld } from './catalog-scan.world.js';

/** A world whose folders were listed twice, so that a scan only checks them. */
function knownWorld(wrap?: (disk: Disk) => Disk): ScanWorld {
  const world = new ScanWorld(wrap);
  world.scan();
  world.scan();
  return world;
}

const both = ['a/SKILL.md: Does a.', 'b/SKILL.md: Does b.'];

test('the third scan lists no folder of a skill, and finds the same', () => {
  const world = new ScanWorld();
  const [first, second, third] = [world.scan(), world.scan(), world.scan()];
  expect(first.listed).toEqual(['/roots/one', '/roots/one/b', '/roots/one/a']);
  expect(second).toEqual({ ...first, opened: [] });
  expect(third).toEqual({ ...first, opened: [], listed: ['/roots/one'] });
});

test.each<[string, (world: ScanWorld) => void, readonly string[]]>([
  [
    'a skill that is added inside another',
    (world) => world.put('/roots/one/a/more/SKILL.md', skillText('more', 'Does more.')),
    ['a/SKILL.md: Does a.', 'a/more/SKILL.md: Does more.', 'b/SKILL.md: Does b.'],
  ],
  ['a SKILL.md that is removed', (world) => world.disk.unlink('/roots/one/a/SKILL.md'), [both[1] ?? '']],
  [
    'a SKILL.md that is renamed',
    (world) => world.disk.rename('/roots/one/a/SKILL.md', '/roots/one/a/skill.md'),
    ['a/skill.md: Does a.', 'b/SKILL.md: Does b.'],
  ],
  [
    'a SKILL.md that is replaced by a folder',
    (world) => {
      world.disk.unlink('/roots/one/a/SKILL.md');
      world.disk.mkdir('/roots/one/a/SKILL.md', 0o700);
    },
    [both[1] ?? ''],
  ],
  [
    'a SKILL.md that is replaced by a link',
    (world) => {
      world.disk.unlink('/roots/one/a/SKILL.md');
      world.disk.symlink('../b/SKILL.md', '/roots/one/a/SKILL.md');
    },
    ['a/SKILL.md: Does b.', 'b/SKILL.md: Does b.'],
  ],
  [
    'a folder that another one has replaced',
    (world) => {
      world.put('/roots/other/SKILL.md', skillText('other', 'Does other.'));
      world.put('/roots/other/deep/SKILL.md', skillText('deep', 'Does deep.'));
      world.disk.rename('/roots/one/a', '/roots/gone');
      world.disk.rename('/roots/other', '/roots/one/a');
    },
    ['a/SKILL.md: Does other.', 'a/deep/SKILL.md: Does deep.', 'b/SKILL.md: Does b.'],
  ],
  [
    'a folder that a link has replaced',
    (world) => {
      world.disk.rename('/roots/one/a', '/roots/gone');
      world.put('/roots/other/SKILL.md', skillText('other', 'Does other.'));
      world.disk.symlink('/roots/other', '/roots/one/a');
    },
    ['a/SKILL.md: Does other.', 'b/SKILL.md: Does b.'],
  ],
  [
    'a folder without a skill',
    (world) => {
      world.disk.unlink('/roots/one/a/SKILL.md');
      world.put('/roots/one/a/deep/SKILL.md', skillText('deep', 'Does deep.'));
    },
    ['a/deep/SKILL.md: Does deep.', 'b/SKILL.md: Does b.'],
  ],
])('%s is noticed', (_, change, skills) => {
  const world = knownWorld();
  expect(world.scan()).toMatchObject({ skills: both, listed: ['/roots/one'] });
  change(world);
  expect(world.scan().skills).toEqual(skills);
  expect(world.scan().skills).toEqual(skills);
  expect(world.scan().skills).toEqual(skills);
});

test('a skill inside a known one is searched in again, and in the same order', () => {
  const world = new ScanWorld();
  for (const path of ['z', 'm', 'references', 'z/y']) {
    world.put(`/roots/one/a/${path}/SKILL.md`, skillText('inner', path));
  }
  const first = world.scan();
  expect(first.skills).toEqual([
    'a/SKILL.md: Does a.',
    'a/m/SKILL.md: m',
    'a/z/SKILL.md: z',
    'a/z/y/SKILL.md: z/y',
    'b/SKILL.md: Does b.',
  ]);
  world.scan();
  expect(world.scan()).toEqual({ ...first, opened: [], listed: ['/roots/one'] });
});

test('a folder with a link is listed every time, because the link may lead elsewhere tomorrow', () => {
  const world = new ScanWorld();
  world.disk.symlink('/roots/elsewhere', '/roots/one/a/link');
  world.put('/roots/elsewhere/notes.txt', 'no skill');
  for (let scan = 0; scan < 3; scan += 1) expect(world.scan().skills).toEqual(both);
  expect(world.scan().listed).toContain('/roots/one/a');
  world.put('/roots/elsewhere/SKILL.md', skillText('far', 'Does far.'));
  expect(world.scan().skills).toEqual([both[0], 'a/link/SKILL.md: Does far.', both[1]]);
});

test('the same fault is reported, however often the folder was seen', () => {
  const world = new ScanWorld();
  world.disk.rename('/roots/one/a/SKILL.md', '/roots/one/a/skill.md');
  const { diagnostics } = world.scan();
  expect(diagnostics).toMatchObject([{ code: 'file-name-case' }]);
  world.scan();
  expect(world.scan()).toMatchObject({ diagnostics, listed: ['/roots/one'] });
});

test('a folder that may not be read any more is reported', () => {
  const world = knownWorld();
  world.disk.chmod('/roots/one/a', 0);
  expect(world.scan()).toMatchObject({
    skills: [both[1]],
    diagnostics: [{ code: 'unreadable', path: '/roots/one/a' }],
  });
});

/** A disk on which no change of a folder changes its times. */
function withFrozenTimes(timeMs: number): (disk: Disk) => Disk {
  const frozen = <Known extends DiskStat | undefined>(stat: Known) =>
    stat?.kind === 'folder' ? { ...stat, mtimeMs: timeMs, ctimeMs: timeMs } : stat;
  return (disk) => ({ ...disk, stat: (path) => frozen(disk.stat(path)) });
}

test('a change of a folder within the same tick of the clock is not missed', () => {
  const world = new ScanWorld(withFrozenTimes(100_000));
  const realTime = fixedClock(100_500);
  for (let scan = 0; scan < 3; scan += 1) world.scan({ realTime });
  world.put('/roots/one/a/more/SKILL.md', skillText('more', 'Does more.'));
  expect(world.scan({ realTime }).skills).toContain('a/more/SKILL.md: Does more.');
});

test('once the change is long ago, the folder is not listed any more', () => {
  const world = new ScanWorld(withFrozenTimes(100_000));
  for (const now of [100_500, 101_999, 102_000, 102_001]) {
    expect([now, world.scan({ realTime: fixedClock(now) }).listed.length]).toEqual([now, 3]);
  }
  expect(world.scan({ realTime: fixedClock(102_002) }).listed.length).toBe(1);
});

test('another folder with the same time is not taken for it', () => {
  const world = new ScanWorld(withFrozenTimes(100_000));
  const realTime = fixedClock(200_000);
  for (let scan = 0; scan < 3; scan += 1) world.scan({ realTime });
  world.put('/roots/other/SKILL.md', skillText('a', 'Does a.'));
  world.put('/roots/other/deep/SKILL.md', skillText('deep', 'Does deep.'));
  world.disk.rename('/roots/one/a', '/roots/gone');
  world.disk.rename('/roots/other', '/roots/one/a');
  expect(world.scan({ realTime }).skills).toContain('a/deep/SKILL.md: Does deep.');
});
