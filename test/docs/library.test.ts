/*
 * The examples of docs/library.md are run against the built package, and each console.log must print the comment behind it.
 * Those with a registry are run in test/server/client-library.test.ts.
 */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as library from '../../src/index.js';
import { libraryExamples, printedLines, promisedLines } from './library-example.js';

const examples = libraryExamples('js');
const types = fileURLToPath(new URL('../../dist/types/index.d.ts', import.meta.url));

test.each(examples.map((example, at) => [at + 1, example] as const))(
  'example %i prints what it says',
  async (_, example) => {
    expect(await printedLines(example)).toEqual(promisedLines(example));
  },
);

test('every function, class and value of the library is in an example', () => {
  const shown = [...examples, ...libraryExamples('js registry')].join('\n');
  const used = new Set(
    [...shown.matchAll(/^import \{(.*)\} from 'coppice';$/gm)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    ),
  );
  expect(Object.keys(library).filter((name) => !used.has(name))).toEqual([]);
});

test('every exported name says what it is', () => {
  const exported = [
    ...readFileSync(types, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from '(.+)\.js';$/gm),
  ];
  const silent = exported.flatMap(([, names = '', path = '']) => {
    const text = readFileSync(join(dirname(types), `${path}.d.ts`), 'utf8');
    return names
      .split(',')
      .map((name) =>
        name
          .replace('type ', '')
          .replace(/ as .*/, '')
          .trim(),
      )
      .filter((name) => !new RegExp(`\\*/\\nexport (declare )?\\w+ (\\w+ )?${name}\\b`).test(text))
      .map((name) => `${name} of ${path}`);
  });
  expect(exported.length).toBeGreaterThan(10);
  expect(silent).toEqual([]);
});
