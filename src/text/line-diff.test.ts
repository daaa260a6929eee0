import { expect, test } from 'vitest';
import { unifiedDiff } from './line-diff.js';

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

test('a missing line break at the end is told', () => {
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
