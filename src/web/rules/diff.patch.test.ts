import { expect, test } from 'vitest';
import { readPatch } from './diff.js';

function shown(patch: string) {
  return readPatch(patch).map(({ name, hunks }) => [
    name,
    ...hunks.map(({ lines }) =>
      lines.map(({ kind, text, fromLine = '', toLine = '' }) => `${fromLine}:${toLine} ${kind} ${text}`),
    ),
  ]);
}

test('a patch is read file by file, with the lines counted', () => {
  const patch = `diff a b
--- a/SKILL.md\t2026
+++ b/SKILL.md\t2026
@@ -1,2 +1,2 @@ heading
 one
-two
+TWO
\\ No newline at end of file
@@ -9 +9,2 @@
 nine
+--- no file
--- /dev/null
+++ b/new.md
@@ -0,0 +1 @@
+first
`;
  expect(shown(patch)).toEqual([
    [
      'b/SKILL.md',
      ['1:1 same one', '2: removed two', ':2 added TWO'],
      ['9:9 same nine', ':10 added --- no file'],
    ],
    ['b/new.md', [':1 added first']],
  ]);
});

test.each(['', 'no patch at all', '--- a\n+++ b\n', '@@ -x +y @@\n+a'])('nothing is made of %j', (text) => {
  expect(shown(text)).toEqual([]);
});

test('a hunk that ends too early shows what there is', () => {
  expect(shown('@@ -1,5 +1,5 @@\n a')).toEqual([['', ['1:1 same a']]]);
});
