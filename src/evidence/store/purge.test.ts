import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { fixedClock } from '../../system/clock.js';
import { nodeFiles } from '../../system/disk/node-disk.js';
import { openDatabase } from '../../system/sqlite.js';
import type { SourceCursor } from './cursors.js';
import { EvidenceStore } from './evidence-store.js';
import { batch, day, event, idOf, now, openStore, start, withFolder } from './store.world.js';

const window = { from: 0, to: now };
const cursor: SourceCursor = {
  agent: 'claude',
  size: 1,
  mtimeMs: 1,
  device: 1,
  inode: 1,
  offset: 1,
  headHash: '',
  tailHash: '',
  coveredFrom: 0,
  memory: 'remembers the purple hedgehog',
};

/** In which of the files the text is, as bytes. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
}

test('what was purged is in none of the files any more', () =>
  withFolder(async (folder) => {
    const store = await openStore(folder);
    const secret = 'purple hedgehog';
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    store.ingest(
      batch(
        numbers.map((number) =>
          event(number, { isError: undefined, args: number % 3 === 0 ? `the ${secret} ${number}` : 'else' }),
        ),
        { cursor },
      ),
    );
    // The rows grow, and are moved about in the file.
    const outcome = {
      isError: true,
      durationMs: 1,
      ended: undefined,
      result: `${secret} failed`,
      cluster: `${secret} failed`,
    };
    for (const number of numbers.slice(0, 150)) {
      store.ingest(batch([], { patches: [{ id: idOf(number), outcome }] }));
    }
    expect(filesWith(folder, secret)).not.toEqual([]);
    expect(store.previewPurge({ matching: 'HEDGEHOG' }).events).toBe(200);
    expect(store.purge({ matching: 'HEDGEHOG' })).toMatchObject({ events: 200, isErased: true });
    expect(filesWith(folder, secret)).toEqual([]);
    expect(store.summary(window).toolEvents).toBe(100);
    expect(store.cursor('/one.jsonl'), 'it is read anew').toBeUndefined();
    store.close();
    expect(filesWith(folder, secret)).toEqual([]);
  }));

test('a purge reports if a reader keeps the old bytes', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'evidence.sqlite');
    const store = await EvidenceStore.open({
      path,
      files: nodeFiles,
      clock: fixedClock(now),
      busyTimeoutMs: 1,
    });
    store.ingest(batch([event(1), event(2, { session: 's2' })]));
    const reader = await openDatabase(path);
    reader.exec('BEGIN; SELECT count(*) FROM events;');
    const purged = store.purge({ session: 's1' });
    expect(purged).toMatchObject({ events: 1, sessions: 1, ids: [idOf(1)], isErased: false });
    expect(store.summary(window)).toMatchObject({ toolEvents: 1, sessions: 1 });
    reader.exec('COMMIT');
    reader.close();
    expect(store.purge({ session: 's2' }).isErased).toBe(true);
    store.close();
  }));

test('reading the transcript again does not bring back what was purged', () =>
  withFolder(async (folder) => {
    const store = await openStore(folder);
    const events = [event(1), event(2, { session: 's2' })];
    store.ingest(batch(events));
    store.purge({ session: 's1' });
    expect(store.ingest(batch([...events, event(3)])).added).toBe(1);
    expect(store.recent(window).map(({ id }) => id)).toEqual([idOf(3), idOf(2)]);
    store.close();
  }));

test('nor what was dropped because of its age, and the future is not forgotten beforehand', () =>
  withFolder(async (folder) => {
    const store = await openStore(folder);
    const events = [event(1, { at: start - day }), event(2)];
    store.ingest(batch(events, { cursor }));
    expect(store.dropBefore(start)).toBe(1);
    expect(store.cursor('/one.jsonl'), 'it need not be read anew').toEqual(cursor);
    expect(store.ingest(batch(events)).added).toBe(0);
    expect(store.purge({ before: now + 99 * day }).events).toBe(1);
    expect(store.ingest(batch([event(3, { at: now })])).added).toBe(1);
    store.close();
  }));

test('an event in two transcripts is purged with either of them', () =>
  withFolder(async (folder) => {
    const store = await openStore(folder);
    store.ingest(batch([event(1), event(2)]));
    store.ingest(batch([event(2), event(3)], { source: '/fork.jsonl' }));
    expect(store.purge({ source: '/fork.jsonl' }).ids.toSorted()).toEqual([idOf(2), idOf(3)]);
    store.close();
  }));

test('which events are known now, and which would be after a purge', () =>
  withFolder(async (folder) => {
    const store = await openStore(folder);
    store.ingest(batch([event(1), event(2, { session: 's2' })]));
    const ids = [idOf(1), idOf(2), idOf(3), 'no id'];
    expect(store.known(ids)).toEqual(new Set([idOf(1), idOf(2)]));
    expect(store.known(ids, { session: 's1' })).toEqual(new Set([idOf(2)]));
    expect(() => store.known(ids, {})).toThrow(expect.objectContaining({ code: 'bad-value' }));
    store.purge({ session: 's1' });
    expect(store.known(ids)).toEqual(new Set([idOf(2)]));
    store.close();
  }));

test('a purge that does not say what is refused', () =>
  withFolder(async (folder) => {
    const store = await openStore(folder);
    store.ingest(batch([event(1)]));
    expect(() => store.purge({})).toThrow(expect.objectContaining({ code: 'bad-value' }));
    expect(store.summary(window).toolEvents).toBe(1);
    store.close();
  }));
