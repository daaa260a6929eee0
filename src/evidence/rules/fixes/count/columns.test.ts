import { expect, test } from 'vitest';
import { generalForm, wordsOfLine } from './columns.js';

function check(
  name: string,
  rows: readonly (readonly string[])[],
  expected: readonly string[] | undefined,
  isBound = true,
) {
  test(name, () => {
    const form = generalForm(rows.map((row) => row.map(wordsOfLine)));
    expect(form?.commands).toEqual(expected);
    if (form !== undefined) expect(form.isBound).toBe(isBound);
  });
}

check(
  'equal commands stay as they are',
  [
    ['make all', 'npm ci'],
    ['make all', 'npm ci'],
  ],
  ['make all', 'npm ci'],
);
check('one row is its own form', [['make all']], ['make all']);
check(
  'shared values have one placeholder',
  [
    ['run a', 'build -t a .'],
    ['run b', 'build -t b .'],
  ],
  ['run <name>', 'build -t <name> .'],
);
check(
  'a value with a tag shares its name',
  [
    ['run a', 'build -t a:dev'],
    ['run b', 'build -t b:dev'],
  ],
  ['run <name>', 'build -t <name>:dev'],
);
check('two columns have two placeholders', [['cp a b'], ['cp c d']], ['cp <name> <name-2>']);
check(
  'numbers, files, paths and addresses are named as such',
  [['x 1 a.py s/t http://a'], ['x 2 b.py u/v http://b']],
  ['x <n> <file> <path> http://<name>'],
);
check(
  'what is common in a word stays',
  [['x --out=src/a/y.ts'], ['x --out=src/b/y.ts']],
  ['x --out=src/<name>/y.ts'],
);
check(
  'a placeholder of the fix alone is not bound',
  [
    ['make', 'pip install a'],
    ['make', 'pip install b'],
  ],
  ['make', 'pip install <name>'],
  false,
);
check('different lengths have no form', [['make a'], ['make a b']], undefined);
check('different numbers of commands have no form', [['make', 'a'], ['make']], undefined);
check('no rows have no form', [], undefined);

test('quotes keep blanks together', () => {
  expect(wordsOfLine(`a "b c"  'd "e' f=" g"`)).toEqual(['a', '"b c"', `'d "e'`, 'f=" g"']);
  expect(wordsOfLine('  ')).toEqual([]);
  expect(wordsOfLine('a "open b')).toEqual(['a', '"open b']);
});
