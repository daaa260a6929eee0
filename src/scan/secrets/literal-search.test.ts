import { expect, test } from 'vitest';
import { createLiteralSearch, searchablePart } from './literal-search.js';

function check(
  name: string,
  literals: readonly string[],
  text: string,
  expected: readonly (readonly [number, number])[],
) {
  test(name, () => {
    const found: [number, number][] = [];
    createLiteralSearch(literals)(text, (literal, at) => found.push([literal, at]));
    expect(found.sort((one, other) => one[1] - other[1] || one[0] - other[0])).toEqual(expected);
  });
}

check('every place of a literal is found', ['abc'], 'abc xabcabc', [
  [0, 0],
  [0, 5],
  [0, 8],
]);
check('capitals are the same as small letters', ['token'], 'TOKEN Token', [
  [0, 0],
  [0, 6],
]);
check('literals may overlap and contain each other', ['secret', 'ret_k', 'key'], 'secret_key', [
  [0, 0],
  [1, 3],
  [2, 7],
]);
check('two literals with the same three characters are told apart', ['ghp_', 'php_'], 'ghp_ php_', [
  [0, 0],
  [1, 5],
]);
check('the start and the end of the text count', ['abc', 'xyz'], 'abcxyz', [
  [0, 0],
  [1, 3],
]);
check('a literal that is cut off is not found', ['password'], 'passwor', []);
check('the place is in units of the text, after characters of any width', ['key'], 'é密码😀key \ud800key', [
  [0, 5],
  [0, 10],
]);
check('a text without any is empty', ['abc'], '', []);
check('signs are characters too', ['://', ' -p', '"\\n'], 'a://b -p "\\n', [
  [0, 1],
  [1, 5],
  [2, 9],
]);

test('a text may be longer than the shared buffer', () => {
  const text = `${'é '.repeat(20_000)}token${' x'.repeat(20_000)}token`;
  const found: number[] = [];
  createLiteralSearch(['token'])(text, (_, at) => found.push(at));
  expect(found).toEqual([40_000, 80_005]);
});

test('the part of a value that is searched for has three known characters', () => {
  expect(searchablePart('p@ß§ab')).toBeUndefined();
  expect(searchablePart('ß§abc')).toEqual({ part: 'abc', offset: 2 });
});
