import { expect, test } from 'vitest';
import { fixedClock } from '../../system/clock.js';
import { folderTag } from '../folders/project.js';
import { skillText } from '../use/find.world.js';
import { home, indexPath, ScanWorld, withFrozenClock } from './catalog-scan.world.js';

const both = ['a/SKILL.md: Does a.', 'b/SKILL.md: Does b.'];

test('the first scan opens every skill, the second none', () => {
  const world = new ScanWorld();
  expect(world.scan()).toMatchObject({
    skills: both,
    opened: ['/roots/one/a/SKILL.md', '/roots/one/b/SKILL.md'],
  });
  expect(world.scan()).toMatchObject({ skills: both, opened: [] });
});

test('only a skill that was changed is opened again', () => {
  const world = new ScanWorld();
  world.scan();
  world.put('/roots/one/b/SKILL.md', skillText('b', 'Does c.'));
  expect(world.scan()).toMatchObject({
    skills: ['a/SKILL.md: Does a.', 'b/SKILL.md: Does c.'],
    opened: ['/roots/one/b/SKILL.md'],
  });
  expect(world.scan().opened).toEqual([]);
});

test('what is new is found, and what is gone is not', () => {
  const world = new ScanWorld();
  world.scan();
  world.put('/roots/one/deep/c/SKILL.md', skillText('c', 'Does c.'));
  world.disk.unlink('/roots/one/a/SKILL.md');
  const skills = ['b/SKILL.md: Does b.', 'deep/c/SKILL.md: Does c.'];
  expect(world.scan()).toMatchObject({ skills, opened: ['/roots/one/deep/c/SKILL.md'] });
  expect(world.scan()).toMatchObject({ skills, opened: [] });
});

test('what is gone leaves the index', () => {
  const world = new ScanWorld();
  world.scan();
  world.disk.unlink('/roots/one/a/SKILL.md');
  world.scan();
  expect(new TextDecoder().decode(world.files.read(indexPath)?.bytes)).not.toContain('a/SKILL.md');
});

test.each([
  ['deleted', undefined],
  ['empty', ''],
  ['not JSON', 'x'],
  ['of another program', '{"stamp":"coppice 0.0.0, cache 1","sha256":"0"}\n[]\n'],
])('an index that is %s is built again', (_, text) => {
  const world = new ScanWorld();
  world.scan();
  const good = world.files.read(indexPath)?.bytes;
  if (text === undefined) world.disk.unlink(indexPath);
  else world.put(indexPath, text);
  expect(world.scan()).toMatchObject({
    skills: both,
    opened: ['/roots/one/a/SKILL.md', '/roots/one/b/SKILL.md'],
  });
  expect(world.files.read(indexPath)?.bytes).toEqual(good);
});

test('the caches are written only when something has changed', () => {
  const world = new ScanWorld();
  world.scan();
  // The second scan adds what is in the folders.
  world.scan();
  const names = `/home/cache/names/${folderTag('/roots/one')}.json`;
  const times = () => [indexPath, names].map((path) => world.files.stat(path)?.inode);
  const before = times();
  world.scan();
  expect(times()).toEqual(before);
  world.put('/roots/one/c/SKILL.md', skillText('c', 'Does c.'));
  world.scan();
  expect(times()).not.toEqual(before);
});

test('a scan that must not write caches writes nothing', () => {
  const world = new ScanWorld();
  expect(world.scan({ writesCaches: false }).skills).toEqual(both);
  expect(world.files.stat(home)).toBeUndefined();
});

test('a home that cannot be written to makes the scan slower, and nothing else', () => {
  const world = new ScanWorld();
  world.files.makeFolder(home);
  world.disk.chmod(home, 0o500);
  expect(world.scan().skills).toEqual(both);
  expect(world.scan().skills).toEqual(both);
});

test('roots that are not scanned stay in the index until they are gone', () => {
  const world = new ScanWorld();
  world.put('/roots/two/c/SKILL.md', skillText('c', 'Does c.'));
  world.scan({ roots: ['one'] });
  expect(world.scan({ roots: ['two'] }).opened).toEqual(['/roots/two/c/SKILL.md']);
  expect(world.scan({ roots: ['one', 'two'] }).opened).toEqual([]);

  world.disk.rename('/roots/two', '/roots/three');
  world.put('/roots/one/d/SKILL.md', skillText('d', 'Does d.'));
  world.scan({ roots: ['one'] });
  const index = new TextDecoder().decode(world.files.read(indexPath)?.bytes);
  expect([index.includes('/roots/one'), index.includes('/roots/two')]).toEqual([true, false]);
});

test('a root that is not scanned and cannot be reached any more leaves the index', () => {
  const world = new ScanWorld();
  world.put('/roots/two/c/SKILL.md', skillText('c', 'Does c.'));
  world.scan({ roots: ['two'] });
  world.disk.rename('/roots/two', '/roots/gone');
  world.disk.symlink('two', '/roots/two');
  expect(world.scan().skills).toHaveLength(2);
  expect(world.scan().opened).toEqual([]);
});

test('a skill that cannot be read is reported, hides no other, and does not make the index be written again', () => {
  const world = new ScanWorld();
  world.disk.chmod('/roots/one/a/SKILL.md', 0);
  const { skills, diagnostics } = world.scan();
  expect(skills).toEqual(['b/SKILL.md: Does b.']);
  expect(diagnostics).toMatchObject([{ code: 'unreadable', path: '/roots/one/a/SKILL.md' }]);
  world.scan();
  const { inode } = world.files.stat(indexPath) ?? {};
  world.scan();
  expect(world.files.stat(indexPath)?.inode).toBe(inode);
});

test('a change within the same tick of the clock is not missed', () => {
  const world = new ScanWorld(withFrozenClock(100_000));
  const realTime = fixedClock(100_500);
  world.scan({ realTime });
  world.put('/roots/one/b/SKILL.md', skillText('b', 'Does c.'));
  expect(world.scan({ realTime }).skills).toEqual(['a/SKILL.md: Does a.', 'b/SKILL.md: Does c.']);
});

test('once the change is long ago, its time is trusted', () => {
  const world = new ScanWorld(withFrozenClock(100_000));
  for (const now of [100_500, 101_999, 102_000, 102_001]) {
    expect([now, world.scan({ realTime: fixedClock(now) }).opened.length]).toEqual([now, 2]);
  }
  expect(world.scan({ realTime: fixedClock(102_002) }).opened).toEqual([]);
});

test('with times finer than seconds, it is trusted sooner', () => {
  const world = new ScanWorld(withFrozenClock(100_000.5));
  expect(world.scan({ realTime: fixedClock(100_100) }).opened.length).toBe(2);
  expect(world.scan({ realTime: fixedClock(100_101) }).opened.length).toBe(2);
  expect(world.scan({ realTime: fixedClock(100_102) }).opened).toEqual([]);
});

test('a time in the future is never trusted, and does not make the index be written again', () => {
  const world = new ScanWorld(withFrozenClock(200_000));
  const realTime = fixedClock(100_000);
  world.scan({ realTime });
  world.scan({ realTime });
  const written = world.disk.stat(indexPath)?.inode;
  expect(world.scan({ realTime }).opened.length).toBe(2);
  expect(world.disk.stat(indexPath)?.inode).toBe(written);
});
