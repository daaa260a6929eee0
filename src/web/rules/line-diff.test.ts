import { expect, test } from 'vitest';
import { diffLines } from './line-diff.js';

const signs = { same: ' ', removed: '-', added: '+' } as const;

function check(from: string, to: string, expected: readonly string[]) {
  const shown = diffLines(from, to).map(
    ({ kind, text, fromLine = '', toLine = '' }) => `${fromLine}:${toLine} ${signs[kind]}${text}`,
  );
  expect(shown).toEqual(expected);
}

test('lines are marked and counted on both sides', () => {
  check('', '', []);
  check('a\n', 'a\n', ['1:1  a\n']);
  check('a\nb\nc\n', 'a\nx\nc\n', ['1:1  a\n', '2: -b\n', ':2 +x\n', '3:3  c\n']);
  check('', 'a', [':1 +a']);
});

test('a last line without a break differs from one with', () => {
  check('a', 'a\n', ['1: -a', ':1 +a\n']);
});

test('texts with too little in common are replaced as a whole', () => {
  const of = (word: string) =>
    Array.from({ length: 1_500 }, (_, index) => `${word} ${index}\nsame\n`).join('');
  const kinds = diffLines(of('old'), of('new')).map(({ kind }) => kind);
  expect(kinds).toEqual([...Array(2_999).fill('removed'), ...Array(2_999).fill('added'), 'same']);
});
