import { expect, test } from 'vitest';
import { readTarHeader, type TarHeader, writeChecksum, writeTarHeader } from './tar-header.js';

const utf8 = (text: string) => new TextEncoder().encode(text);
const plain: TarHeader = { name: utf8('docs/x'), type: '0', sizeBytes: 1234, mode: 0o644 };

/** What is read from a header with some bytes written over it. */
function readChanged(changes: Readonly<Record<number, string>>) {
  const block = writeTarHeader(plain);
  for (const [at, text] of Object.entries(changes))
    block.set(
      [...text].map((character) => character.charCodeAt(0)),
      Number(at),
    );
  writeChecksum(block);
  return readTarHeader(block);
}

test.for<[string, Readonly<Record<number, string>>, Partial<TarHeader>]>([
  ['as it was written', {}, {}],
  ['of GNU', { 257: 'ustar  \0' }, {}],
  ['with a size after spaces', { 124: '       2322 ' }, {}],
  ['with a size that fills its field', { 124: '000000002322' }, {}],
  ['with a mode of seven digits', { 100: '100755 \0' }, { mode: 0o100755 }],
  ['with a prefix', { 345: 'a/long/way' }, { name: utf8('a/long/way/docs/x') }],
  ['with a name that fills its field', { 0: 'n'.repeat(100) }, { name: utf8('n'.repeat(100)) }],
  [
    'with a prefix that fills its field',
    { 345: 'p'.repeat(155) },
    { name: utf8(`${'p'.repeat(155)}/docs/x`) },
  ],
  ['with times behind its prefix', { 345: 'a', 476: '14756000000 14756000000 ' }, { name: utf8('a/docs/x') }],
  ['with an owner in binary', { 108: '\x80\0\0\0\0\0\0\x01' }, {}],
  ['with a type that is not known', { 156: 'Z' }, { type: 'Z' }],
])('a header %s is read', ([_, changes, differences]) => {
  expect(readChanged(changes)).toEqual({ kind: 'header', header: { ...plain, ...differences } });
});

test.for<[string, Readonly<Record<number, string>>, string]>([
  ['without magic', { 257: '\0\0\0\0\0\0\0\0' }, 'neither ustar nor GNU'],
  ['with half of its magic', { 257: 'ustar\0\0\0' }, 'neither ustar nor GNU'],
  ['with text behind the name', { 0: 'a\0b' }, 'after the end of the name'],
  ['of GNU with a prefix', { 257: 'ustar  \0', 345: 'a' }, 'GNU extensions'],
  ['with an empty size', { 124: '            ' }, 'the size'],
  ['with a size in binary', { 124: '\x80\0\0\0\0\0\0\0\0\0\0\x01' }, 'the size'],
  ['with a negative size', { 124: '-1\0' }, 'the size'],
  ['with digits behind the end of the size', { 124: '0000002322\x001' }, 'the size'],
  ['with a size of other digits', { 124: '00000000009\0' }, 'the size'],
  ['with a mode in words', { 100: 'rwxr-x-\0' }, 'the mode'],
])('a header %s is refused', ([_, changes, fault]) => {
  expect(readChanged(changes)).toEqual({ kind: 'refused', fault: expect.stringContaining(fault) });
});

test('a header is refused when any of its bytes is another', () => {
  for (let at = 0; at < 512; at += 1) {
    const block = writeTarHeader(plain);
    block[at] = (block[at] ?? 0) ^ 0x11;
    expect(readTarHeader(block)).toMatchObject({ kind: 'refused' });
  }
});
