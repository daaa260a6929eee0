import { expect, test } from 'vitest';
import { buildIndex } from './build-index.js';
import { exampleSkills } from './example-skills.fixture.js';
import { search } from './search.js';

const index = buildIndex(exampleSkills);
const first = (question: string, keywords?: readonly string[]) =>
  search(index, { question, keywords }, { limit: 1 })[0]?.id.replace('home:', '');

test('keywords find a skill that shares no word with the question', () => {
  const rows: readonly (readonly [question: string, keywords: string, expected: string])[] = [
    ['my service keeps crashing after the rollout', 'kubernetes, pod, kubectl', 'kubernetes-debug'],
    ['Welche Änderung hat das kaputt gemacht?', 'git, bisect, commit, broke', 'git-bisect'],
    ['夕食の材料を八人分に', 'recipe, scale, guests', 'recipe-scaling'],
  ];
  for (const [question, keywords, expected] of rows) {
    expect(first(question, keywords.split(', ')), question).toBe(expected);
    expect(first(question), question).not.toBe(expected);
  }
});

test('a long question does not drown the keywords', () => {
  const question = 'please write clear notes about the meeting and name the speakers of the recording first';
  expect(first(question)).toBe('Meeting Notes');
  expect(first(question, ['pdf', 'merge', 'split', 'bookmarks'])).toBe('pdf-merge');
});

test('of skills with the same keywords, the question decides', () => {
  const keywords = ['pdf'];
  expect(first('flatten it', keywords)).toBe('pdf-forms');
  expect(first('keep the bookmarks', keywords)).toBe('pdf-merge');
});

test('a skill whose name is the whole question comes first, whatever the keywords are', () => {
  const [hit] = search(index, { question: 'weather', keywords: ['pdf', 'merge'] });
  expect([hit?.id, hit?.score]).toEqual(['home:weather', 1]);
});

test('keywords alone are a query, and without any the question is', () => {
  expect(first('', ['docker', 'containers'])).toBe('docker-compose');
  expect(search(index, { question: 'gif', keywords: [] })).toEqual(search(index, 'gif'));
  expect(search(index, { question: 'gif', keywords: ['', ' ', '?'] })).toEqual(search(index, 'gif'));
  expect(search(index, { question: '', keywords: [] })).toEqual([]);
});

test('a keyword is complete: it is not taken for the start of another word', () => {
  expect(first('', ['un'])).toBeUndefined();
  expect(first('un')).toBe('unit-tests');
});

test('only the first keywords count', () => {
  const filler = Array.from({ length: 40 }, (_, number) => `filler${number}`);
  expect(first('', [...filler, 'weather'])).toBeUndefined();
  expect(first('', ['weather', ...filler])).toBe('weather');
});
