import { expect, test } from 'vitest';
import { diffLines, hunksOf, unifiedDiff } from './line-diff.js';

function check(before: string, after: string, ...hunks: readonly string[]): void {
  const diff = unifiedDiff({ label: 'a', text: before }, { label: 'b', text: after });
  expect(diff).toBe(hunks.length === 0 ? '' : `--- a\n+++ b\n${hunks.join('')}`);
}

test('texts that are the same have no diff', () => {
  check('', '');
  check('one\ntwo\n', 'one\ntwo\n');
});

test('a changed line stands between up to three lines of context', () => {
  check(
    '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
    '1\n2\n3\n4\nfive\n6\n7\n8\n9\n',
    '@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
  );
  check('only\n', 'lonely\n', '@@ -1 +1 @@\n-only\n+lonely\n');
});

test('a file that comes or goes has an empty side', () => {
  check('', 'new\nfile\n', '@@ -0,0 +1,2 @@\n+new\n+file\n');
  check('old\n', '', '@@ -1 +0,0 @@\n-old\n');
});

test('changes far apart are hunks of their own, near ones share one', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index}\n`);
  check(
    lines(20).join(''),
    lines(20).with(2, 'two\n').with(17, 'seventeen\n').join(''),
    '@@ -1,6 +1,6 @@\n 0\n 1\n-2\n+two\n 3\n 4\n 5\n',
    '@@ -15,6 +15,6 @@\n 14\n 15\n 16\n-17\n+seventeen\n 18\n 19\n',
  );
  check(
    lines(9).join(''),
    lines(9).with(1, 'one\n').with(7, 'seven\n').join(''),
    '@@ -1,9 +1,9 @@\n 0\n-1\n+one\n 2\n 3\n 4\n 5\n 6\n-7\n+seven\n 8\n',
  );
});

test('a missing line break at the end is shown', () => {
  check('a\nb', 'a\nb\n', '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n');
});

test('the shortest way is found', () => {
  check(
    'a\nb\nc\na\nb\nb\na\n',
    'c\nb\na\nb\na\nc\n',
    '@@ -1,7 +1,6 @@\n-a\n-b\n c\n+b\n a\n b\n-b\n a\n+c\n',
  );
});

test('texts that have too little in common are replaced as a whole', () => {
  const many = (word: string) => Array.from({ length: 2000 }, (_, index) => `${word} ${index}\n`).join('');
  const diff = unifiedDiff(
    { label: 'a', text: `same\n${many('old')}` },
    { label: 'b', text: `same\n${many('new')}` },
  );
  expect(diff.startsWith('--- a\n+++ b\n@@ -1,2001 +1,2001 @@\n same\n-old 0\n-old 1\n')).toBe(true);
});

const signs = { same: ' ', removed: '-', added: '+' } as const;

function checkLines(from: string, to: string, expected: readonly string[]) {
  const shown = diffLines(from, to).map(
    ({ kind, text, fromLine = '', toLine = '' }) => `${fromLine}:${toLine} ${signs[kind]}${text}`,
  );
  expect(shown).toEqual(expected);
}

test('lines are marked and counted on both sides', () => {
  checkLines('', '', []);
  checkLines('a\n', 'a\n', ['1:1  a\n']);
  checkLines('a\nb\nc\n', 'a\nx\nc\n', ['1:1  a\n', '2: -b\n', ':2 +x\n', '3:3  c\n']);
  checkLines('', 'a', [':1 +a']);
});

test('a last line without a break differs from one with', () => {
  checkLines('a', 'a\n', ['1: -a', ':1 +a\n']);
});

test('what two texts have in common at their ends stays when they are replaced', () => {
  const of = (word: string) =>
    Array.from({ length: 1_500 }, (_, index) => `${word} ${index}\nsame\n`).join('');
  const kinds = diffLines(of('old'), of('new')).map(({ kind }) => kind);
  expect(kinds).toEqual([...Array(2_999).fill('removed'), ...Array(2_999).fill('added'), 'same']);
});

const lines = (...names: readonly (string | number)[]) => names.map((name) => `${name}\n`).join('');
const twenty = Array.from({ length: 20 }, (_, index) => index + 1);
const changed = (...at: readonly number[]) => lines(...twenty.map((n) => (at.includes(n) ? `new ${n}` : n)));

function shown(from: string, to: string) {
  return hunksOf(diffLines(from, to)).map((hunk) => hunk.lines.map(({ text }) => text.trim()).join(' '));
}

test.each([
  ['nothing', changed(), []],
  ['the first line', changed(1), ['1 new 1 2 3 4']],
  ['the last line', changed(20), ['17 18 19 20 new 20']],
  ['one in the middle', changed(10), ['7 8 9 10 new 10 11 12 13']],
  ['two close together', changed(5, 12), ['2 3 4 5 new 5 6 7 8 9 10 11 12 new 12 13 14 15']],
  ['two apart', changed(5, 13), ['2 3 4 5 new 5 6 7 8', '10 11 12 13 new 13 14 15 16']],
])('a change of %s is shown with three lines around it', (_, to, expected) => {
  expect(shown(changed(), to)).toEqual(expected);
});
