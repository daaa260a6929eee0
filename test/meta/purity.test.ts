import { Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { onlyForTests, type SourceFile, sourceFiles } from './sources.js';

/**
 * Pure are these rooms, the registry's API as data, and in every other room its `rules/` folder. Adapters to models are
 * apart.
 */
const pureRooms = ['text', 'skill', 'agents', 'search', 'scan'];
const adapters = 'src/search/models/';

const files = sourceFiles('src').filter(({ path }) => !onlyForTests.test(path));
const pureFiles = files.filter(({ path }) => isPure(path));

test('pure files read no time, no chance, no environment, and import nothing of Node', () => {
  expect(pureFiles.flatMap((file) => effectsIn(file).map((effect) => `${file.path}: ${effect}`))).toEqual([]);
});

test('pure files call pure files only', () => {
  const calls = pureFiles.flatMap(({ path, valueImports }) =>
    valueImports
      .filter((target) => target.startsWith('src/') && !isPure(target))
      .map((target) => `${path} imports ${target}`),
  );
  expect(calls).toEqual([]);
});

test('the environment, the clock and chance are read only at the edge', () => {
  const edge =
    /^src\/(system\/|main\.ts|cli\/frame\/(process-context|run-program)\.ts|registry\/data\/embedded\/|registry\/server\/pino-log\.ts|web\/)/;
  const inside = files
    .filter(({ path }) => !edge.test(path))
    .flatMap((file) =>
      effectsIn(file)
        .filter((effect) => !effect.startsWith('imports'))
        .map((effect) => `${file.path}: ${effect}`),
    );
  expect(inside).toEqual([]);
});

test('the detector finds what it must find', () => {
  const [found] = sourceFiles('test/meta/samples');
  expect(found && effectsIn(found)).toEqual([
    'imports node:fs',
    'Date.now',
    'new Date()',
    'Math.random',
    'process',
    'performance',
  ]);
});

function isPure(path: string): boolean {
  if (path.startsWith('src/registry/api/') || path === 'src/system/home.ts') return true;
  const room = path.split('/')[1] ?? '';
  return (pureRooms.includes(room) && !path.startsWith(adapters)) || path.includes('/rules/');
}

function effectsIn(file: SourceFile): readonly string[] {
  const { path, imports } = file;
  // A hash is a function of its input; `src/text/hash.ts` is the only one who asks Node for it.
  const allowed = path === 'src/text/hash.ts' ? ['node:crypto'] : [];
  const found = imports
    .filter((name) => name.startsWith('node:') && !allowed.includes(name))
    .map((name) => `imports ${name}`);
  // The tree takes most of the time, and most files name none of these.
  if (!/\b(?:Date|Math|process|performance)\b/.test(file.text)) return found;
  const clock = new Map([
    ['Date', 'now'],
    ['Math', 'random'],
  ]);
  new Visitor({
    MemberExpression({ object, property }) {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return;
      if (clock.get(object.name) === property.name) found.push(`${object.name}.${property.name}`);
      if (['process', 'performance'].includes(object.name)) found.push(object.name);
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0)
        found.push('new Date()');
    },
  }).visit(file.program as Parameters<Visitor['visit']>[0]);
  return found;
}
