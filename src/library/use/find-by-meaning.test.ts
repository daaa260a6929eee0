import { expect, test } from 'vitest';
import type { Embedder, Reranker } from '../../search/embedding.js';
import { CoppiceError } from '../../text/errors.js';
import { findSkills } from './find.js';
import { FindWorld, skillText } from './find.world.js';
import { findSkillsByMeaning, type SemanticModels, type SemanticRequest } from './find-by-meaning.js';

const texts = {
  '/home/skills/gif-search/SKILL.md': skillText('gif-search', 'Finds moving pictures'),
  '/home/skills/pdf-forms/SKILL.md': skillText('pdf-forms', 'Fills in forms'),
  '/home/skills/recipe-scaling/SKILL.md': skillText('recipe-scaling', 'Cooks for more guests'),
  '/home/skills/wine_list/SKILL.md': skillText('wine_list', 'Chooses what to drink with guests'),
  '/home/skills/.archive/old-deploy/SKILL.md': skillText('old-deploy', 'Deploys to the cluster'),
};

/** Knows what some words are about, and finds all the rest a little like everything. */
const subjects = [/cook|guest|dinner/i, /form|questionnaire/i, /deploy|production/i];
const embedder: Embedder = {
  name: 'subjects',
  embed: async (given) =>
    given.map((text) => Float32Array.from([...subjects.map((subject) => Number(subject.test(text))), 0.3])),
};

/** Likes short texts. */
const reranker: Reranker = {
  name: 'shortest',
  score: async (_, given) => given.map((text) => 20 - text.length),
};

const models: SemanticModels = {
  embedder: async () => embedder,
  reranker: async () => reranker,
  textLimit: 512,
};

test('skills are found by what they mean, where no word of the query is in them', async () => {
  await check({ text: 'dinner' }, ['home:recipe-scaling active', 'home:wine_list active']);
  expect(findSkills(new FindWorld(texts).library, { text: 'dinner' }).results).toEqual([]);
});

test('the answer says how it was found and by which model', async () => {
  const { results, ...rest } = await find({ text: 'fills questionnaire', limit: 1 });
  expect(results.map(({ name }) => name)).toEqual(['pdf-forms']);
  expect(rest).toEqual({ mode: 'hybrid', model: 'subjects', hint: 'view NAME opens a skill' });
});

test('a model that knows only English is not asked in another language, but with English keywords', async () => {
  const asked: string[] = [];
  const english: Embedder = {
    ...embedder,
    language: 'english',
    embed: (given, purpose) => {
      if (purpose === 'query') asked.push(...given);
      return embedder.embed(given, purpose);
    },
  };
  const only = { ...models, embedder: async () => english };
  const question = 'Wie koche ich für meine Gäste?';
  expect(await find({ text: question }, only)).toMatchObject({ mode: 'keyword' });
  expect(asked).toEqual([]);
  expect(await find({ text: question, keywords: ['dinner', 'guests'] }, only)).toMatchObject({
    mode: 'hybrid',
    results: [{ name: 'recipe-scaling' }, { name: 'wine_list' }],
  });
  expect(asked).toEqual(['dinner, guests']);
  expect(await find({ text: question })).toMatchObject({ mode: 'hybrid' });
});

test('a reranker puts the best in order, before they are cut to as many as asked for', async () => {
  await check({ text: 'dinner', rerank: true, limit: 1 }, ['home:recipe-scaling active']);
  const swapped = {
    ...reranker,
    score: async (_: string, given: readonly string[]) => given.map(({ length }) => length - 40),
  };
  const { results, ...rest } = await find(
    { text: 'dinner', rerank: true, limit: 1 },
    { ...models, reranker: async () => swapped },
  );
  expect(results.map(({ name }) => name)).toEqual(['wine_list']);
  expect(results[0]?.score).toBeLessThanOrEqual(1);
  expect(rest).toMatchObject({ mode: 'hybrid-reranked', model: 'subjects', reranker: 'shortest' });
});

test('an archived skill is mentioned when it alone matches by meaning, and shown on request', async () => {
  expect(await find({ text: 'production' })).toMatchObject({
    results: [],
    message: 'No available skill matches well, but an archived one does: old-deploy.',
  });
  await check({ text: 'production', archived: true }, ['home:old-deploy archived']);
});

test('a single skill is found, and what nothing means is not', async () => {
  const { library } = new FindWorld({ '/home/skills/soup/SKILL.md': skillText('soup', 'Cooks soup') });
  const named = async (text: string) =>
    (await findSkillsByMeaning(library, { text }, models)).results.map(({ name }) => name);
  expect(await named('dinner')).toEqual(['soup']);
  expect(await named('xylophone')).toEqual([]);
});

test('a model that is not there is an error, and so is a reranker', async () => {
  const missing = () => Promise.reject(new CoppiceError('model-missing', 'there is no model'));
  await expect(find({ text: 'pdf-forms' }, { ...models, embedder: missing })).rejects.toThrow(
    'there is no model',
  );
  await expect(find({ text: 'pdf-forms', rerank: true }, { ...models, reranker: missing })).rejects.toThrow(
    'there is no model',
  );
  expect((await find({ text: 'pdf-forms' }, { ...models, reranker: missing })).results).toHaveLength(1);
});

test('the model reads no more of a text than the limit, and progress is reported', async () => {
  const read: string[] = [];
  const listening: Embedder = {
    name: 'listening',
    embed: async (given) => {
      read.push(...given);
      return await embedder.embed(given);
    },
  };
  const many = Array.from({ length: 40 }, (_, number) => {
    return [`/home/skills/s${number}/SKILL.md`, skillText(`s${number}`, `Draws ${'maps '.repeat(200)}`)];
  });
  const reported: string[] = [];
  await findSkillsByMeaning(
    new FindWorld(Object.fromEntries(many)).library,
    { text: 'dinner '.repeat(100) },
    { ...models, embedder: async () => listening, textLimit: 200 },
    { onEmbedded: (done, total) => void reported.push(`${done}/${total}`) },
  );
  expect(Math.max(...read.map(({ length }) => length))).toBe(200);
  expect(reported).toEqual(['32/40', '40/40']);
});

async function find(request: SemanticRequest, given = models) {
  return await findSkillsByMeaning(new FindWorld(texts).library, request, given);
}

async function check(request: SemanticRequest, expected: readonly string[]): Promise<void> {
  const { results } = await find(request);
  expect(
    results.map(({ id, state }) => `${id} ${state}`),
    request.text,
  ).toEqual(expected);
}
