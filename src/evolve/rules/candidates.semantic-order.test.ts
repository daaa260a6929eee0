import { expect, test } from 'vitest';
import { type EvidenceRow, noEpisodes } from '../../evidence/rules/evidence.js';
import { CoppiceError } from '../../text/errors.js';
import { type EligibleSkill, type Models, type OrderRequest, orderCandidates } from './candidates.js';
import { errorRow } from './note/note.fixture.js';

const none = { isResolved: true, loads: 0, corrections: 0, lastUsedAt: 0, agents: [], episodes: noEpisodes };
const eligible: readonly EligibleSkill[] = [
  { id: 'home:a', events: 9, errors: 1, ...none },
  { id: 'home:b', events: 5, errors: 0, ...none },
  { id: 'home:c', events: 2, errors: 2, ...none },
].map((evidence) => ({ evidence, savings: { fixable: evidence.errors, corrections: 0, unsolved: 0 } }));
const texts = eligible.map(({ evidence: { id } }) => ({ id, text: `text of ${id}` }));

/** An embedder to which a text that holds the word is near, and one that does not is far. */
const nearTo = (word: string, seen: string[][] = []) => ({
  name: 'embedder',
  embed: async (asked: readonly string[]) => {
    seen.push([...asked]);
    return asked.map((text) =>
      Float32Array.of(1, text.startsWith('text of') && !text.includes(word) ? 5 : 0),
    );
  },
});
const scoring = (scores: readonly number[], seen: [string, readonly string[]][] = []) => ({
  name: 'reranker',
  score: async (query: string, asked: readonly string[]) => {
    seen.push([query, asked]);
    return scores;
  },
});

function models(changes: Partial<Models> = {}): Models {
  return {
    embedder: async () => nearTo('home:c'),
    reranker: async () => scoring([1, 2, 3]),
    textLimit: 512,
    ...changes,
  };
}

async function order(request: Partial<OrderRequest>, given: Models, rows: readonly EvidenceRow[] = []) {
  const { candidates, selection } = await orderCandidates(
    eligible,
    { semantic: false, rerank: false, ...request },
    given,
    texts,
    rows,
  );
  return {
    ids: candidates.map(({ evidence }) => evidence.id.replace('home:', '')).join(''),
    candidates,
    selection,
  };
}

test('no model is asked unless one is wanted', async () => {
  const refuse = () => Promise.reject(new Error('asked'));
  const { ids, selection } = await order({}, models({ embedder: refuse, reranker: refuse }));
  expect(ids).toBe('abc');
  expect(selection).toEqual({
    mode: 'deterministic-evidence',
    eligible: 3,
    models: { embedding: null, reranker: null },
  });
});

test('an embedding reorders the eligible ones, and equals keep their order', async () => {
  const { ids, candidates, selection } = await order({ semantic: true }, models());
  expect(ids).toBe('cab');
  expect(selection).toEqual({
    mode: 'semantic',
    eligible: 3,
    models: { embedding: 'embedder', reranker: null },
  });
  expect(candidates[0]?.selection).toEqual({
    source: 'semantic',
    score: 1,
    reasons: ['fixable=2', 'corrections=0', 'unsolved=0', 'cosine=1.000000'],
  });
});

test('a reranker has the last word, and implies the embedding', async () => {
  const seen: [string, readonly string[]][] = [];
  const { ids, candidates, selection } = await order(
    { rerank: true },
    models({ reranker: async () => scoring([1, 10, 2], seen) }),
  );
  expect(seen[0]?.[1]).toEqual(['text of home:c', 'text of home:a', 'text of home:b']);
  expect(ids).toBe('abc');
  expect(candidates[0]?.selection).toMatchObject({ source: 'semantic-reranked', score: 10 });
  expect(selection).toEqual({
    mode: 'semantic-reranked',
    eligible: 3,
    models: { embedding: 'embedder', reranker: 'reranker' },
  });
});

const outOfMemory = new CoppiceError('model-failed', 'out of memory');

const failures: Readonly<Record<string, Models['embedder']>> = {
  'is missing': () => Promise.reject(new CoppiceError('model-missing', 'no such model')),
  'has no package': () => Promise.reject(new CoppiceError('package-missing', 'not installed')),
  'is configured wrongly': () => Promise.reject(new CoppiceError('bad-value', 'search.model cannot be x')),
  fails: async () => ({ name: 'x', embed: () => Promise.reject(outOfMemory) }),
  'gives no vector': async () => ({ name: 'x', embed: async () => [] }),
  'gives no numbers': async () => ({ name: 'x', embed: async () => [Float32Array.of(Number.NaN)] }),
};

test.each(Object.entries(failures))(
  'when the embedder %s, the order by evidence stands',
  async (_, embedder) => {
    const { ids, selection } = await order({ rerank: true }, models({ embedder }));
    expect(ids).toBe('abc');
    expect(selection).toEqual({
      mode: 'semantic-unavailable',
      eligible: 3,
      models: { embedding: null, reranker: null },
      fallback: 'deterministic-evidence',
      error: expect.stringMatching(/./),
    });
  },
);

test.each<[string, Models['reranker']]>([
  ['is missing', () => Promise.reject(new CoppiceError('model-missing', 'no such model'))],
  ['fails', async () => ({ name: 'x', score: () => Promise.reject(outOfMemory) })],
  ['gives too few scores', async () => scoring([1, 2])],
  ['gives too many scores', async () => scoring([1, 2, 3, 4])],
  ['gives no numbers', async () => scoring([1, Number.NaN, 3])],
])(
  'when the reranker %s, the order by the embedding stands, and the reason is reported',
  async (_, reranker) => {
    const { ids, selection } = await order({ rerank: true }, models({ reranker }));
    expect(ids).toBe('cab');
    expect(selection).toEqual({
      mode: 'semantic-reranker-unavailable',
      eligible: 3,
      models: { embedding: 'embedder', reranker: null },
      error: expect.stringMatching(/./),
    });
  },
);

test.each<[string, unknown]>([
  ['an error of no kind', new TypeError('x is not a function')],
  ['what is no error', 'out of memory'],
  ['a refusal that is not about models', new CoppiceError('disk-full', 'no space')],
])('%s is a fault, and not a missing model', async (_, fault) => {
  const reject = () => Promise.reject(fault);
  const given: readonly Models[] = [
    models({ embedder: reject }),
    models({ embedder: async () => ({ name: 'x', embed: reject }) }),
    models({ reranker: reject }),
    models({ reranker: async () => ({ name: 'x', score: reject }) }),
  ];
  for (const each of given) await expect(order({ rerank: true }, each)).rejects.toBe(fault);
});

test('the query holds the counts of the eligible and their latest rows, and nothing of others', async () => {
  const seen: string[][] = [];
  const mine = Array.from({ length: 25 }, (_, index) =>
    errorRow(`e${index}`, { skill: 'home:b', tool: index === 0 ? null : 'Bash', result: `r${index}` }),
  );
  const rows = [errorRow('x', { skill: 'home:other' }), errorRow('y', { skill: null }), ...mine];
  await order({ semantic: true }, models({ embedder: async () => nearTo('c', seen) }), rows);
  const [[query = ''] = []] = seen;
  expect(query.split('\n')).toEqual([
    'skill=home:a events=9 errors=1',
    'skill=home:b events=5 errors=0',
    'skill=home:c events=2 errors=2',
    'skill=home:b tool= result=r0',
    ...Array.from({ length: 19 }, (_, index) => `skill=home:b tool=Bash result=r${index + 1}`),
  ]);
});

test('texts are asked for one at a time, and none is longer than the limit', async () => {
  const seen: string[][] = [];
  const given = models({ embedder: async () => nearTo('c', seen), textLimit: 9 });
  await order({ semantic: true }, given, [errorRow('e', { skill: 'home:a', result: 'x'.repeat(9_000) })]);
  expect(seen.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  expect(seen[0]?.[0]?.length).toBe(2_000);
  expect(seen.slice(1)).toEqual([['text of h'], ['text of h'], ['text of h']]);
});

test('a skill without a text is asked for by its id', async () => {
  const seen: string[][] = [];
  const given = models({ embedder: async () => nearTo('c', seen) });
  await orderCandidates(eligible.slice(0, 1), { semantic: true, rerank: false }, given, [], []);
  expect(seen[1]).toEqual(['home:a']);
});
