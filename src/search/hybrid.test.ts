import { expect, test } from 'vitest';
import { buildIndex } from './build-index.js';
import { vectorMatrix } from './embedding.js';
import { exampleSkills } from './example-skills.fixture.js';
import { hybridSearch } from './hybrid.js';
import type { SearchOptions } from './search.js';
import { sizeOf, stringAt } from './string-table.js';

const index = buildIndex(exampleSkills);

/** A model that knows two subjects: moving pictures and food. Everything else is a little of both. */
const subjects: readonly (readonly [subject: RegExp, vector: readonly number[]])[] = [
  [/gif|video/i, [1, 0, 0]],
  [/café|recipe/, [0, 1, 0]],
];
const unrelated = [0.1, 0.1, 1];
const meanings = {
  skills: vectorMatrix(
    Array.from({ length: sizeOf(index.ids) }, (_, document) => {
      const id = stringAt(index.ids, document);
      return new Float32Array(subjects.find(([subject]) => subject.test(id))?.[1] ?? unrelated);
    }),
  ),
  background: vectorMatrix(
    [
      [0.1, 0, 1],
      [0, 0.1, 1],
      [0.2, 0.1, 1],
    ].map((row) => new Float32Array(row)),
  ),
};

test('a skill without any of the words is found by meaning', () => {
  check('dinner', [0, 1, 0], ['home:café-menu', 'home:recipe-scaling']);
});

test('among skills with the meaning, those with the words come first', () => {
  check('subtitles', [1, 0, 0], ['home:video_cut', 'home:gif-search', 'home:videoToGif']);
});

test('a skill that matches only by words is found', () => {
  check('kubernetes pod', [1, 0, 0], ['home:kubernetes-debug'], { limit: 1 });
  check('kubernetes pod', [0, 0, 1], ['home:kubernetes-debug'], { limit: 1 });
});

test('the filter applies to hits by meaning too', () => {
  check('eat', [0, 1, 0], ['home:recipe-scaling'], { filter: (id) => id !== 'home:café-menu' });
});

test('the number of hits is limited', () => {
  const documents = Array.from({ length: 1_001 }, (_, number) => ({
    id: `home:${number}`,
    name: `tool-${number}`,
    description: 'Makes gifs.',
    tags: [],
    headings: [],
    body: '',
  }));
  const none = vectorMatrix(documents.map(() => new Float32Array(3)));
  const query = { question: 'gifs', vector: new Float32Array(3) };
  const hits = hybridSearch(buildIndex(documents), { skills: none, background: none }, query, {
    limit: 2_000,
  });
  expect(hits).toHaveLength(1_000);
});

test('a query without words matches by meaning, one without either matches nothing', () => {
  check('?!', [0, 1, 0], ['home:café-menu', 'home:recipe-scaling']);
  check('', [0, 0, 0], []);
});

function check(text: string, vector: number[], expected: readonly string[], options?: SearchOptions): void {
  const hits = hybridSearch(index, meanings, { question: text, vector: new Float32Array(vector) }, options);
  expect(
    hits.map(({ id }) => id),
    text,
  ).toEqual(expected);
}
