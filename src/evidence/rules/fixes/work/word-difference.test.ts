import { expect, test } from 'vitest';
import { wordDifference } from './word-difference.js';

function check(
  name: string,
  earlier: string,
  later: string,
  ...hunks: readonly (readonly [string, string, string])[]
) {
  test(name, () => {
    const found = wordDifference(earlier.split(' '), later.split(' '));
    expect(found?.map(({ removed, added, before }) => [removed.join(' '), added.join(' '), before])).toEqual(
      hunks,
    );
  });
}

check('equal lists have no difference', 'a b c', 'a b c');
check('an added word', 'a c', 'a b c', ['', 'b', 'a']);
check('a removed word', 'a b c', 'a c', ['b', '', 'a']);
check('a replaced word', 'a b c', 'a x c', ['b', 'x', 'a']);
check('two hunks', 'a b c d', 'x b c', ['a', 'x', ''], ['d', '', 'c']);
check('another message is no difference', '-m one x', '-m two x');
check('another named message is no difference', '--message=one', '--message=two');

test('too many words are not compared', () => {
  const many = Array.from({ length: 200 }, (_, index) => String(index));
  expect(wordDifference(many, many)).toBeUndefined();
});

test('texts with line ends are alike', () => {
  expect(wordDifference(['a\nb'], ['c\nd'])).toEqual([]);
});
