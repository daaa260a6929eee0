import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { fixedClock } from '../../system/clock.js';
import { nodeFiles } from '../../system/disk/node-disk.js';
import { openDatabase } from '../../system/sqlite.js';
import { filesSetAside } from './database.js';
import { EvidenceStore } from './evidence-store.js';
import { batch, event, now, openStore, start, withFolder } from './store.world.js';

const window = { from: start, to: now };
const name = 'evidence.sqlite';
const aside = `${name}.corrupt-20260115T000000Z`;

test('nothing is made for those who only look', () =>
  withFolder(async (folder) => {
    const options = { path: join(folder, 'home', name), files: nodeFiles, clock: fixedClock(now) };
    expect(await EvidenceStore.openIfExists(options)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    (await EvidenceStore.open(options)).close();
    const store = await EvidenceStore.openIfExists(options);
    expect(store?.summary(window)).toMatchObject({ toolEvents: 0, sessions: 0 });
    expect(store?.lastActivityAt()).toBeUndefined();
    store?.close();
  }));

test('the files are for their owner only, and what was stored is there again', () =>
  withFolder(async (folder) => {
    const home = join(folder, 'home');
    const store = await openStore(home);
    store.ingest(batch([event(1)]));
    const modes = readdirSync(home).map((file) => [file, statSync(join(home, file)).mode & 0o777]);
    expect(modes).toEqual([name, `${name}-shm`, `${name}-wal`].map((file) => [file, 0o600]));
    expect(statSync(home).mode & 0o777).toBe(0o700);
    store.close();
    const again = await openStore(home);
    expect(again.summary(window).toolEvents).toBe(1);
    again.close();
  }));

test('a file that is not a database is moved aside unchanged, with its log, and recording continues', () =>
  withFolder(async (folder) => {
    writeFileSync(join(folder, name), 'not a database');
    writeFileSync(join(folder, `${name}-wal`), 'a log');
    const store = await openStore(folder);
    expect(store.setAside).toBe(join(folder, aside));
    store.ingest(batch([event(1)]));
    store.close();
    expect(readFileSync(join(folder, aside), 'utf8')).toBe('not a database');
    expect(readFileSync(join(folder, `${aside}-wal`), 'utf8')).toBe('a log');

    writeFileSync(join(folder, name), 'nor this');
    const second = await openStore(folder);
    expect(second.setAside).toBe(join(folder, `${aside}-2`));
    expect(second.summary(window).toolEvents).toBe(0);
    second.close();
    expect(readFileSync(join(folder, aside), 'utf8')).toBe('not a database');
    expect(readFileSync(join(folder, `${aside}-2`), 'utf8')).toBe('nor this');
  }));

test('an empty file is no evidence yet', () =>
  withFolder(async (folder) => {
    writeFileSync(join(folder, name), '');
    const store = await openStore(folder);
    expect(store.setAside).toBeUndefined();
    expect(store.ingest(batch([event(1)])).added).toBe(1);
    store.close();
    expect(readdirSync(folder).filter((file) => file.includes('corrupt'))).toEqual([]);
  }));

test('what was ever set aside is known by name', () =>
  withFolder(async (folder) => {
    const path = join(folder, name);
    expect(filesSetAside(nodeFiles, path)).toEqual([]);
    for (const ending of ['', '-wal']) writeFileSync(path + ending, 'no database');
    (await openStore(folder)).close();
    expect(filesSetAside(nodeFiles, path)).toEqual([aside, `${aside}-wal`]);
  }));

test('a damaged database is an error, and stays where it is', () =>
  withFolder(async (folder) => {
    const path = join(folder, name);
    const bytes = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5_000, 7)]);
    writeFileSync(path, bytes);
    await expect(openStore(folder)).rejects.toMatchObject({ code: 'evidence-damaged' });
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(path)).toEqual(bytes);
  }));

test("another program's database is an error, and is not changed", () =>
  withFolder(async (folder) => {
    const database = await openDatabase(join(folder, name));
    database.exec('CREATE TABLE theirs (a)');
    database.close();
    await expect(openStore(folder)).rejects.toMatchObject({ code: 'evidence-damaged' });
    const again = await openDatabase(join(folder, name));
    expect(again.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'theirs' }]);
    again.close();
  }));

test('a database of a newer version is left alone', () =>
  withFolder(async (folder) => {
    (await openStore(folder)).close();
    const database = await openDatabase(join(folder, name));
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expect(openStore(folder)).rejects.toMatchObject({ code: 'newer-format' });
  }));

test('a store that another process is writing to for too long is busy, and nothing is half stored', () =>
  withFolder(async (folder) => {
    const path = join(folder, name);
    const store = await EvidenceStore.open({
      path,
      files: nodeFiles,
      clock: fixedClock(now),
      busyTimeoutMs: 1,
    });
    const writer = await openDatabase(path);
    writer.exec('BEGIN IMMEDIATE');
    expect(() => store.ingest(batch([event(1)]))).toThrow(expect.objectContaining({ code: 'lock-busy' }));
    writer.exec('COMMIT');
    writer.close();
    expect(store.ingest(batch([event(1)])).added).toBe(1);
    store.close();
  }));
