import { expect, test } from 'vitest';
import { shortestPaths } from './dependencies.js';
import { sketchedProject } from './lock.fixture.js';

function check(
  wanted: readonly string[],
  requires: Readonly<Record<string, readonly string[]>>,
  target: string,
  expected: readonly string[],
): void {
  const { manifest, lock } = sketchedProject(wanted, requires);
  const { paths } = shortestPaths(manifest, lock, { kind: 'skill', slug: target });
  expect(paths.map((path) => path.map(({ slug }) => slug).join(' '))).toEqual(expected);
}

test('what the manifest names is there because of the manifest, whoever else requires it', () => {
  check(['a', 'lib'], { a: ['lib'], lib: [] }, 'lib', ['lib']);
});

test('of several ways only the shortest are given, and all of those', () => {
  const requires = { a: ['lib'], b: ['lib'], c: ['d'], d: ['lib'], lib: [] };
  check(['a', 'b', 'c'], requires, 'lib', ['a lib', 'b lib']);
});

test('a cycle is no way', () => {
  check(['a'], { a: ['b'], b: ['a', 'c'], c: ['b', 'c'] }, 'c', ['a b c']);
});

test('what is not published yet has its ways too', () => {
  check(['a'], { a: ['ghost@^2'] }, 'ghost', ['a ghost']);
});

test('nothing leads to what only the lock has', () => {
  check(['a'], { a: [], stray: [] }, 'stray', []);
});

test('a step says what was asked for and what is installed', () => {
  const { manifest, lock } = sketchedProject(['a'], { a: ['lib@^1'], lib: [] });
  expect(shortestPaths(manifest, lock, { kind: 'skill', slug: 'lib' }).paths).toEqual([
    [
      { kind: 'skill', slug: 'a', range: '*', version: '1.0.0' },
      { kind: 'skill', slug: 'lib', range: '^1', version: '1.0.0' },
    ],
  ]);
});

test('of very many ways the first are given, and that there are more', () => {
  const layers = Array.from({ length: 40 }, (_, at) => [`l${at}`, `r${at}`]);
  const requires = Object.fromEntries(
    layers.flatMap((pair, at) => pair.map((slug) => [slug, layers[at + 1] ?? ['end']])),
  );
  const { manifest, lock } = sketchedProject(['l0', 'r0'], { ...requires, end: [] });
  const { paths, more } = shortestPaths(manifest, lock, { kind: 'skill', slug: 'end' }, 5);
  expect([paths.length, more]).toEqual([5, true]);
});
