/*
 * Archives that must be refused: each is the good one with a single fault. Whoever takes bundles from strangers tests
 * with all of them that nothing is left of a refused one.
 */

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { gzip } from '../../system/gzip.js';
import type { ErrorCode } from '../../text/errors.js';
import { bomb, entry, goodArchive, goodTar, utf8 } from './archive.fixture.js';
import { tarEnd, writeTarFile } from './pack-bundle.js';
import { writePaxRecord } from './tar-header.js';

export interface HostileArchive {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly code: ErrorCode;
  /** What the message says, among other things. */
  readonly fault: string;
}

export function hostileArchives(): readonly HostileArchive[] {
  return [
    ...badPaths(),
    ...badEntries(),
    ...badExtensions(),
    ...badTars(),
    ...badCompression(),
    ...tooLarge(),
  ];
}

function badPaths(): readonly HostileArchive[] {
  const unseen = 'an invisible character';
  const rows: readonly (readonly [name: string, path: string, fault: string])[] = [
    ['traversal', '../../x', '. or ..'],
    ['inner traversal', 'a/../../x', '. or ..'],
    ['traversal at the end', 'a/..', '. or ..'],
    ['a dot segment', 'a/./x', '. or ..'],
    ['two leading dot segments', '././x', '. or ..'],
    ['an absolute path', '/tmp/x', 'absolute'],
    ['an absolute path behind a dot', './/tmp/x', 'absolute'],
    ['a drive', 'C:/x', 'a drive letter'],
    ['a path relative to a drive', 'c:x', 'a drive letter'],
    ['a backslash', 'a\\..\\..\\x', 'a backslash'],
    ['a share', '\\\\server\\share', 'a backslash'],
    ['an empty segment', 'a//x', 'two slashes'],
    ['a file that ends with a slash', 'a/', 'two slashes'],
    ['a control character', 'a\nb', 'a control character'],
    ['an escape sequence', '\x1b[2Jx', 'a control character'],
    ['a control character of Latin-1', 'a\u0085b', 'a control character'],
    ['a turned direction of writing', 'a\u202etxt.sh', unseen],
    ['a zero-width character', 'a\u200bb', unseen],
    ['a variation selector', 'a\ufe0f', unseen],
    ['a byte order mark', '\ufeffa', unseen],
    ['a line separator', 'a\u2028b', unseen],
    ['a trailing dot', 'a./x', 'ends with a dot or a space'],
    ['a trailing space', 'a ', 'ends with a dot or a space'],
    ['an alternate stream', 'run.sh:x', 'one of < >'],
    ['a wildcard', 'a*', 'one of < >'],
    ['a reserved name', 'nul.txt', 'a device'],
    ['a reserved name in capitals', 'docs/CON', 'a device'],
    ['a reserved name with a number', 'com1.tar.gz', 'a device'],
    ['a reserved name with a superscript', 'lpt².md', 'a device'],
    ['a reserved name of the console', 'CONIN$', 'a device'],
    ['a name that is not composed', 'cafe\u0301.md', 'its accent as two characters'],
    ['a long name', 'a'.repeat(256), 'longer than 255 bytes'],
    ['a long name in few characters', 'ü'.repeat(128), 'longer than 255 bytes'],
    ['a long path', `${'a'.repeat(250)}/`.repeat(4).concat('a'.repeat(21)), 'longer than 1024 bytes'],
    ['a deep path', `${'a/'.repeat(33)}x`, '32 folders deep'],
    ['version control', '.git/config', 'other programs'],
    ['version control in a folder, in capitals', 'docs/.GIT/hooks/post-checkout', 'other programs'],
    ['version control by its short name', 'GIT~1/config', 'other programs'],
    ['a compiled script that no digest counts', 'scripts/__pycache__/run.cpython-312.pyc', 'other programs'],
    ['case-colliding names', 'DOCS/X', 'only in case'],
    ['case-colliding folders', 'Docs/y', 'only in case'],
    ['a second SKILL.md in small letters', 'skill.md', 'only in case'],
    ['the same path twice', 'docs/x', 'twice'],
    ['the same path twice, once behind a dot', './docs/x', 'twice'],
    ['a file in the place of a folder', 'docs', 'where another needs a folder'],
    ['a folder in the place of a file', 'docs/x/y', 'where another needs a folder'],
  ];
  return [
    ...rows.map(([name, path, fault]) => bad(name, fault, pathEntry(path))),
    bad('a name that is not UTF-8', 'not UTF-8', entry(Uint8Array.of(0x61, 0xff, 0xfe))),
    bad('a slash in too many bytes', 'not UTF-8', entry(Uint8Array.of(0x2e, 0x2e, 0xc0, 0xaf, 0x78))),
    bad('letters that share a capital', 'only in case', pathEntry('a/ſ'), pathEntry('a/s')),
    bad('a folder entry that leaves', '. or ..', entry('../', { type: '5' })),
    bad('no name at all', 'the path is empty', entry('')),
  ];
}

/** The path as it is, however long: a name in the header would end at its field. */
function pathEntry(path: string): Uint8Array {
  return Buffer.concat(writeTarFile({ path, bytes: utf8('x'), executable: false }));
}

function badEntries(): readonly HostileArchive[] {
  const link = (block: Uint8Array) => block.set(utf8('/etc/passwd'), 157);
  const sized = (digits: string) => (block: Uint8Array) => block.set(utf8(digits), 124);
  return [
    bad('a symlink', 'a symbolic link', entry('x', { type: '2', body: '', change: link })),
    bad('a hard link', 'a hard link', entry('x', { type: '1', body: '', change: link })),
    bad(
      'a hard link with a size',
      'a hard link',
      entry('x', { type: '1', body: '', change: sized('00000777777\0') }),
    ),
    bad('a character device', 'a device', entry('x', { type: '3', body: '' })),
    bad('a block device', 'a device', entry('x', { type: '4', body: '' })),
    bad('a fifo', 'a named pipe', entry('x', { type: '6', body: '' })),
    bad('a contiguous file', 'neither a file nor a folder', entry('x', { type: '7' })),
    bad('a sparse file', 'a sparse file', entry('x', { type: 'S' })),
    bad('a long target of a link', 'a link with a long target', entry('x', { type: 'K' })),
    bad('a volume label', 'neither a file nor a folder', entry('x', { type: 'V', body: '' })),
    bad('a folder with content', 'a folder with content', entry('x/', { type: '5', body: 'x' })),
    bad(
      'a size beyond the archive',
      'the archive ends before it does',
      entry('x', { change: sized('77777777777\0') }),
    ),
    bad('a negative size', 'the size is not an octal number', entry('x', { change: sized('-0000000001\0') })),
    bad(
      'a size that is no number',
      'the size is not an octal number',
      entry('x', { change: sized('0000000000x\0') }),
    ),
    bad(
      'no size',
      'the size is not an octal number',
      entry('x', { change: (block) => block.fill(0, 124, 136) }),
    ),
    bad(
      'a binary size',
      'the size is not an octal number',
      entry('x', { change: (block) => block.set([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 124) }),
    ),
    bad(
      'a mode that is no number',
      'the mode is not',
      entry('x', { change: (block) => block.fill(0x7a, 100, 107) }),
    ),
    bad('a NUL in a name', 'after the end of the name', entry('safe\0/../x')),
    bad(
      'an entry of the oldest form',
      'neither ustar nor GNU',
      entry('x', { change: (block) => block.fill(0, 257, 265) }),
    ),
    bad(
      'a traversal split over two fields',
      '. or ..',
      entry('x', { change: (block) => block.set(utf8('a/../..'), 345) }),
    ),
    bad(
      'a prefix in an entry of GNU',
      'GNU extensions',
      entry('x', {
        change: (block) => {
          block.set(utf8('ustar  \0'), 257);
          block.set(utf8('..'), 345);
        },
      }),
    ),
    bad('something behind the end of a file', 'after its end', tampered(entry('x'), 513)),
    bad('a wrong checksum of a header', 'the checksum of the header', tampered(entry('x'), 3)),
  ];
}

function badExtensions(): readonly HostileArchive[] {
  const pax = (type: string, ...records: readonly [key: string, value: string][]) =>
    entry('PaxHeader', {
      type,
      body: Buffer.concat(records.map(([key, value]) => writePaxRecord(key, value))),
    });
  const malformed = (body: string) =>
    bad(
      `an extended header ${JSON.stringify(body)}`,
      'malformed',
      entry('PaxHeader', { type: 'x', body }),
      entry('x'),
    );
  return [
    bad('traversal in an extended header', '. or ..', pax('x', ['path', '../x']), entry('x')),
    bad('a NUL in an extended header', 'a control character', pax('x', ['path', 'a\0b']), entry('x')),
    bad('no name in an extended header', 'the path is empty', pax('x', ['path', '']), entry('x')),
    bad(
      'a long name that leaves',
      '. or ..',
      entry('././@LongLink', { type: 'L', body: '../x\0' }),
      entry('x'),
    ),
    bad('sizes that disagree', 'disagree on its size', pax('x', ['size', '513']), entry('x')),
    bad('a size written in two ways', 'disagree on its size', pax('x', ['size', '01']), entry('x')),
    bad(
      'a target in an extended header',
      'makes it a link',
      pax('x', ['linkpath', '/etc/passwd']),
      entry('x'),
    ),
    bad(
      'a sparse file in an extended header',
      'makes it a link',
      pax('x', ['GNU.sparse.major', '1']),
      entry('x'),
    ),
    bad(
      'a kind in an extended header',
      'makes it a link',
      pax('x', ['SCHILY.filetype', 'hardlink']),
      entry('x'),
    ),
    bad('one path for all', 'gives all entries the same path', pax('g', ['path', 'y'])),
    bad('one size for all', 'gives all entries the same path', pax('g', ['size', '0'])),
    bad('one target for all', 'makes it a link', pax('g', ['linkpath', 'y'])),
    bad('a key twice', 'has a key twice', pax('x', ['path', 'a'], ['path', 'b']), entry('x')),
    malformed('99 path=a\n'),
    malformed('8 path=a\n'),
    malformed('11 path=aa\n\n'),
    malformed('-1 path=a\n'),
    malformed('path=a\n'),
    malformed('4 a\n'),
    malformed('5 =a\n'),
    malformed('0 \n'),
    bad('a long extended header', 'too long', pax('x', ['comment', 'a'.repeat(70_000)]), entry('x')),
    bad(
      'two extended headers',
      'two extended headers',
      pax('x', ['path', 'a']),
      pax('x', ['path', 'b']),
      entry('x'),
    ),
    bad(
      'a long name beside an extended one',
      'two extended headers',
      entry('././@LongLink', { type: 'L', body: 'a\0' }),
      pax('x', ['path', 'b']),
      entry('x'),
    ),
    bad('an extended header without an entry', 'belongs to no entry', pax('x', ['path', 'a'])),
  ];
}

function badTars(): readonly HostileArchive[] {
  const good = goodTar();
  const withoutEnd = good.subarray(0, -tarEnd.length);
  const rows: readonly (readonly [name: string, tar: Uint8Array, fault: string])[] = [
    ['no SKILL.md', Buffer.concat([entry('README.md'), tarEnd]), 'no SKILL.md'],
    ['SKILL.md only in a folder', Buffer.concat([entry('in/SKILL.md'), tarEnd]), 'no SKILL.md'],
    ['SKILL.md in small letters', Buffer.concat([entry('skill.md'), tarEnd]), 'no SKILL.md'],
    ['SKILL.md as a folder', Buffer.concat([entry('SKILL.md/', { type: '5' }), tarEnd]), 'no SKILL.md'],
    ['no entry', tarEnd, 'no SKILL.md'],
    ['nothing in the compressed data', new Uint8Array(), 'cut off'],
    ['no end', withoutEnd, 'cut off'],
    ['half an end', good.subarray(0, -512), 'cut off'],
    ['an archive that ends in a file', withoutEnd.subarray(0, -512), 'the archive ends before it does'],
    ['an archive that ends in a header', withoutEnd.subarray(0, -1000), 'cut off'],
    ['an entry behind the end', Buffer.concat([good, entry('x'), tarEnd]), 'after the end of the archive'],
    [
      'an entry behind half an end',
      Buffer.concat([withoutEnd, new Uint8Array(512), entry('x'), tarEnd]),
      'after the end of the archive',
    ],
  ];
  return rows.map(([name, tar, fault]) => ({ name, bytes: gzip(tar), code: 'bad-bundle', fault }));
}

function badCompression(): readonly HostileArchive[] {
  const good = goodArchive();
  const damaged = 'damaged or cut off';
  const rows: readonly (readonly [name: string, bytes: Uint8Array, fault: string])[] = [
    ['nothing', new Uint8Array(), 'not compressed with gzip'],
    ['not gzip', utf8('hello'), 'not compressed with gzip'],
    ['a bare tar', goodTar(), 'not compressed with gzip'],
    ['the beginning of gzip', good.subarray(0, 5), damaged],
    ['a truncated archive', good.subarray(0, 80), damaged],
    ['no gzip trailer', good.subarray(0, -8), 'compressed data'],
    ['a wrong checksum', tampered(good, good.length - 8), 'the checksum of the compressed data'],
    ['a wrong length', tampered(good, good.length - 4), 'the length of the decompressed data'],
    ['a length that is too small', Buffer.concat([good.subarray(0, -4), new Uint8Array(4)]), 'the length of'],
    ['damaged compression', tampered(good, 12), 'compressed data'],
    ['another compression', tampered(good, 2), 'unknown compression'],
    ['a gzip comment', tampered(good, 3), 'unusual fields'],
    ['a gzip name without an end', Buffer.concat([good.subarray(0, 3), Buffer.alloc(30, 8)]), damaged],
    ['a second member', Buffer.concat([good, good]), 'after the end of the compressed data'],
    ['an empty second member', Buffer.concat([good, gzipSync('')]), 'compressed data'],
    ['zeros behind the archive', Buffer.concat([good, new Uint8Array(512)]), 'compressed data'],
  ];
  return rows.map(([name, bytes, fault]) => ({ name, bytes, code: 'bad-bundle', fault }));
}

function tooLarge(): readonly HostileArchive[] {
  const mebibyte = 1024 * 1024;
  const noise = createHash('shake256', { outputLength: 6 * mebibyte }).digest();
  const many = Array.from({ length: 1000 }, (_, number) => entry(`f${number}`));
  const manyFolders = Array.from({ length: 1000 }, (_, number) => entry(`f${number}/`, { type: '5' }));
  const rows: readonly (readonly [name: string, bytes: Uint8Array, fault: string])[] = [
    ['a bomb', bomb(200 * mebibyte), 'unpacks to more than'],
    ['more than 5 MiB packed', gzipSync(goodTar(entry('big', { body: noise })), { level: 0 }), 'larger than'],
    ['a ratio of more than 200', bomb(2 * mebibyte), 'unpacks to more than'],
    ['too many entries', gzip(goodTar(...many)), 'more than 1000 entries'],
    ['too many folders', gzip(goodTar(...manyFolders)), 'more than 1000 entries'],
  ];
  return rows.map(([name, bytes, fault]) => ({ name, bytes, code: 'bundle-too-large', fault }));
}

function bad(name: string, fault: string, ...entries: readonly Uint8Array[]): HostileArchive {
  return { name, bytes: gzip(goodTar(...entries)), code: 'bad-bundle', fault };
}

/** With one byte turned into another. */
function tampered(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ 0xff : byte));
}
