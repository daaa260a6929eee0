/*
 * The measurement of search on a file says what it claims: a set of which every figure is known beforehand.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { measureLibrary, readSearchFile, reportText } from '../bench/search-file.js';

const folder = mkdtempSync(join(tmpdir(), 'coppice-search-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const skills = [
  { id: 'a/weather/SKILL.md', text: '---\nname: weather\ndescription: Tells the weather.\n---\n# Steps\n' },
  { id: 'pdf', name: 'pdf-merge', description: 'Merges PDF files.' },
];

test('a set is measured for bare questions and with keywords, by kind and together', async () => {
  const { rows } = await measure([
    { question: 'weather', relevant: ['a/weather/SKILL.md'], kind: 'names' },
    { question: 'pdf merge', relevant: ['a/weather/SKILL.md'], kind: 'names' },
    { question: 'bind the sheets', keywords: ['merge', 'pdf'], relevant: ['pdf'], kind: 'others' },
    { question: 'xylophone', keywords: ['xylophone'], relevant: [], kind: 'others' },
  ]);
  expect(rows).toMatchObject([
    { input: 'bare', kind: 'names', answerable: 2, recallAt1: 0.5, recallAt5: 0.5, nothingWrong: 0 },
    { input: 'bare', kind: 'others', answerable: 1, recallAt1: 0, nothingWrong: 1, nothingRight: 1 },
    { input: 'bare', kind: 'all', answerable: 3, unanswerable: 1, meanReciprocalRank: expect.closeTo(1 / 3) },
    { input: 'with keywords', kind: 'others', answerable: 1, recallAt1: 1, nothingWrong: 0, nothingRight: 1 },
    { input: 'with keywords', kind: 'all', answerable: 1 },
  ]);
});

test('a score that is always right has no calibration error, and one that is always wrong the whole', async () => {
  const error = async (relevant: readonly string[]) =>
    (await measure([{ question: 'weather', relevant }])).rows[0]?.calibrationError;
  expect(await error(['a/weather/SKILL.md'])).toBe(0);
  expect(await error(['pdf'])).toBe(1);
});

test('the report has a line for each row', async () => {
  const text = reportText(await measure([{ question: 'weather', relevant: ['a/weather/SKILL.md'] }]));
  expect(text).toMatch(/\nbare +all +1 +1\.00 +1\.00 +1\.00 +0\.00 +- +0\.00 +\d+\.\d\n2 skills, /);
});

test('a file of another shape is refused', async () => {
  await expect(measure([{ text: 'weather' }])).rejects.toThrow('question');
});

async function measure(queries: readonly object[]) {
  const path = join(folder, 'set.json');
  writeFileSync(path, JSON.stringify({ skills, queries }));
  return measureLibrary(readSearchFile(path));
}
