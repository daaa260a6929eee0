import { expect, test } from 'vitest';
import { memoryDisk } from '../system/disk/memory-disk.js';
import type { Files } from '../system/files.js';
import { tryLock } from '../system/lock/lock.js';
import { withChecksum } from '../text/checksum.js';
import { day, filesWithHome, names, now, storeOn, textOf, write } from './store.fixture.js';

/** A store that was compacted once, with three uses and a pin, and has a fourth use in its journal. */
async function usedStore(): Promise<Files> {
  const files = filesWithHome();
  const store = storeOn(files, { rotateBytes: 1 });
  store.put('a', { pinLevel: 'pin' });
  for (let events = 0; events < 3; events += 1) store.record('a', 'use');
  store.record('b', 'use');
  await store.compact();
  store.record('a', 'use');
  return files;
}

const time = '2026-01-31T00-00-00.000Z';
const usedRecord = { useCount: 4, pinned: true };
const damages: readonly (readonly [string, (sound: string) => string])[] = [
  ['cut off', (sound) => sound.slice(0, 40)],
  ['empty', () => ''],
  ['not JSON', () => '{"broken'],
  ['of another shape', () => '[]'],
  ['with a record of a wrong shape', (sound) => sound.replace('"pinLevel": "pin"', '"pinLevel": "yes"')],
];

test.for(damages)('a snapshot that is %s loses nothing and is moved aside', async ([, damage]) => {
  const files = await usedStore();
  const bad = damage(textOf(files, 'usage.json') ?? '');
  write(files, 'usage.json', bad);
  const store = storeOn(files);
  expect(store.get('a')).toMatchObject(usedRecord);
  expect(textOf(files, `usage.json.corrupt-${time}`)).toBe(bad);
  expect(store.health().setAside).toEqual([`/home/usage.json.corrupt-${time}`]);
  expect(store.get('a')).toMatchObject(usedRecord);
  expect(await store.compact()).toMatchObject({ ok: true });
  expect(storeOn(files).get('a')).toMatchObject(usedRecord);
  expect(textOf(files, 'usage.json')).toBe(textOf(files, 'usage.json.bak'));
});

test('compaction sets a damaged snapshot aside too, and never takes a name twice', async () => {
  const files = await usedStore();
  for (const name of ['', '-2', '-3']) {
    write(files, 'usage.json', 'damaged');
    expect(await storeOn(files).compact()).toMatchObject({ ok: true });
    expect(textOf(files, `usage.json.corrupt-${time}${name}`)).toBe('damaged');
  }
  expect(storeOn(files).get('a')).toMatchObject(usedRecord);
});

test('a damaged snapshot stays where it is while another holds the lock', async () => {
  const files = await usedStore();
  write(files, 'usage.json', 'damaged');
  const attempt = tryLock(files, '/home/usage.json.lock');
  expect(storeOn(files).get('a')).toMatchObject(usedRecord);
  expect(textOf(files, 'usage.json')).toBe('damaged');
  if (attempt.kind === 'locked') attempt.lock.release();
  expect(storeOn(files).get('a')).toMatchObject(usedRecord);
  expect(textOf(files, 'usage.json')).toBeUndefined();
});

test('a missing snapshot is replaced by its copy', async () => {
  const files = await usedStore();
  files.remove('/home/usage.json');
  expect(storeOn(files).get('a')).toMatchObject(usedRecord);
  await storeOn(files).compact();
  expect(storeOn(files).get('a')).toMatchObject(usedRecord);
});

test('with both damaged, the sound records of one of them are saved', async () => {
  for (const [snapshot, copy] of [
    ['salvageable', 'lost'],
    ['lost', 'salvageable'],
    ['salvageable', undefined],
    [undefined, 'salvageable'],
  ]) {
    const files = await usedStore();
    const salvageable = textOf(files, 'usage.json')?.replace('"b": {', '"b": {"state": 1,') ?? '';
    files.remove('/home/usage.json');
    files.remove('/home/usage.json.bak');
    if (snapshot !== undefined) write(files, 'usage.json', snapshot === 'lost' ? snapshot : salvageable);
    if (copy !== undefined) write(files, 'usage.json.bak', copy === 'lost' ? copy : salvageable);
    const bad = [snapshot, copy].filter((state) => state !== undefined).length;
    expect(storeOn(files).get('a')).toMatchObject(usedRecord);
    expect(storeOn(files).get('b')).toBeUndefined();
    expect(storeOn(files).health().setAside).toHaveLength(bad);
    await storeOn(files).compact();
    expect(storeOn(files).get('a')).toMatchObject(usedRecord);
  }
});

test('with both lost, the journal gives what it still has', async () => {
  const files = await usedStore();
  write(files, 'usage.json', 'lost');
  write(files, 'usage.json.bak', 'lost');
  expect(names(files)).toContain('usage.journal.1');
  expect(storeOn(files).get('a')).toMatchObject(usedRecord);
  expect(storeOn(files).health().setAside).toHaveLength(2);
  await storeOn(files).compact();
  expect(storeOn(files).get('a')).toMatchObject(usedRecord);
});

test('with both lost, the journal is read from the oldest generation that is left', async () => {
  const files = await usedStore();
  await storeOn(files, { rotateBytes: 1 }).compact();
  await storeOn(files, { realAt: now + day }).compact();
  expect(names(files)).toEqual(['usage.journal.2', 'usage.json', 'usage.json.bak']);
  files.remove('/home/usage.json');
  files.remove('/home/usage.json.bak');
  expect(storeOn(files).get('a')).toMatchObject({ useCount: 1, pinned: false });
  storeOn(files).record('a', 'use');
  await storeOn(files).compact();
  expect(storeOn(files).get('a')).toMatchObject({ useCount: 2 });
});

test('a file that cannot be read is reported, and not overwritten', async () => {
  const disk = memoryDisk();
  const files = filesWithHome(disk);
  storeOn(files).record('a', 'use');
  await storeOn(files).compact();
  disk.chmod('/home/usage.json', 0);
  const store = storeOn(files);
  expect(store.get('a')?.useCount).toBe(1);
  expect(store.health()).toMatchObject({ faults: [{ code: 'no-permission' }], setAside: [] });
  expect(store.health().faults, 'every time').toHaveLength(1);
  expect(await store.compact()).toMatchObject({ ok: false, error: { code: 'no-permission' } });
  disk.chmod('/home/usage.json', 0o600);
  expect(store.health().faults).toEqual([]);
});

test('what a newer version wrote is read as far as possible, and not compacted', async () => {
  const refusal = { ok: false, error: { code: 'newer-format' } };
  const files = await usedStore();
  const sound = (textOf(files, 'usage.json') ?? '').replace(/"checksum":"[^"]+",/, '');
  const newer = withChecksum(sound.replace('"version": 1', '"version": 2, "more": []'));
  write(files, 'usage.json', newer);
  expect(storeOn(files).get('a')).toMatchObject(usedRecord);
  expect(storeOn(files).health()).toMatchObject({ newer: true, setAside: [] });
  expect(await storeOn(files).compact()).toMatchObject(refusal);
  expect(textOf(files, 'usage.json')).toBe(newer);

  const other = await usedStore();
  other.append('/home/usage.journal', new TextEncoder().encode('\n{"version":2,"id":"a","kind":"wish"}\n'));
  const before = textOf(other, 'usage.json');
  expect(storeOn(other).get('a')).toMatchObject(usedRecord);
  expect(storeOn(other).health()).toMatchObject({ newer: true });
  expect(await storeOn(other).compact()).toMatchObject(refusal);
  expect(textOf(other, 'usage.json')).toBe(before);
});

/** The file with one bit flipped, for every bit. */
function* flips(sound: Uint8Array): Generator<Uint8Array> {
  for (let bit = 0; bit < sound.length * 8; bit += 1) {
    const damaged = sound.slice();
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield damaged;
  }
}

test.each(['usage.json', 'usage.json.bak'])(
  'one flipped bit of %s changes no record and damages no copy',
  async (name) => {
    const files = await usedStore();
    const paths = ['/home/usage.json', '/home/usage.json.bak'];
    const [sound = new Uint8Array()] = paths.map((path) => files.read(path)?.bytes);
    const expected = storeOn(files).all();
    let tried = 0;
    for (const damaged of flips(sound)) {
      const machine = filesWithHome();
      for (const { name: each } of files.list('/home') ?? [])
        machine.write(`/home/${each}`, files.read(`/home/${each}`)?.bytes ?? new Uint8Array());
      machine.write(`/home/${name}`, damaged);
      expect(storeOn(machine).all(), `bit ${tried}`).toEqual(expected);
      // Writing the journal into the snapshot also writes the copy.
      if (tried % 8 === 0) {
        expect(await storeOn(machine).compact()).toMatchObject({ ok: true });
        expect(storeOn(machine).all(), `bit ${tried}`).toEqual(expected);
        for (const path of paths) machine.write(path === `/home/${name}` ? path : '/home/unused', damaged);
        expect(storeOn(machine).all(), `bit ${tried}`).toEqual(expected);
      }
      tried += 1;
    }
    expect(tried).toBeGreaterThan(2000);
  },
);

test('a snapshot of 0.1.0, which has no checksum, is read, and gets one', async () => {
  const files = await usedStore();
  const withoutChecksum = (textOf(files, 'usage.json') ?? '').replace(/^\{"checksum":"[^"]+",/, '{');
  for (const name of ['usage.json', 'usage.json.bak']) write(files, name, withoutChecksum);
  const store = storeOn(files);
  expect(store.get('a')).toMatchObject(usedRecord);
  expect(store.health().setAside).toEqual([]);
  await store.compact();
  for (const name of ['usage.json', 'usage.json.bak']) expect(textOf(files, name)).toMatch(/^\{"checksum":"/);
  expect(storeOn(files).get('a')).toMatchObject(usedRecord);
});
