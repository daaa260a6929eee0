import { expect, test } from 'vitest';
import type { EpisodeFilter } from '../rules/episodes/episode-list.js';
import type { EvidenceEvent } from '../rules/event.js';
import type { EvidenceStore } from './evidence-store.js';
import { batch, event, idOf, now, openStore, start, withFolder } from './store.world.js';

const window = { from: start, to: now };

async function withStore(
  events: readonly EvidenceEvent[],
  work: (store: EvidenceStore) => void,
): Promise<void> {
  await withFolder(async (folder) => {
    const store = await openStore(folder);
    try {
      store.ingest(batch(events));
      work(store);
    } finally {
      store.close();
    }
  });
}

/** A session of its own for each load. */
function load(number: number, skill: string, facts: Partial<EvidenceEvent> = {}): EvidenceEvent {
  const credit = { skill: { name: skill }, reason: 'named', weight: 1, load: idOf(number) } as const;
  return event(number, { kind: 'skill-load', tool: 'Skill', session: `s${number}`, credit, ...facts });
}

function failing(number: number, of: number): EvidenceEvent {
  const args = JSON.stringify({ command: 'frob' });
  return event(number, {
    args,
    session: `s${of}`,
    isError: true,
    result: 'Exit code 1\nfrob: no purple hedgehog',
  });
}

const numbers = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => Number.parseInt(id, 16));

test('pages go through all episodes, newest first, also where several began at once', async () => {
  const loads = Array.from({ length: 25 }, (_, index) =>
    load(index + 1, 'pdf', { at: start + (index >> 2) }),
  );
  await withStore(loads, (store) => {
    const seen: number[] = [];
    let before: { startedAt: number; id: string } | undefined;
    for (;;) {
      const page = store.listEpisodes({ window, before, limit: 4 });
      if (page.length === 0) break;
      seen.push(...numbers(page));
      before = page.at(-1);
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
  });
});

test('a row has the first failure and the first correction, as they are stored', async () => {
  const events = [
    load(1, 'pdf'),
    failing(2, 1),
    event(3, { kind: 'turn', tool: undefined, session: 's1', args: 'no, that is wrong' }),
    load(4, 'web'),
  ];
  await withStore(events, (store) => {
    const [second, first] = store.listEpisodes({ window, limit: 9 });
    expect(first).toMatchObject({
      skill: 'pdf',
      agent: 'claude',
      result: 'corrected',
      failed: 1,
      corrected: 1,
      failure: { command: 'frob', error: 'frob: no purple hedgehog' },
      correction: 'no, that is wrong',
    });
    expect(second).toMatchObject({ skill: 'web', failure: null, correction: null });
  });
});

test.each<[string, EpisodeFilter, readonly number[]]>([
  ['nothing', {}, [4, 3, 2, 1]],
  ['a skill', { skill: 'pdf' }, [2, 1]],
  ['a part of its name, in any case', { find: 'DF-' }, [4]],
  ['an agent', { agent: 'codex' }, [3]],
  ['a model', { model: 'opus' }, [2]],
  ['no model', { model: null }, [4, 3, 1]],
  ['a result', { result: 'failed' }, [1]],
  ['a word that is nowhere', { agent: 'nobody' }, []],
  ['two facts', { skill: 'pdf', model: 'opus' }, [2]],
  ['a pattern, which is only text', { find: '%' }, []],
])('the list is filtered by %s', async (_, filter, expected) => {
  const events = [
    load(1, 'pdf'),
    load(2, 'pdf', { model: 'opus' }),
    load(3, 'web', { agent: 'codex' }),
    load(4, 'pdf-forms'),
    failing(5, 1),
  ];
  await withStore(events, (store) => {
    const rows = store.listEpisodes({ ...filter, window, limit: 9 });
    expect(numbers(rows)).toEqual(expected);
    const { skill, find } = filter;
    const counted = store.countEpisodes(window, { skill, find });
    if (Object.keys(filter).every((name) => name === 'skill' || name === 'find'))
      expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length);
  });
});

test('an episode is read with its steps, and with the others of its session', async () => {
  const events = [load(1, 'pdf'), failing(2, 1), load(3, 'web', { session: 's1' }), load(4, 'pdf')];
  await withStore(events, (store) => {
    const found = store.story(idOf(1), 9);
    expect(found?.steps.map(({ kind }) => kind)).toEqual(['load', 'call']);
    expect(numbers(found?.beside ?? [])).toEqual([3, 1]);
    expect(store.story(idOf(9), 9)).toBeUndefined();
    expect(store.episodesFrom(idOf(3))).toEqual([idOf(3)]);
    expect(store.episodesFrom('00000')).toEqual([idOf(1), idOf(3)]);
    expect(store.episodesFrom('1')).toEqual([]);
  });
});
