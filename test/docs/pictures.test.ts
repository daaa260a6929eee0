/*
 * The pictures of the documents are there, small, and described for people who cannot see them; none is unused.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const texts = [
  readFileSync(join(projectRoot, 'README.md'), 'utf8'),
  ...readdirSync(join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(projectRoot, 'docs', name), 'utf8')),
];
const shown = texts.flatMap((text) => [...text.matchAll(/!\[([^\]]*)\]\((?:docs\/)?pictures\/([^)]+)\)/g)]);
const files = readdirSync(join(projectRoot, 'docs/pictures'));

test('every picture that a document shows exists, and every picture is shown', () => {
  expect(new Set(shown.map(([, , name]) => name))).toEqual(new Set(files));
});

test('every picture is described', () => {
  expect(shown.filter(([, words = '']) => words.trim() === '')).toEqual([]);
});

test('no picture is larger than 150 KB', () => {
  const sizes = files.map((name) => [name, statSync(join(projectRoot, 'docs/pictures', name)).size] as const);
  expect(sizes.filter(([, bytes]) => bytes > 150_000)).toEqual([]);
});
