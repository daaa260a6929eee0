import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture } from '../agents/sessions/reader.fixture.js';
import { memoryFiles } from '../system/disk/memory-disk.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import type { Files } from '../system/files.js';
import { openDatabase } from '../system/sqlite.js';
import { dayMs } from '../text/time.js';
import { type Machine, now, promptLine, withMachine } from './backfill.world.js';
import { addMessage, addSession, opencodeFixture } from './sources/opencode-database.fixture.js';

const one = '/u/.claude/projects/p/one.jsonl';
const two = '/u/.claude/projects/p/two.jsonl';

/** Files that record which of them were read since the last query. */
function watched(files: Files): Files & { reads(): readonly { path: string; bytes: number }[] } {
  let reads: { path: string; bytes: number }[] = [];
  return {
    ...files,
    read(path, range) {
      const content = files.read(path, range);
      reads.push({ path, bytes: content?.bytes.length ?? 0 });
      return content;
    },
    reads: () => {
      const since = reads;
      reads = [];
      return since;
    },
  };
}

async function prompts({ events }: Machine): Promise<readonly unknown[]> {
  const turns = (await events()).filter(({ kind }) => kind === 'turn');
  return turns.map(({ args }) => args).sort();
}

function bytesIn(reads: readonly { readonly bytes: number }[]): number {
  return reads.reduce((sum, { bytes }) => sum + bytes, 0);
}

test('the time of an event decides whether it is in the window, not the time of its file', async () => {
  await withMachine(async (machine) => {
    const from = now - 30 * dayMs;
    machine.put(one, promptLine('old', from - 1) + promptLine('new', from));
    expect(machine.files.stat(one)?.mtimeMs).toBeLessThan(now - 1_000 * dayMs);
    await machine.backfill({ from });
    expect(await prompts(machine)).toEqual(['new']);
  });
});

test('a longer window reads again what was left out, and a shorter one takes nothing away', async () => {
  await withMachine(async (machine) => {
    machine.put(one, promptLine('old', now - 40 * dayMs) + promptLine('new', now - 20 * dayMs));
    await machine.backfill({ from: now - 30 * dayMs });
    expect(await machine.backfill({ from: now - 29 * dayMs })).toMatchObject({ filesSkipped: 1 });
    expect(await machine.backfill({ from: now - 50 * dayMs })).toMatchObject({ eventsAdded: 1 });
    expect(await prompts(machine)).toEqual(['new', 'old']);
    expect(await machine.backfill({ from: now - 30 * dayMs })).toMatchObject({ filesSkipped: 1 });
  });
});

test('what was once read further back is so read on, since nobody would read it again', async () => {
  await withMachine(async (machine) => {
    machine.put(one, promptLine('first', now - 10 * dayMs));
    await machine.backfill({ from: now - 50 * dayMs });
    machine.files.append(one, new TextEncoder().encode(promptLine('copied', now - 40 * dayMs)));
    await machine.backfill({ from: now - 30 * dayMs });
    expect(await prompts(machine)).toEqual(['copied', 'first']);
  });
});

test('newest first, and no more files than asked for', async () => {
  await withMachine(async (machine) => {
    for (const name of ['a', 'b', 'c'])
      machine.put(`/u/.claude/projects/p/${name}.jsonl`, promptLine(name, now, name));
    const limited = await machine.backfill({ limit: 1 });
    expect(limited).toMatchObject({ files: 1, filesSkipped: 0, eventsAdded: 1 });
    expect(await prompts(machine)).toEqual(['c']);
    expect(await machine.backfill({ limit: 1 })).toMatchObject({ files: 2, filesSkipped: 1, eventsAdded: 1 });
    expect(await prompts(machine)).toEqual(['b', 'c']);
  });
});

test('what did not change is not opened, and what grew is read from where it was left', async () => {
  const files = watched(memoryFiles());
  await withMachine(async (machine) => {
    const long = promptLine('x'.repeat(300_000), now);
    machine.put(one, long);
    machine.put(two, promptLine('other', now, 's2'));
    await machine.backfill();
    expect(bytesIn(files.reads())).toBeGreaterThan(300_000);

    expect(await machine.backfill()).toMatchObject({
      files: 2,
      filesSkipped: 2,
      sessions: 0,
      eventsAdded: 0,
    });
    expect(files.reads()).toEqual([]);

    const added = promptLine('more', now);
    files.append(one, new TextEncoder().encode(added));
    expect(await machine.backfill()).toMatchObject({ filesSkipped: 1, eventsAdded: 1 });
    const reads = files.reads();
    expect(new Set(reads.map(({ path }) => path))).toEqual(new Set([one]));
    // Beside the new line only samples, to see that the rest is what it was.
    expect(bytesIn(reads)).toBeLessThan(added.length + 20_000);
  }, files);
});

test('the same bytes in another file are not read again', async () => {
  const files = watched(memoryFiles());
  await withMachine(async (machine) => {
    const content = promptLine('x'.repeat(300_000), now);
    machine.put(one, content);
    await machine.backfill();
    const before = files.stat(one)?.inode;
    machine.put(one, content);
    expect(files.stat(one)?.inode).not.toBe(before);
    files.reads();
    expect(await machine.backfill()).toMatchObject({ eventsAdded: 0 });
    expect(bytesIn(files.reads())).toBeLessThan(20_000);
    expect(await machine.backfill()).toMatchObject({ filesSkipped: 1 });
  }, files);
});

test.each([
  ['shorter', promptLine('b', now)],
  ['as long', promptLine('b', now) + promptLine('A'.repeat(50), now)],
  ['longer', promptLine('b', now) + promptLine('c'.repeat(100), now)],
])('a rewritten file that %s is read from the start', async (_, content) => {
  await withMachine(async (machine) => {
    machine.put(one, promptLine('a', now) + promptLine('a'.repeat(50), now));
    await machine.backfill();
    machine.put(one, content);
    await machine.backfill();
    expect(await prompts(machine)).toContain('b');
  });
});

test('a line that is still being written is recorded once it is whole, and once only', async () => {
  await withMachine(async (machine) => {
    const line = promptLine('slowly', now);
    const bytes = new TextEncoder().encode(promptLine('first', now) + line);
    machine.put(one, bytes.subarray(0, -20));
    expect(await machine.backfill()).toMatchObject({ eventsAdded: 1, linesSkipped: 0 });
    machine.files.append(one, bytes.subarray(-20, -1));
    expect(await machine.backfill()).toMatchObject({ eventsAdded: 1 });
    machine.files.append(one, bytes.subarray(-1));
    expect(await machine.backfill()).toMatchObject({ eventsAdded: 0, filesSkipped: 0 });
    expect(await prompts(machine)).toEqual(['first', 'slowly']);
  });
});

test('a session that is longer than what is held at once is stored in pieces, and is the same', async () => {
  await withMachine(async (machine) => {
    const line = (type: string, content: object) =>
      `${JSON.stringify({ type, sessionId: 's1', message: { content: [content] } })}\n`;
    const call = line('assistant', { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'make' } });
    const talk = line('assistant', { type: 'text', text: 'still at it' }).repeat(50_000);
    const result = line('user', { type: 'tool_result', tool_use_id: 't1', content: 'no', is_error: true });
    machine.put(one, call + talk + result);
    expect(await machine.backfill()).toMatchObject({ sessions: 1, eventsAdded: 1 });
    expect(await machine.events()).toMatchObject([{ tool: 'Bash', is_error: 1, result: 'no' }]);
  });
});

test('it counts by agent, and names a generic session by the agent it is of', async () => {
  await withMachine(async (machine) => {
    machine.put(one, promptLine('hello', now));
    machine.put('/u/.coppice/sessions/a.jsonl', fixture('generic/session.jsonl'));
    const { agents, ...totals } = await machine.backfill();
    expect(agents).toEqual({
      claude: { files: 1, filesSkipped: 0, filesFailed: 0, sessions: 1, eventsAdded: 1 },
      generic: { files: 1, filesSkipped: 0, filesFailed: 0, sessions: 1, eventsAdded: 10 },
    });
    expect(totals).toEqual({
      ...{ files: 2, filesSkipped: 0, filesFailed: 0, sessions: 2, eventsAdded: 11 },
      ...{ linesSkipped: 0, failures: [], warnings: [] },
    });
    const named = (await machine.events()).map(({ agent }) => agent);
    expect(new Set(named)).toEqual(new Set(['claude', 'my-agent']));
  });
});

test('progress is reported before each source and at the end', async () => {
  await withMachine(async (machine) => {
    machine.put(one, promptLine('hello', now));
    machine.put(two, promptLine('hello', now, 's2'));
    const told: string[] = [];
    await machine.backfill({ onProgress: (done, total) => told.push(`${done}/${total}`) });
    expect(told).toEqual(['0/2', '1/2', '2/2']);
  });
});

test('rows that are only in the write-ahead log of another program are read', async () => {
  await withMachine(async (machine) => {
    const path = join(machine.folder, 'opencode.db');
    const empty = await opencodeFixture();
    empty.exec(`VACUUM INTO '${path}'`);
    const theirs = await openDatabase(path);
    theirs.exec('PRAGMA journal_mode = WAL');
    const say = (session: string) => {
      addSession(theirs, session);
      addMessage(theirs, { session, after: 1 }, 'user', { type: 'text', text: `hello ${session}` });
    };
    const options = { agents: ['opencode'], environment: { OPENCODE_DB: path } } as const;
    say('one');
    expect(await machine.backfill(options)).toMatchObject({ failures: [], eventsAdded: 1 });
    expect(await machine.backfill(options)).toMatchObject({ filesSkipped: 1 });
    say('two');
    expect(await machine.backfill(options)).toMatchObject({ filesSkipped: 0, eventsAdded: 1 });
    theirs.close();
    expect(await prompts(machine)).toEqual(['hello one', 'hello two']);
  }, nodeFiles);
});

test('a database that was put in the place of another is read whole', async () => {
  await withMachine(async (machine) => {
    const path = join(machine.folder, 'opencode.db');
    const options = { agents: ['opencode'], environment: { OPENCODE_DB: path } } as const;
    for (const [session, after] of [
      ['late', 5_000],
      ['early', 1],
    ] as const) {
      const database = await opencodeFixture();
      addSession(database, session);
      addMessage(database, { session, after }, 'user', { type: 'text', text: session });
      database.exec(`VACUUM INTO '${path}.new'`);
      machine.files.remove(path);
      machine.files.rename(`${path}.new`, path);
      await machine.backfill(options);
    }
    expect(await prompts(machine)).toEqual(['early', 'late']);
  }, nodeFiles);
});
