import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOn } from '../system/disk/disk-files.js';
import { memoryDisk } from '../system/disk/memory-disk.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import type { Files } from '../system/files.js';
import { openDatabase } from '../system/sqlite.js';
import { dayMs } from '../text/time.js';
import { type Machine, now, promptLine, putInto, withMachine } from './backfill.world.js';
import type { BackfillReport } from './backfill-tally.js';
import { opencodeFixture } from './sources/opencode-database.fixture.js';

const good = '/u/.claude/projects/p/good.jsonl';
const bad = '/u/.claude/projects/p/bad.jsonl';
const mebibyte = 1024 * 1024;

/** There is always a good session beside the bad input, which must be read. */
async function report(files: Files, options?: Parameters<Machine['backfill']>[0]): Promise<BackfillReport> {
  return await withMachine(async (machine) => {
    machine.put(good, promptLine('good', now, 'good'));
    const read = await machine.backfill(options);
    expect((await machine.events()).map(({ args }) => args)).toContain('good');
    return read;
  }, files);
}

function filesWith(path: string, content: string | Uint8Array): Files {
  const files = filesOn(memoryDisk());
  putInto(files, path, content);
  return files;
}

const line = promptLine('bad', now, 'bad');

test.each<[string, string | Uint8Array, string]>([
  [
    'binary',
    Uint8Array.from({ length: 5_000 }, (_, index) => (index % 3 === 0 ? 0 : index)),
    'it is not text',
  ],
  ['UTF-16', Buffer.from(`\ufeff${line}`, 'utf16le'), 'it is not text'],
  ['prose', 'Dear diary,\ntoday.\n', 'none of its lines can be read'],
  ['other JSON', '[1]\n"two"\n', 'none of its lines can be read'],
])('a file of %s is named, with the reason', async (_, content, reason) => {
  const { failures, filesFailed, agents } = await report(filesWith(bad, content));
  expect(failures).toEqual([{ path: bad, reason }]);
  expect({ filesFailed, claude: agents['claude']?.filesFailed }).toEqual({ filesFailed: 1, claude: 1 });
});

test.each<[string, string | Uint8Array, number]>([
  ['nothing', '', 0],
  ['blank lines', '\n \r\n\t\n', 0],
  ['a line of NULs', `${line}${'\0'.repeat(3)}\n`, 1],
  ['a torn line in the middle', `${line.slice(0, 40)}\n${line}`, 1],
  ['bytes that are not UTF-8', Buffer.concat([Buffer.from(line), Buffer.from([0xff, 0xc0, 0x0a])]), 1],
  ['a line that is not ended', line.trimEnd().slice(0, -1), 0],
])('a file with %s is no failure', async (_, content, linesSkipped) => {
  const read = await report(filesWith(bad, content));
  expect(read).toMatchObject({ files: 2, filesFailed: 0, failures: [], warnings: [], linesSkipped });
});

test.each([
  ['a session', '/u/.claude/projects/p/bad.jsonl', bad],
  ['a generic session', '/u/.coppice/sessions/bad.jsonl', '/u/.coppice/sessions/bad.jsonl'],
  ['a session that is one document', '/u/.gemini/tmp/p/chats/bad.json', '/u/.gemini/tmp/p/chats/bad.json'],
  [
    'a compressed session',
    '/u/.codex/sessions/rollout-1.jsonl.zst',
    '/u/.codex/sessions/rollout-1.jsonl.zst',
  ],
  ['a database', '/u/.hermes/state.db', '/u/.hermes/state.db'],
  ['a folder', '/u/.claude/projects/q/bad.jsonl', '/u/.claude/projects/q'],
])('%s that may not be read is named, with the reason', async (_, path, named) => {
  const disk = memoryDisk();
  const files = filesOn(disk);
  putInto(files, path, line);
  disk.chmod(named, 0);
  const { failures } = await report(files);
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatchObject({ path: named });
  expect(failures[0]?.reason).toMatch(/access was refused|no permission to read it/);
});

test('a file that grew and may no longer be read is named', async () => {
  const disk = memoryDisk();
  const files = filesOn(disk);
  await withMachine(async (machine) => {
    machine.put(good, line);
    await machine.backfill();
    files.append(good, new TextEncoder().encode(line));
    disk.chmod(good, 0);
    expect((await machine.backfill()).failures).toMatchObject([{ path: good }]);
  }, files);
});

test('links that lead in circles are not followed, and named where nothing else can be said', async () => {
  const disk = memoryDisk();
  const files = filesOn(disk);
  files.makeFolder('/u/.claude/projects/p');
  files.makeFolder('/u/.codex');
  disk.symlink('/u/.claude/projects', '/u/.claude/projects/p/loop');
  disk.symlink('/u/.claude/projects/p/self.jsonl', '/u/.claude/projects/p/self.jsonl');
  disk.symlink('/u/.codex/sessions', '/u/.codex/sessions');
  const { files: count, failures } = await report(files);
  expect(count).toBe(1);
  expect(failures).toMatchObject([{ path: '/u/.codex/sessions' }]);
});

/** What is read of the bad file, piece by piece. */
function pieces(piece: (offset: number, maxBytes: number) => Uint8Array | undefined): Files {
  const files = filesWith(bad, line);
  return {
    ...files,
    read(path, range) {
      if (path !== bad) return files.read(path, range);
      const bytes = piece(range?.offset ?? 0, range?.maxBytes ?? 0);
      const stat = files.stat(bad);
      return bytes && stat && { bytes, stat };
    },
  };
}

test('a file that vanishes before or while it is read is named, and what was read of it is kept', async () => {
  expect((await report(pieces(() => undefined))).failures).toEqual([
    { path: bad, reason: 'it vanished while it was read' },
  ]);
  const start = new Uint8Array(mebibyte).fill(0x20);
  start.set(new TextEncoder().encode(line));
  const halfway = await report(pieces((offset) => (offset === 0 ? start : undefined)));
  expect(halfway).toMatchObject({ failures: [{ path: bad }], eventsAdded: 2 });
});

test('a line of a gibibyte is passed over, and never held', async () => {
  let peakBytes = 0;
  const before = process.memoryUsage().arrayBuffers;
  const files = pieces((offset, maxBytes) => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers - before);
    if (offset < 1024 * mebibyte) return new Uint8Array(maxBytes).fill(0x61);
    return new TextEncoder().encode(`\n${line}`);
  });
  expect(await report(files)).toMatchObject({ failures: [], linesSkipped: 1, eventsAdded: 2 });
  expect(peakBytes).toBeLessThan(512 * mebibyte);
});

test('a document that cannot be held is named, and no more of it read than shows that', async () => {
  const path = '/u/.gemini/tmp/p/chats/large.json';
  const files = filesWith(path, '{}');
  const asked: number[] = [];
  const { failures } = await report({
    ...files,
    read(name, range) {
      const content = files.read(name, range);
      if (name !== path || content === undefined) return content;
      asked.push(range?.maxBytes ?? Number.POSITIVE_INFINITY);
      return { ...content, bytes: new Uint8Array(range?.maxBytes ?? 0) };
    },
  });
  expect(failures).toEqual([{ path, reason: 'it is larger than 64 MiB' }]);
  expect(asked).toEqual([64 * mebibyte + 1]);
});

test('events of tomorrow are a warning after a day, as clocks differ', async () => {
  const soon = filesWith(bad, promptLine('soon', now + dayMs, 'bad'));
  expect(await report(soon)).toMatchObject({ warnings: [], eventsAdded: 2 });
  const later = filesWith(bad, promptLine('later', now + dayMs + 1, 'bad'));
  expect(await report(later)).toMatchObject({
    warnings: [{ path: bad, reason: '1 event dated in the future' }],
    failures: [],
  });
});

test.each<[string, (path: string) => Promise<() => void>, string]>([
  [
    'that is locked',
    async (path) => {
      const empty = await opencodeFixture();
      empty.exec(`VACUUM INTO '${path}'`);
      const theirs = await openDatabase(path);
      theirs.exec('BEGIN EXCLUSIVE');
      return () => theirs.close();
    },
    'another program has locked it; it is read the next time',
  ],
  [
    'that is none',
    async (path) => {
      putInto(nodeFiles, path, 'This is text, and long enough for a header. '.repeat(9));
      return () => undefined;
    },
    'it is not a database',
  ],
  [
    'of another program',
    async (path) => {
      const theirs = await openDatabase(path);
      theirs.exec('CREATE TABLE things (id)');
      return () => theirs.close();
    },
    'it is not a database of this agent, or its version is not supported',
  ],
])('a database %s is named, with the reason', async (_, make, reason) => {
  await withMachine(async (machine) => {
    const path = join(machine.folder, 'opencode.db');
    const done = await make(path);
    putInto(
      nodeFiles,
      join(machine.folder, 'sessions/a.jsonl'),
      '{"type":"prompt","session":"s","text":"good"}\n',
    );
    const read = await machine.backfill({
      agents: ['opencode', 'generic'],
      home: machine.folder,
      environment: { OPENCODE_DB: path },
    });
    done();
    expect(read.failures).toEqual([{ path, reason }]);
    expect(read.eventsAdded).toBe(1);
  }, nodeFiles);
});
