import { expect, test } from 'vitest';

import { isSameName, refuseNewPath, refusePath } from './package-path.js';

test.for([
  'references/api.md',
  'scripts/run/all.sh',
  'assets/Größe.png',
  'templates/a b.txt',
  'references/.hidden',
  'references/...',
  'assets/con-fig.md',
  'references/日本.md',
])('%j stays in the package', (path) => expect(refusePath(path)).toBeUndefined());

test.for([
  ['', 'empty'],
  ['references/\ud800.md', 'not-text'],
  ['references/a\0b', 'control-character'],
  ['references/a\nb', 'control-character'],
  ['references/\x7f', 'control-character'],
  ['references/\u0085', 'control-character'],
  ['references\\x.md', 'backslash'],
  ['references/..\\..\\x', 'backslash'],
  ['\\\\server\\share', 'backslash'],
  ['C:/x', 'drive-letter'],
  ['c:references/x', 'drive-letter'],
  ['/references/x.md', 'absolute'],
  ['//references/x.md', 'absolute'],
  ['references/', 'empty-segment'],
  ['references//x', 'empty-segment'],
  ['../x', 'dot-segment'],
  ['references/../../x', 'dot-segment'],
  ['references/./x', 'dot-segment'],
  ['references/..', 'dot-segment'],
  ['./references/x', 'dot-segment'],
  ['README.md', 'wrong-folder'],
  ['SKILL.md', 'wrong-folder'],
  ['other/x.md', 'wrong-folder'],
  ['References/x.md', 'wrong-folder'],
  ['referenсes/x.md', 'wrong-folder'],
  [' references/x.md', 'wrong-folder'],
  ['~/x.md', 'wrong-folder'],
  ['references', 'no-file-name'],
  [`references/${'x'.repeat(256)}`, 'name-too-long'],
  [`references/${'ä'.repeat(128)}`, 'name-too-long'],
  [`references/${'x/'.repeat(510)}xxx`, 'path-too-long'],
] as const)('%j is refused: %s', ([path, reason]) => {
  expect(refusePath(path)).toMatchObject({ reason });
  expect(refuseNewPath(path)).toMatchObject({ reason });
});

test.for([
  ['references/CON', 'device-name'],
  ['references/nul.txt', 'device-name'],
  ['references/aux.tar.gz', 'device-name'],
  ['references/com1/x.md', 'device-name'],
  ['references/LPT9.md', 'device-name'],
  ['references/com¹.md', 'device-name'],
  ['references/prn .md', 'device-name'],
  ['references/x.', 'trailing-dot-or-space'],
  ['references/x ', 'trailing-dot-or-space'],
  ['references/ x', 'trailing-dot-or-space'],
  ['references/sub./x', 'trailing-dot-or-space'],
  ['references/a:b', 'forbidden-character'],
  ['references/what?.md', 'forbidden-character'],
  ['references/*.md', 'forbidden-character'],
  ['references/e\u0301.md', 'not-composed'],
  ['references/a\u200bb.md', 'look-alike'],
  ['references/\u202egnp.exe', 'look-alike'],
  ['references/a\uff0fb.md', 'look-alike'],
  ['references/a\u2215b.md', 'look-alike'],
  ['references/\u2025/x.md', 'look-alike'],
  ['references/a\uff3cb.md', 'look-alike'],
  ['references/.DS_Store', 'junk-file'],
  ['references/.git/config', 'junk-file'],
  ['references/.coppice-1.tmp', 'junk-file'],
] as const)('%j is refused as the name of a new file: %s', ([path, reason]) => {
  expect(refusePath(path)).toBeUndefined();
  expect(refuseNewPath(path)).toMatchObject({ reason });
});

test.for([
  ['a', 'A', true],
  ['é', 'e\u0301', true],
  ['straße', 'STRASSE', true],
  ['a', 'b', false],
] as const)('%j and %j are one name: %j', ([left, right, isSame]) => {
  expect(isSameName(left, right)).toBe(isSame);
});
