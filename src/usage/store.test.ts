import { expect, test } from 'vitest';

import { fixedClock } from '../system/clock.js';
import { memoryDisk, memoryFiles } from '../system/disk/memory-disk.js';
import type { Files } from '../system/files.js';
import { tryLock } from '../system/lock/lock.js';
import { day, filesWithHome, names, now, storeOn, textOf, write } from './store.fixture.js';
import { UsageStore } from './store.js';

test('a change is one line in the journal, and nothing is read for it', () => {
  const files = filesWithHome();
  const appendOnly: Files = {
    ...files,
    read: () => expect.unreachable(),
    stat: () => expect.unreachable(),
    list: () => expect.unreachable(),
  };
  const store = storeOn(appendOnly);
  expect(store.record('home:a', 'use')).toEqual({ ok: true });
  expect(store.record('home:a', 'view', { source: 'codex' })).toEqual({ ok: true });
  expect(store.put('home:a', { pinLevel: 'pin' })).toEqual({ ok: true });
  expect(store.setSource('home:a', 'claude', { useCount: 2 })).toEqual({ ok: true });
  expect(store.rename('home:a', 'home:b')).toEqual({ ok: true });
  expect(textOf(files, 'usage.journal')).toBe(`
{"id":"home:a","kind":"use","at":${now}}

{"id":"home:a","kind":"view","at":${now},"source":"codex"}

{"id":"home:a","kind":"put","set":{"pinLevel":"pin"}}

{"id":"home:a","kind":"source","source":"claude","counters":{"useCount":2}}

{"id":"home:a","kind":"rename","to":"home:b"}
`);
  expect(names(files)).toEqual(['usage.journal']);
  expect(storeOn(files).get('home:b')).toMatchObject({
    useCount: 3,
    viewCount: 1,
    pinned: true,
    aliases: ['home:a'],
  });
});

test('records are summed up once a day, also those with days that are no longer shown, unless a time is in the future', () => {
  const files = filesWithHome();
  const counters = { useCount: 1, lastUsedAt: now - 99 * day, days: { '2000-01-01': 1 } };
  storeOn(files).setSource('home:a', 'claude', counters);
  const store = storeOn(files);
  expect(store.all()[0]).toMatchObject({ useCount: 1, days: {} });
  expect(store.all()).toBe(store.all());
  storeOn(files).setSource('home:b', 'claude', { useCount: 1, lastUsedAt: now + day });
  expect(store.all()).toMatchObject([{ id: 'home:a' }, { id: 'home:b', lastUsedAt: now }]);
  expect(store.all()).not.toBe(store.all());
});

test('skills that were met are noted with one append, and the earliest day stays', async () => {
  const files = filesWithHome();
  let appends = 0;
  const counting: Files = {
    ...files,
    append: (...given) => {
      appends += 1;
      files.append(...given);
    },
  };
  expect(storeOn(counting).noteSeen(['home:a', 'home:b', '__proto__', ''])).toEqual({ ok: true });
  expect(appends).toBe(1);
  storeOn(files, { at: now + day }).noteSeen(['home:a']);
  storeOn(files, { at: now - day }).noteSeen(['home:b']);
  const seen = () =>
    storeOn(files, { at: now + 2 * day })
      .all()
      .map(({ id, firstSeenAt }) => [id, firstSeenAt]);
  expect(seen()).toEqual([
    ['home:a', now],
    ['home:b', now - day],
  ]);
  await storeOn(files).compact();
  expect(seen()).toEqual([
    ['home:a', now],
    ['home:b', now - day],
  ]);
  storeOn(files).rename('home:a', 'home:b');
  expect(storeOn(files).get('home:b')).toMatchObject({ firstSeenAt: now - day, lastActivityAt: 0 });
  expect(storeOn(counting).noteSeen([])).toEqual({ ok: true });
  expect(appends).toBe(1);
});

test('a journal that has grown is compacted by its readers, and a small one is not', () => {
  const files = filesWithHome();
  const use = (times: number) => {
    for (let event = 0; event < times; event += 1) storeOn(files).record('home:a', 'use');
  };
  use(3);
  storeOn(files).compactIfWorthwhile();
  expect(names(files)).toEqual(['usage.journal']);
  use(30);
  storeOn(files).compactIfWorthwhile();
  expect(names(files)).toEqual(['usage.journal.1', 'usage.json', 'usage.json.bak']);
  expect(storeOn(files).health().waitingLines).toBe(0);
  const before = textOf(files, 'usage.json');
  use(3);
  storeOn(files).compactIfWorthwhile();
  expect(textOf(files, 'usage.json')).toBe(before);
  expect(storeOn(files).get('home:a')?.useCount).toBe(36);
});

test('the larger the snapshot, the more of a journal is worth a compaction', async () => {
  const files = filesWithHome();
  const ids = Array.from({ length: 2000 }, (_, index) => `home:skill-${index}`);
  storeOn(files).noteSeen(ids);
  await storeOn(files).compact();
  const before = textOf(files, 'usage.json');
  for (let event = 0; event < 30; event += 1) storeOn(files).record('home:a', 'use');
  storeOn(files).compactIfWorthwhile();
  expect(textOf(files, 'usage.json')).toBe(before);
  for (let event = 0; event < 300; event += 1) storeOn(files).record('home:a', 'use');
  storeOn(files).compactIfWorthwhile();
  expect(textOf(files, 'usage.json')).not.toBe(before);
  expect(storeOn(files).get('home:a')?.useCount).toBe(330);
  expect(storeOn(files).lookUp().isSeen('home:skill-7')).toBe(true);
});

test('a reader compacts nothing that another holds, that a newer version wrote, or that cannot be written', () => {
  const grown = () => {
    const disk = memoryDisk();
    const files = filesWithHome(disk);
    for (let event = 0; event < 30; event += 1) storeOn(files).record('home:a', 'use');
    return { disk, files };
  };
  const held = grown().files;
  const attempt = tryLock(held, '/home/usage.json.lock');
  storeOn(held).compactIfWorthwhile();
  expect(names(held)).toEqual(['usage.journal', 'usage.json.lock']);
  if (attempt.kind === 'locked') attempt.lock.release();

  const newer = grown().files;
  newer.append('/home/usage.journal', new TextEncoder().encode('\n{"version":2,"id":"a","kind":"wish"}\n'));
  storeOn(newer).compactIfWorthwhile();
  expect(names(newer)).toEqual(['usage.journal']);

  const { disk, files } = grown();
  disk.chmod('/home', 0o500);
  storeOn(files).compactIfWorthwhile();
  expect(names(files)).toEqual(['usage.journal']);
});

test('many skills that are seen at once are few lines, and each of them is known', async () => {
  const files = filesWithHome();
  const ids = Array.from({ length: 2500 }, (_, index) => `home:skill-${index}`);
  expect(storeOn(files).noteSeen(ids)).toEqual({ ok: true });
  expect(storeOn(files).health().waitingLines).toBe(3);
  const expectAll = () => {
    const { isSeen, find } = storeOn(files).lookUp();
    expect(ids.every(isSeen)).toBe(true);
    expect([isSeen('home:other'), find('home:skill-7')]).toEqual([false, undefined]);
    expect(storeOn(files).all()).toHaveLength(2500);
  };
  expectAll();
  await storeOn(files).compact();
  expectAll();
  storeOn(files).record('home:skill-7', 'use');
  expect(storeOn(files).get('home:skill-7')).toMatchObject({ useCount: 1, firstSeenAt: now });
  expect(storeOn(files).all()).toHaveLength(2500);
  storeOn(files).rename('home:skill-8', 'home:eight');
  expect(storeOn(files).lookUp().isSeen('home:skill-8')).toBe(true);
  expect(storeOn(files).get('home:skill-8')).toMatchObject({ id: 'home:eight', firstSeenAt: now });
});

test('what was seen in lines of their own, as earlier versions wrote them, is known', () => {
  const files = filesWithHome();
  storeOn(files).put('home:a', { firstSeenAt: now - day });
  storeOn(files).noteSeen(['home:a']);
  expect(storeOn(files).get('home:a')).toMatchObject({ firstSeenAt: now - day });
});

test('a store that cannot be written says so before anything depends on it', () => {
  const files = filesWithHome();
  expect(storeOn(files).checkWritable()).toEqual({ ok: true });
  expect(storeOn(files).all()).toEqual([]);
  files.remove('/home/usage.journal');
  files.makeFolder('/home/usage.journal');
  expect(storeOn(files).checkWritable()).toMatchObject({ ok: false, error: { code: 'not-a-file' } });
  expect(storeOn(files).noteSeen(['home:a'])).toMatchObject({ ok: false });
});

test('the folder of a store is made when it is needed', async () => {
  const files = memoryFiles();
  expect(storeOn(files).all()).toEqual([]);
  expect(storeOn(files).record('a', 'use')).toEqual({ ok: true });
  expect(storeOn(files).get('a')).toMatchObject({ useCount: 1 });
  expect(await storeOn(memoryFiles()).compact()).toMatchObject({ ok: true });
});

test('what could not be read back is not written', () => {
  const files = filesWithHome();
  const store = storeOn(files);
  const refusal = { ok: false, error: { code: 'bad-value' } };
  expect(store.record('', 'use')).toMatchObject(refusal);
  expect(store.put('a', { createdAt: -1 })).toMatchObject(refusal);
  expect(store.setSource('a', '__proto__', {})).toMatchObject(refusal);
  expect(names(files)).toEqual([]);
});

test('a journal that cannot be written is reported', async () => {
  const files = filesWithHome();
  files.makeFolder('/home/usage.journal');
  const store = storeOn(files);
  const refusal = { ok: false, error: { code: 'not-a-file' } };
  expect(store.record('a', 'use')).toMatchObject(refusal);
  expect(store.put('a', { pinLevel: 'pin' })).toMatchObject(refusal);
  expect(store.all()).toEqual([]);
  expect(store.health().faults).toMatchObject([{ code: 'not-a-file' }]);
  expect(await store.compact()).toMatchObject(refusal);
  expect(names(files)).toEqual(['usage.journal']);
});

test('an append that hung for longer than a journal is waited for is not acknowledged', () => {
  const hour = 3_600_000;
  const check = (before: number, after: number, ok: boolean) => {
    const times = [before, after];
    const realTime = { now: () => times.shift() ?? expect.unreachable() };
    const store = new UsageStore({
      path: '/home/usage.json',
      files: filesWithHome(),
      clock: fixedClock(now),
      realTime,
    });
    expect(store.record('a', 'use')).toMatchObject({ ok });
  };
  check(now, now + hour, true);
  check(now, now + hour + 1, false);
  check(now, now - hour - 1, false);
});

test('every store sees what another appended or compacted, at once', async () => {
  const files = filesWithHome();
  const [one, other] = [storeOn(files, { rotateBytes: 1 }), storeOn(files, { rotateBytes: 1 })];
  for (let events = 1; events <= 8; events += 1) {
    one.record('a', 'use');
    expect(other.get('a')?.useCount).toBe(events);
    if (events % 3 === 0) await one.compact();
    expect(other.get('a')?.useCount).toBe(events);
    expect(other.all().map(({ id, useCount }) => [id, useCount])).toEqual([['a', events]]);
  }
});

test('an edit of the snapshot by hand, which removes the checksum, is noticed at once', async () => {
  const files = filesWithHome();
  const store = storeOn(files);
  store.record('a', 'use');
  await store.compact();
  expect(store.get('a')?.useCount).toBe(1);
  const edited = textOf(files, 'usage.json')?.replace('"useCount": 1', '"useCount": 7') ?? '';
  write(files, 'usage.json', edited.replace(/"checksum":"[^"]+",/, ''));
  expect(store.get('a')?.useCount).toBe(7);
  files.remove('/home/usage.json');
  expect(store.get('a')?.useCount, 'of the copy').toBe(1);
});

test('a reading that finds nothing new reads no file whole', async () => {
  const files = filesWithHome();
  const store = storeOn(files);
  store.record('a', 'use');
  await store.compact();
  const seen: string[] = [];
  const watched = storeOn({
    ...files,
    read: (path, range) => {
      seen.push(path);
      return files.read(path, range);
    },
  });
  watched.get('a');
  expect(seen).toEqual(['/home/usage.json', '/home/usage.journal']);
  watched.get('a');
  expect(seen.slice(2)).toEqual(['/home/usage.journal']);
});

test('records come in the order of their ids', async () => {
  const files = filesWithHome();
  const store = storeOn(files);
  for (const id of ['b', 'é', 'B', 'a']) store.record(id, 'use');
  await store.compact();
  store.record('10', 'use');
  expect(store.all().map(({ id }) => id)).toEqual(['10', 'B', 'a', 'b', 'é']);
});

test('compaction leaves what was read, in the snapshot and its copy', async () => {
  const files = filesWithHome();
  const store = storeOn(files);
  store.record('a', 'use');
  store.put('b', { pinLevel: 'freeze', createdBy: 'agent' });
  const before = store.all();
  expect(await store.compact()).toEqual({ ok: true, lines: { folded: 2, malformed: 0, newer: 0 } });
  expect(store.all()).toEqual(before);
  expect(names(files)).toEqual(['usage.journal', 'usage.json', 'usage.json.bak']);
  expect(textOf(files, 'usage.json.bak')).toBe(textOf(files, 'usage.json'));
});

test('a compaction with nothing to do changes no byte', async () => {
  const files = filesWithHome();
  const store = storeOn(files);
  store.record('a', 'use');
  await store.compact();
  const before = [names(files), files.stat('/home/usage.json'), files.stat('/home/usage.json.bak')];
  expect(await store.compact()).toEqual({ ok: true, lines: { folded: 0, malformed: 0, newer: 0 } });
  expect([names(files), files.stat('/home/usage.json'), files.stat('/home/usage.json.bak')]).toEqual(before);
});

test('a time in the future counts as when it was first met, until it is past', async () => {
  const files = filesWithHome();
  storeOn(files, { at: now + 5000 * day }).record('a', 'use');
  expect(storeOn(files, { at: now + day }).get('a')?.lastUsedAt).toBe(now + day);
  await storeOn(files, { at: now + 2 * day }).compact();
  await storeOn(files, { at: now + 5 * day }).compact();
  expect(storeOn(files, { at: now + 9 * day }).get('a')?.lastUsedAt).toBe(now + 2 * day);
  expect(storeOn(files, { at: now + 6000 * day }).get('a')?.lastUsedAt).toBe(now + 5000 * day);
});

test('a compaction by a clock that is behind changes no time and drops no day', async () => {
  const files = filesWithHome();
  storeOn(files).record('a', 'use');
  const before = storeOn(files).get('a');
  await storeOn(files, { at: now - 400 * day }).compact();
  expect(storeOn(files).get('a')).toEqual(before);
});

test('a skill that is in use is not idle because of a time in the future', async () => {
  const files = filesWithHome();
  storeOn(files, { at: now + 5000 * day }).record('a', 'use');
  await storeOn(files).compact();
  storeOn(files, { at: now + 20 * day }).record('a', 'use');
  const lastUsedAt = storeOn(files, { at: now + 21 * day }).get('a')?.lastUsedAt ?? 0;
  expect(lastUsedAt).toBeGreaterThan(now + 19 * day);
});

test('malformed lines are skipped, counted, and compacted away', async () => {
  const files = filesWithHome();
  const store = storeOn(files);
  store.record('a', 'use');
  files.append('/home/usage.journal', new TextEncoder().encode('{"id":"a","ki'));
  store.record('a', 'use');
  expect(store.get('a')?.useCount).toBe(2);
  expect(store.health()).toMatchObject({ malformedLines: 1, waitingLines: 2, faults: [] });
  expect(await store.compact()).toMatchObject({ ok: true, lines: { malformed: 1 } });
  expect(store.health()).toMatchObject({ malformedLines: 0, waitingLines: 0 });
});

test('a line that is still being written is folded when it is whole', async () => {
  const files = filesWithHome();
  const store = storeOn(files);
  files.append('/home/usage.journal', new TextEncoder().encode('\n{"id":"a","kind":"use",'));
  expect(await store.compact()).toMatchObject({ lines: { folded: 0, malformed: 0 } });
  files.append('/home/usage.journal', new TextEncoder().encode('"at":1}\n'));
  expect(store.get('a')?.useCount).toBe(1);
  expect(await store.compact()).toMatchObject({ lines: { folded: 1 } });
});

test('a line longer than any part that is read at once does not stop the reading', () => {
  const files = filesWithHome();
  files.append('/home/usage.journal', new Uint8Array(9 * 1024 * 1024));
  const store = storeOn(files);
  store.record('a', 'use');
  expect(store.get('a')?.useCount).toBe(1);
});

test('a large journal is set aside, read on for a day, and then removed', async () => {
  const files = filesWithHome();
  const at = (realAt: number) => storeOn(files, { realAt, rotateBytes: 1 });
  const aside = () => names(files)?.filter((name) => name.startsWith('usage.journal'));
  for (let events = 1; events <= 2; events += 1) {
    at(now).record('a', 'use');
    await at(now).compact();
  }
  expect(aside()).toEqual(['usage.journal.1', 'usage.journal.2']);
  // An appender that opened it before it was set aside.
  files.append('/home/usage.journal.1', new TextEncoder().encode('\n{"id":"a","kind":"use","at":1}\n'));
  expect(at(now).get('a')?.useCount).toBe(3);
  await at(now + day - 1).compact();
  expect(aside()).toEqual(['usage.journal.1', 'usage.journal.2']);
  files.append('/home/usage.journal.1', new TextEncoder().encode('\n{"id":"a","kind":"use","at":1}\n'));
  await at(now + day).compact();
  expect(aside()).toEqual(['usage.journal.2']);
  await at(now + 3 * day).compact();
  expect(aside()).toEqual([]);
  at(now).record('a', 'use');
  expect(at(now).get('a')?.useCount).toBe(5);
});

test('a journal that was removed by hand starts again', async () => {
  const files = filesWithHome();
  const store = storeOn(files);
  store.record('a', 'use');
  store.record('a', 'use');
  await store.compact();
  files.remove('/home/usage.journal');
  store.record('a', 'use');
  expect(store.get('a')?.useCount).toBe(3);
  expect(storeOn(files).get('a')?.useCount).toBe(3);
  await store.compact();
  expect(store.get('a')?.useCount).toBe(3);
});

test('the lock keeps two compactions apart', async () => {
  const files = filesWithHome();
  const store = storeOn(files);
  store.record('a', 'use');
  expect(tryLock(files, '/home/usage.json.lock').kind).toBe('locked');
  expect(await store.compact()).toMatchObject({ ok: false, error: { code: 'lock-busy' } });
  expect(names(files)).not.toContain('usage.json');
  expect(store.get('a')?.useCount).toBe(1);
});

test('counting never throws, whatever the files or the clock of the caller throw', async () => {
  const broken = () => {
    throw new Error('the port is broken');
  };
  const failure = { ok: false, error: { code: 'file-failed', message: 'the port is broken' } };
  const store = storeOn({ ...filesWithHome(), append: broken, makeFolder: broken });
  expect(store.record('home:a', 'use')).toMatchObject(failure);
  expect(store.put('home:a', { pinLevel: 'pin' })).toMatchObject(failure);
  expect(await store.compact()).toMatchObject(failure);
  const options = { path: '/home/usage.json', files: filesWithHome(), clock: { now: broken } };
  expect(new UsageStore(options).record('home:a', 'use')).toMatchObject(failure);
});
