import { expect, test } from 'vitest';
import { fixture } from '../agents/sessions/reader.fixture.js';
import { memoryFiles } from '../system/disk/memory-disk.js';
import type { Files } from '../system/files.js';
import { type Machine, now, promptLine, putInto, withMachine } from './backfill.world.js';

const large = '/u/.claude/projects/p/large.jsonl';
const others = {
  '/u/.claude/projects/p/tools.jsonl': 'claude/agent-7f3a.jsonl',
  '/u/.coppice/sessions/one.jsonl': 'generic/session.jsonl',
  '/u/.gemini/tmp/p/chats/one.json': 'gemini/session.json',
};
const lines = Array.from({ length: 40 }, (_, number) =>
  promptLine(`message ${number}`, now - 40_000 + number),
);
const batchEvents = 4;

function putSessions(files: Files): void {
  for (const [path, name] of Object.entries(others)) putInto(files, path, fixture(name));
  putInto(files, large, lines.join(''));
}

class Killed extends Error {}

/** Kills the backfill just before or just after its n-th transaction; whatever it had in memory is lost. */
async function backfillKilled(machine: Machine, kill: { readonly batch: number; readonly after: boolean }) {
  const ingestAll = machine.store.ingestAll.bind(machine.store);
  let batches = 0;
  machine.store.ingestAll = (given) => {
    batches += 1;
    if (batches === kill.batch && !kill.after) throw new Killed();
    const ingested = ingestAll(given);
    if (batches === kill.batch) throw new Killed();
    return ingested;
  };
  try {
    await machine.backfill({ batchEvents });
    return 'finished';
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return 'killed';
  } finally {
    machine.store.ingestAll = ingestAll;
  }
}

test.each([
  ['before', false],
  ['after', true],
])(
  'a backfill that is killed %s any of its transactions counts nothing twice and loses nothing',
  async (_, after) => {
    const expected = await withMachine(async (machine) => {
      putSessions(machine.files);
      await machine.backfill();
      return await machine.events();
    });
    for (let batch = 1; batch < 100; batch += 1) {
      const outcome = await withMachine(async (machine) => {
        putSessions(machine.files);
        const ended = await backfillKilled(machine, { batch, after });
        const stored = (await machine.events()).length;
        const { eventsAdded } = await machine.backfill({ batchEvents });
        expect(await machine.events(), `batch ${batch}`).toEqual(expected);
        if (ended === 'killed') expect(eventsAdded, `batch ${batch}`).toBe(expected.length - stored);
        return ended;
      });
      if (outcome === 'finished') {
        expect(batch).toBeGreaterThan(10);
        break;
      }
    }
  },
);

test('a backfill that is killed again and again still comes to an end', async () => {
  await withMachine(async (machine) => {
    putInto(machine.files, large, lines.join(''));
    // Each run stores one transaction and is killed after it.
    for (let run = 1; run <= lines.length / batchEvents; run += 1) {
      expect(await backfillKilled(machine, { batch: 1, after: true })).toBe('killed');
      expect(await machine.events()).toHaveLength(run * batchEvents);
    }
  });
});

test('inside a large transcript the next backfill reads on after the last batch', async () => {
  const files = memoryFiles();
  const offsets: number[] = [];
  const watched: Files = {
    ...files,
    read: (path, range) => {
      if (path === large && range !== undefined) offsets.push(range.offset ?? 0);
      return files.read(path, range);
    },
  };
  await withMachine(async (machine) => {
    putInto(files, large, lines.join(''));
    expect(await backfillKilled(machine, { batch: 5, after: true })).toBe('killed');
    const stored = (await machine.events()).length;
    expect(stored).toBe(5 * batchEvents);
    offsets.length = 0;
    await machine.backfill({ batchEvents });
    expect(offsets).toContain(lines.slice(0, stored).join('').length);
    expect(await machine.events()).toHaveLength(lines.length);
  }, watched);
});

test('a transcript that was rewritten after the kill is read from its start', async () => {
  await withMachine(async (machine) => {
    putInto(machine.files, large, lines.join(''));
    await backfillKilled(machine, { batch: 3, after: true });
    putInto(machine.files, large, lines.toReversed().join(''));
    await machine.backfill({ batchEvents });
    expect(await machine.events()).toHaveLength(lines.length);
  });
});
