import { expect, test } from 'vitest';

import type { Credit } from '../rules/event.js';
import type { SourceCursor } from './cursors.js';
import type { EvidenceStore } from './evidence-store.js';
import type { EvidenceNote } from './notes.js';
import { batch, day, event, idOf, now, openStore, start, withFolder } from './store.world.js';

const window = { from: start, to: now };

function withStore(work: (store: EvidenceStore) => void): Promise<void> {
  return withFolder(async (folder) => {
    const store = await openStore(folder);
    try {
      work(store);
    } finally {
      store.close();
    }
  });
}

function credit(name: string, facts: Partial<Credit> = {}): Credit {
  return { skill: { name }, reason: 'named', weight: 1, load: undefined, ...facts };
}

test('a repeated event is stored once, and the changed sessions are returned', () =>
  withStore((store) => {
    const events = [event(1), event(2, { session: 's2' })];
    expect(store.ingest(batch(events))).toEqual({ added: 2, sessions: ['s1', 's2'] });
    expect(store.ingest(batch(events))).toEqual({ added: 0, sessions: [] });
    expect(store.ingest(batch([event(1), event(3)], { source: '/fork.jsonl' }))).toEqual({
      added: 1,
      sessions: ['s1'],
    });
    expect(store.summary(window)).toMatchObject({ toolEvents: 3, sessions: 2 });
    expect(store.lastActivityAt()).toBe(start + 3_000);
  }));

test('a batch that fails leaves nothing of the others either', () =>
  withStore((store) => {
    const broken = event(2, { id: 'no id' });
    expect(() => store.ingestAll([batch([event(1)]), batch([broken])])).toThrow(/constraint failed/);
    expect(store.summary(window).toolEvents).toBe(0);
    expect(store.ingest(batch([event(1)])).added).toBe(1);
  }));

test('a patch for what is not there is ignored', () =>
  withStore((store) => {
    const ingested = store.ingest(batch([], { patches: [{ id: idOf(1), folder: '/pdf' }] }));
    expect(ingested).toEqual({ added: 0, sessions: [] });
    expect(store.mentions()).toEqual([]);
  }));

test('what a name means is decided late, and the same skill by several names is one', () =>
  withStore((store) => {
    const load = (number: number, skill: Credit['skill']) =>
      event(number, { kind: 'skill-load', credit: { ...credit(''), skill } });
    store.ingest(batch([load(1, { name: 'pdf' }), load(2, { name: 'Docs:pdf', folder: '~/pdf' })]));
    expect(store.skills(window).map(({ id, isResolved }) => [id, isResolved])).toEqual([
      ['Docs:pdf', false],
      ['pdf', false],
    ]);
    expect(store.mentions()).toEqual([
      { ref: 1, name: 'pdf', folder: '', skill: null },
      { ref: 2, name: 'Docs:pdf', folder: '~/pdf', skill: null },
    ]);
    store.resolve(store.mentions().map(({ ref }) => ({ ref, skill: 'home:pdf' })));
    expect(store.skills(window)).toMatchObject([{ id: 'home:pdf', isResolved: true, loads: 2 }]);
    expect(store.recent(window).map(({ skill }) => skill)).toEqual(['home:pdf', 'home:pdf']);
    expect(store.episodes(window, { skill: 'pdf' })).toEqual([]);
    expect(store.episodes(window, { skill: 'home:pdf' })).toHaveLength(1);
  }));

test('use is counted by agent and day, but not what our own server counts itself', () =>
  withStore((store) => {
    const pdf = { credit: credit('pdf') };
    store.ingest(
      batch([
        event(1, { ...pdf, kind: 'skill-load' }),
        event(2, { ...pdf, kind: 'skill-load', isError: true }),
        event(3, { ...pdf, kind: 'skill-load', tool: 'mcp__coppice__skill_view' }),
        event(4, { ...pdf, kind: 'reference-read', at: start + day }),
        event(5, { ...pdf, kind: 'skill-write', agent: 'hermes' }),
        event(6, { ...pdf, kind: 'skill-load', at: now - 60 * day }),
        event(7, { credit: credit('unknown'), kind: 'skill-load' }),
      ]),
    );
    expect(store.usageCounters()).toEqual([]);
    store.resolve([{ ref: 1, skill: 'home:pdf' }]);
    const [claude, hermes] = store.usageCounters(['home:pdf', 'home:web']);
    expect(claude).toEqual({
      agent: 'claude',
      skill: 'home:pdf',
      useCount: 2,
      viewCount: 1,
      patchCount: 0,
      lastUsedAt: start + 1_000,
      lastViewedAt: start + day,
      lastPatchedAt: 0,
      days: { '2026-01-10': 1, '2026-01-11': 1 },
    });
    expect(hermes).toMatchObject({ agent: 'hermes', useCount: 0, patchCount: 1 });
    expect(store.usageCounters(['home:web'])).toEqual([]);
  }));

test('a cursor is stored with what was read up to it', () =>
  withStore((store) => {
    const cursor: SourceCursor = {
      agent: 'claude',
      size: 10,
      mtimeMs: 1_768_000_000_000.25,
      device: 2 ** 60,
      inode: 7,
      offset: 5,
      headHash: 'a',
      tailHash: 'b',
      coveredFrom: 3,
      memory: '{"waiting":[]}',
    };
    expect(store.cursor('/one.jsonl')).toBeUndefined();
    store.ingest(batch([event(1)], { cursor }));
    expect(store.cursor('/one.jsonl')).toEqual(cursor);
    store.setCursor('/two.jsonl', { ...cursor, agent: 'codex', memory: null });
    store.setCursor('/one.jsonl', { ...cursor, offset: 10 });
    expect([...store.cursors()].map(([path, { offset }]) => [path, offset])).toEqual([
      ['/one.jsonl', 10],
      ['/two.jsonl', 5],
    ]);
    expect([...store.cursors('codex').keys()]).toEqual(['/two.jsonl']);
  }));

test('notes are found by their skill and by the events behind them', () =>
  withStore((store) => {
    const note = (id: string, skill: string, evidence: readonly string[]): EvidenceNote => ({
      id,
      skill,
      entry: 'e1',
      appliedAt: now,
      evidence,
      firstSeen: start,
      lastSeen: now,
      expiresAt: now + day,
      text: 'pass --frozen',
      state: 'applied',
    });
    const [one, two] = [note('n1', 'home:pdf', [idOf(1), idOf(2)]), note('n2', 'home:web', [idOf(2)])];
    store.putNotes([one, two]);
    store.putNotes([{ ...two, state: 'undone' }]);
    expect(store.notes()).toEqual([one, { ...two, state: 'undone' }]);
    expect(store.notes('home:pdf')).toEqual([one]);
    expect(store.notesFrom([idOf(1), idOf(9)])).toEqual([one]);
    store.ingest(batch([event(1), event(2)]));
    expect(store.previewPurge({ session: 's1' }).notes.map(({ id }) => id)).toEqual(['n1', 'n2']);
    store.clearNotes();
    expect(store.notes()).toEqual([]);
  }));

test('subagents and commands are counted by agent and name, without those that failed or were refused', () =>
  withFolder(async (folder) => {
    const store = await openStore(folder);
    const task = { tool: 'Task', item: 'reviewer' };
    store.ingest(
      batch([
        event(1, task),
        event(2, { ...task, at: start + 9_000 }),
        event(3, { ...task, isError: true }),
        event(4, { ...task, ended: 'refused' }),
        event(5, { ...task, agent: 'opencode' }),
        event(6, { kind: 'command', tool: undefined, item: 'ship', args: '/ship' }),
        event(7, { ...task, at: now }),
      ]),
    );
    expect(store.items({ from: start, to: now })).toEqual([
      { kind: 'agent', name: 'reviewer', agent: 'claude', uses: 2, lastUsedAt: start + 9_000 },
      { kind: 'agent', name: 'reviewer', agent: 'opencode', uses: 1, lastUsedAt: start + 5_000 },
      { kind: 'command', name: 'ship', agent: 'claude', uses: 1, lastUsedAt: start + 6_000 },
    ]);
    store.purge({ matching: 'SHIP' });
    expect(store.items({ from: start, to: now }).map(({ name }) => name)).toEqual(['reviewer', 'reviewer']);
    store.close();
  }));
