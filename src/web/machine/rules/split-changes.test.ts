import { expect, test } from 'vitest';
import { splitChanges } from './split-changes.js';

const move = 'rename from a\nrename to .archive/a\n';
const patch = '--- a/SKILL.md\n+++ b/SKILL.md\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n';

test.each([
  ['', '', ''],
  ['+pinned = "pin"\n', '+pinned = "pin"', ''],
  [move, move.trimEnd(), ''],
  [patch, '', patch],
  [move + patch, move.trimEnd(), patch],
  // A fact that looks like the head of a file is none.
  ['--- x\n+y = 1\n', '--- x\n+y = 1', ''],
])('%j', (diff, plain, rest) => {
  expect(splitChanges(diff)).toEqual({ plain, patch: rest });
});
