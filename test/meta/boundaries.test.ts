import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onlyForTests, projectRoot, sourceFiles } from './sources.js';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const files = sourceFiles('src').filter(({ path }) => !onlyForTests.test(path));

test('every boundary and invariant of ARCHITECTURE.md names a test that exists', () => {
  const marks = read('ARCHITECTURE.md')
    .split(/(?=\*\*(?:Boundary|Invariant)\*\*)/)
    .slice(1);
  const unproved = marks
    .map((mark) => mark.split(/\n\n|\n#/)[0] ?? '')
    .filter((mark) => {
      const tests = [...mark.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, path = '']) => path);
      return tests.length === 0 || !tests.every((path) => existsSync(join(projectRoot, path)));
    });
  expect(marks.length).toBeGreaterThan(0);
  expect(unproved).toEqual([]);
});

/** Who opens files and starts programs: the system, and those whose whole business is one of the two. */
const mayTouch = ['src/system/', 'src/registry/data/', 'src/registry/server/', 'src/cli/demo/'];

test('files and processes of the machine are reached through few folders only', () => {
  const touching = files
    .filter(({ imports }) => imports.some((name) => /^node:(fs|child_process)/.test(name)))
    .filter(({ path }) => !mayTouch.some((folder) => path.startsWith(folder)));
  expect(touching.map(({ path }) => path)).toEqual([]);
});

/** The port to files blocks its process, which a server may do while it starts and not while it answers. */
test('the registry uses the synchronous port to files only to start its database', () => {
  const blocking = files
    .filter(({ path }) => path.startsWith('src/registry/'))
    .filter(({ text, imports }) => imports.includes('src/system/files.ts') || /\bnodeFiles\b/.test(text));
  expect(blocking.map(({ path }) => path)).toEqual(['src/registry/data/embedded/start-embedded.ts']);
});

test('the process ends in main.ts, or where its output cannot be written', () => {
  const ending = files.filter(({ text }) => /\bprocess\.(exit\b|exitCode)/.test(text));
  expect(ending.map(({ path }) => path)).toEqual(['src/cli/frame/run-program.ts', 'src/main.ts']);
});

/** What a configuration or a script names must be there, or it silently does nothing. */
test('every path in configurations and scripts leads to a file', () => {
  const every = ['src', 'test', 'bench', 'scripts', 'docs'].flatMap((folder) => [
    folder,
    ...readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  ]);
  const configs = [
    ...['vitest.config.ts', 'knip.json', 'tsconfig.json', 'tsconfig.web.json', 'tsconfig.types.json'],
    ...['biome.json', 'package.json', '.ci/run'],
    ...readdirSync(join(projectRoot, 'scripts')).map((name) => `scripts/${name}`),
  ];
  const missing = configs.flatMap((config) =>
    [...read(config).matchAll(/['"`\s]((?:src|test|bench|scripts|docs)\/[\w./*{},-]+)/g)]
      .map(([, path = '']) => path.replace(/[.,]+$/, ''))
      .filter((path) => {
        const pattern = globExpression(path);
        return !every.some((file) => pattern.test(file));
      })
      .map((path) => `${config}: ${path}`),
  );
  expect(missing).toEqual([]);
});

/** A path may be the beginning of a file's name, as test runners take it. */
function globExpression(glob: string): RegExp {
  const pattern = glob
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, list: string) => `(?:${list.replaceAll(',', '|')})`)
    .replace(/\*\*\/?/g, '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?');
  return new RegExp(`^${pattern}`);
}
