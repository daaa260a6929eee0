import { expect, test } from 'vitest';
import { type EntryKind, entryPath } from './entry-path.js';

const pathOf = (name: string, kind: EntryKind = 'file') => entryPath(new TextEncoder().encode(name), kind);

/** 1,024 bytes. */
const longestPath = `${'a'.repeat(203)}/`.repeat(5).concat('last');

test.for<[string, EntryKind, string]>([
  ['SKILL.md', 'file', 'SKILL.md'],
  ['./SKILL.md', 'file', 'SKILL.md'],
  ['docs/a b.md', 'file', 'docs/a b.md'],
  ['docs/', 'folder', 'docs'],
  ['docs', 'folder', 'docs'],
  ['./docs/in/', 'folder', 'docs/in'],
  ['.', 'folder', ''],
  ['./', 'folder', ''],
  ['.gitignore', 'file', '.gitignore'],
  ['...a', 'file', '...a'],
  ['Größe/日本.md', 'file', 'Größe/日本.md'],
  ['a-😀.png', 'file', 'a-😀.png'],
  ['con-fig.md', 'file', 'con-fig.md'],
  ['com10', 'file', 'com10'],
  ['console.log', 'file', 'console.log'],
  ['digit~1', 'file', 'digit~1'],
  ['a'.repeat(255), 'file', 'a'.repeat(255)],
  [longestPath, 'file', longestPath],
  [`${'a/'.repeat(32)}x`, 'file', `${'a/'.repeat(32)}x`],
])('%j, a %s, has the path %j', ([name, kind, path]) => {
  expect(pathOf(name, kind)).toEqual({ kind: 'path', path });
});

test.for<[string, EntryKind, string]>([
  ['', 'file', 'empty'],
  [`${longestPath}x`, 'file', 'longer than 1024 bytes'],
  ['', 'folder', 'empty'],
  ['./', 'file', 'empty'],
  ['.', 'file', '. or ..'],
  ['docs/', 'file', 'two slashes'],
  ['docs//', 'folder', 'two slashes'],
  ['/', 'folder', 'empty'],
  ['/etc/', 'folder', 'absolute'],
  ['./..', 'folder', '. or ..'],
  ['z:', 'folder', 'drive'],
  ['a\x7f', 'file', 'control character'],
  ['a\u00adb', 'file', 'invisible character'],
  ['a\u{e0061}', 'file', 'invisible character'],
  ['a\u3164', 'file', 'invisible character'],
  ['a?', 'file', 'one of < >'],
  ['PRN', 'file', 'device'],
  ['aux .txt', 'file', 'device'],
  ['com¹', 'file', 'device'],
  ['a/lpt9.x/b', 'file', 'device'],
  ['\u1100\u1161', 'file', 'two characters'],
  ['.git', 'file', 'other programs'],
  ['git~2/x', 'file', 'other programs'],
  ['._SKILL.md', 'file', 'other programs'],
  ['docs/.DS_Store', 'file', 'other programs'],
  ['SKILL.md~', 'file', 'other programs'],
])('%j, a %s, is refused: %s', ([name, kind, fault]) => {
  expect(pathOf(name, kind)).toEqual({ kind: 'refused', fault: expect.stringContaining(fault) });
});

test('bytes that are not UTF-8 are refused', () => {
  for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0x61, 0xe2, 0x82]])
    expect(entryPath(Uint8Array.from(bytes), 'file')).toEqual({
      kind: 'refused',
      fault: 'the path is not UTF-8',
    });
});
