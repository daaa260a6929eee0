import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../system/sqlite.js';
import { type EvidenceEvent, type ObservedFacts, precedents } from '../rules/event.js';
import type { EvidenceStore } from './evidence-store.js';
import { batch, day, event, idOf, now, openStore, start, withFolder } from './store.world.js';

const window = { from: start, to: now };

function withStore(work: (store: EvidenceStore, folder: string) => Promise<void> | void): Promise<void> {
  return withFolder(async (folder) => {
    const store = await openStore(folder);
    try {
      await work(store, folder);
    } finally {
      store.close();
    }
  });
}

function load(number: number, facts: Partial<EvidenceEvent> = {}): EvidenceEvent {
  const credit = { skill: { name: 'pdf' }, reason: 'named', weight: 1, load: idOf(number) } as const;
  return event(number, { kind: 'skill-load', tool: 'Skill', credit, ...facts });
}

function failing(number: number, command = 'frob', facts: Partial<EvidenceEvent> = {}): EvidenceEvent {
  const result = `Exit code 1\n${command}: no purple hedgehog`;
  return event(number, { args: JSON.stringify({ command }), isError: true, result, ...facts });
}

function told(text: string, number: number, facts: Partial<EvidenceEvent> = {}): EvidenceEvent {
  return event(number, { kind: 'turn', tool: undefined, args: text, ...facts });
}

function factsOf(session: string, facts: Partial<ObservedFacts>): ObservedFacts {
  return {
    ...{ agent: 'claude', session, at: start, isMain: true },
    ...{ platform: undefined, project: undefined, root: undefined, isHeadless: undefined },
    ...facts,
  };
}

/** `result failed corrections` of each, newest first. */
const shown = (store: EvidenceStore) =>
  store
    .episodes(window)
    .map(({ result, failures, corrections }) => `${result} ${failures.length} ${corrections.length}`);

test('episodes are derived when they are asked for, and again when their session changes', () =>
  withStore((store) => {
    store.ingest(batch([load(1)]));
    expect(shown(store)).toEqual(['unknown 0 0']);
    store.ingest(batch([failing(2), load(3, { session: 's2' })]));
    expect(shown(store)).toEqual(['unknown 0 0', 'failed 1 0']);
    store.ingest(batch([told("no, that's wrong", 4)]));
    expect(shown(store)).toEqual(['unknown 0 0', 'corrected 1 1']);
    store.ingest(batch([], { retracted: [idOf(2), idOf(4)] }));
    expect(shown(store)).toEqual(['unknown 0 0', 'unknown 0 0']);
  }));

test('only sessions that changed are derived', () =>
  withStore(async (store, folder) => {
    store.ingest(batch([load(1), failing(2), load(3, { session: 's2' })]));
    store.episodes(window);
    const database = await openDatabase(join(folder, 'evidence.sqlite'));
    database.exec(`UPDATE episodes SET result = 'clean'`);
    store.ingest(batch([failing(4, 'make', { session: 's2' })]));
    expect(shown(store)).toEqual(['failed 1 0', 'clean 1 0']);
    database.close();
  }));

test('after a change of the rules, all episodes are derived again', () =>
  withStore(async (store, folder) => {
    store.ingest(batch([load(1), failing(2)]));
    store.episodes(window);
    const database = await openDatabase(join(folder, 'evidence.sqlite'));
    database.exec(`UPDATE episodes SET result = 'clean'; UPDATE episode_rules SET version = 0`);
    expect(shown(store)).toEqual(['failed 1 0']);
    expect(database.prepare('SELECT count(*) AS count FROM episode_rules').get()).toEqual({ count: 1 });
    database.close();
  }));

test('what one process derived, another finds, and what one stores makes it stale for the other', () =>
  withStore(async (store, folder) => {
    const other = await openStore(folder);
    store.ingest(batch([load(1), failing(2)]));
    expect(shown(other)).toEqual(['failed 1 0']);
    expect(shown(store)).toEqual(['failed 1 0']);
    other.ingest(batch([told("no, that's wrong", 3)]));
    expect(shown(store)).toEqual(['corrected 1 1']);
    other.close();
  }));

test('a session, its forks and its subagents are one session', () =>
  withStore((store) => {
    const fork = { session: 'f1' };
    store.ingest(batch([load(1), load(2, fork), failing(3, 'make', fork)]));
    const roots = () => store.episodes(window).map(({ session }) => session);
    expect(roots()).toEqual(['f1', 's1']);
    store.ingest(batch([], { facts: [factsOf('f1', { root: 's1' }), factsOf('g1', { root: 'f1' })] }));
    expect(roots()).toEqual(['s1', 's1']);
    store.ingest(batch([load(4, { session: 'g1' }), failing(5, 'make', { session: 'g1' })]));
    expect(roots()).toEqual(['s1', 's1', 's1']);
    expect(store.failures(window)).toMatchObject([{ failures: 2, sessions: 1 }]);
  }));

test('sessions that name each other as their root are one session too', () =>
  withStore((store) => {
    const facts = [factsOf('s1', { root: 's2' }), factsOf('s2', { root: 's1' })];
    store.ingest(batch([load(1), load(2, { session: 's2' })], { facts }));
    expect(store.episodes(window).map(({ session }) => session)).toEqual(['s1', 's1']);
  }));

test('the facts of a session are in its episodes, and the first report of each counts', () =>
  withStore((store) => {
    const later = factsOf('s1', { at: start + 5, platform: 'darwin', project: 'bb', isHeadless: false });
    const first = factsOf('s1', { platform: 'linux', isHeadless: true });
    const helper = factsOf('s1', { at: start - 5, isMain: false, project: 'cc' });
    store.ingest(batch([load(1), told("no, that's wrong", 2)], { facts: [later, first, helper] }));
    const facts = { platform: 'linux', project: 'bb', corrections: [] };
    expect(store.episodes(window)).toMatchObject([facts]);
    store.ingest(batch([], { facts: [later] }));
    expect(store.episodes(window)).toMatchObject([facts]);
  }));

test('every new column is stored and read again', () =>
  withStore((store) => {
    const given = precedents.map((follows, index) =>
      event(10 + index, { kind: 'turn', tool: undefined, args: 'yes', follows }),
    );
    const command = { args: '{"command":"rm -r dist"}', isError: false };
    const ended = event(20, { ...command, ended: 'refused', model: 'opus-5', tokens: 7 });
    store.ingest(batch([load(1, { model: 'opus-5', tokens: 3 }), ...given, ended]));
    expect(store.episodes(window)).toMatchObject([
      { model: 'opus-5', tokens: 10, counts: { refused: 1 }, result: 'abandoned' },
    ]);
    expect(store.models(window)).toMatchObject([{ model: 'opus-5', tokens: 10 }]);
  }));

/** In which of the files the text is, as bytes. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
}

test.for([{ matching: 'HEDGEHOG' }, { session: 's1' }, { skill: 'pdf' }, { before: start + day }])(
  'a purge of %j removes what episodes quote, down to the bytes',
  (selection) =>
    withStore((store, folder) => {
      const words = "no, that's wrong, use the purple hedgehog";
      const pdf = load(1).credit;
      const credited = pdf && { ...pdf, reason: 'active-span' as const };
      const corrects = told(words, 3, { credit: credited, isCorrection: true });
      store.ingest(
        batch([load(1), failing(2, 'frob', { credit: credited }), corrects, load(4, { session: 's2' })]),
      );
      expect(store.corrections(window)).toMatchObject([{ text: words }]);
      expect(filesWith(folder, 'purple hedgehog')).not.toEqual([]);
      expect(store.purge(selection).isErased).toBe(true);
      expect(filesWith(folder, 'purple hedgehog')).toEqual([]);
      expect(store.corrections(window)).toEqual([]);
      expect(store.failures(window)).toEqual([]);
      expect(filesWith(folder, 'purple hedgehog')).toEqual([]);
    }),
);

test('the retention period removes episodes too', () =>
  withStore((store, folder) => {
    store.ingest(batch([load(1), failing(2)]));
    expect(store.episodes(window)).toHaveLength(1);
    expect(store.dropBefore(start + day)).toBe(2);
    expect(store.episodes({ from: 0, to: now })).toEqual([]);
    store.purge({ matching: 'anything' });
    expect(filesWith(folder, 'purple hedgehog')).toEqual([]);
  }));

test('a purge of a fork removes what the episode of its root quotes', () =>
  withStore((store, folder) => {
    const credit = { ...load(1).credit, reason: 'active-span' as const };
    const inFork = failing(2, 'frob', { session: 'f1', credit: credit as EvidenceEvent['credit'] });
    store.ingest(batch([load(1), inFork], { facts: [factsOf('f1', { root: 's1' })] }));
    expect(shown(store)).toEqual(['failed 1 0']);
    store.purge({ session: 'f1' });
    expect(filesWith(folder, 'purple hedgehog')).toEqual([]);
    expect(shown(store)).toEqual(['unknown 0 0']);
  }));

test('facts alone do not bring a purged session back', () =>
  withStore(async (store, folder) => {
    const facts = [factsOf('session-of-ann', { platform: 'linux' })];
    const events = [load(1, { session: 'session-of-ann' })];
    store.ingest(batch(events, { facts }));
    store.purge({ session: 'session-of-ann' });
    store.ingest(batch(events, { facts }));
    expect(filesWith(folder, 'session-of-ann')).toEqual([]);
  }));

test('a day has the sessions that began, the loads, and how the episodes ended', () =>
  withStore((store) => {
    const later = { at: start + day, session: 's2' };
    store.ingest(
      batch([
        load(1),
        failing(2),
        event(3, { args: JSON.stringify({ command: 'frob' }), result: 'fine' }),
        load(4, { session: 's3' }),
        failing(5, 'frob', { session: 's3' }),
        load(6, later),
      ]),
    );
    expect(store.activity({ from: start, to: start + 3 * day })).toEqual([
      { day: '2026-01-10', sessions: 2, loads: 2, recovered: 1, failed: 1 },
      { day: '2026-01-11', sessions: 1, loads: 1, recovered: 0, failed: 0 },
      { day: '2026-01-12', sessions: 0, loads: 0, recovered: 0, failed: 0 },
    ]);
  }));
