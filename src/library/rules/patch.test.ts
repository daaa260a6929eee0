import { expect, test } from 'vitest';
import { growth } from '../../skill/growth.fixture.js';
import { patchText, type Replacement } from './patch.js';

function check(source: string, patch: Replacement, after: string): void {
  const outcome = patchText(new TextEncoder().encode(source), patch);
  expect(outcome.kind).toBe('patched');
  if (outcome.kind === 'patched') {
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(outcome.bytes)).toBe(after);
  }
}

test('one match is replaced, literally', () => {
  check('a b c', { find: 'b', replace: 'x' }, 'a x c');
  check('a b c', { find: 'b', replace: "$&$'$1" }, "a $&$'$1 c");
  check('a b c', { find: 'a b c', replace: '' }, '');
  check('a.c abc', { find: 'a.c', replace: 'x' }, 'x abc');
  check('naïve 💡 idea', { find: '💡', replace: 'ï' }, 'naïve ï idea');
});

test('all matches are replaced when asked for', () => {
  check('x-x-x', { find: 'x', replace: 'long', all: true }, 'long-long-long');
  check('aaaa', { find: 'aa', replace: 'b', all: true }, 'bb');
});

test('the line breaks of the file are kept, whichever the caller uses', () => {
  check('a\r\nb\r\nc\r\n', { find: 'a\nb', replace: 'x\ny\nz' }, 'x\r\ny\r\nz\r\nc\r\n');
  check('a\r\nb\r\n', { find: 'a\r\nb', replace: 'x\r\ny' }, 'x\r\ny\r\n');
  check('a\nb\n', { find: 'a\r\nb', replace: 'x\r\ny' }, 'x\ny\n');
  check('\uFEFFa\r\nb', { find: 'b', replace: 'b\n' }, '\uFEFFa\r\nb\r\n');
});

test('in a file with both kinds of line breaks the text is taken as it is', () => {
  check('a\r\nb\nc\n', { find: 'b\nc', replace: 'x\r\ny\n' }, 'a\r\nx\r\ny\n\n');
  expect(patchText(new TextEncoder().encode('a\r\nb\nc\n'), { find: 'a\nb', replace: '' }).kind).toBe(
    'no-match',
  );
});

test('bytes that are not UTF-8 stay as they are', () => {
  const outcome = patchText(Uint8Array.of(0xff, 0x61, 0xfe, 0x0a, 0xc3), { find: 'a', replace: 'ä' });
  expect(outcome).toEqual({ kind: 'patched', bytes: Uint8Array.of(0xff, 0xc3, 0xa4, 0xfe, 0x0a, 0xc3) });
});

test('several matches are reported with their lines, overlapping ones too', () => {
  const source = new TextEncoder().encode('one\ntwo one\n\none\n');
  expect(patchText(source, { find: 'one', replace: '' })).toEqual({ kind: 'many-matches', lines: [1, 2, 4] });
  expect(patchText(new TextEncoder().encode('aaa'), { find: 'aa', replace: '' })).toMatchObject({
    kind: 'many-matches',
  });
});

test('finding many matches of a short text takes no longer for each than for one', () => {
  const patching = (lines: number) => {
    const source = new TextEncoder().encode('e\n'.repeat(lines));
    return () => void patchText(source, { find: 'e', replace: 'x' });
  };
  expect(growth(patching(5_000), patching(20_000))).toBeLessThan(2.5);
});

test('no match is reported with the lines that come closest', () => {
  const source = '# Title\n\nRun the   formatter first.\nThen run the tests.\nFinally commit.\n';
  const closest = (find: string) => {
    const outcome = patchText(new TextEncoder().encode(source), { find, replace: '' });
    return outcome.kind === 'no-match' ? outcome.closest : outcome.kind;
  };
  expect(closest('Run the formatter first')).toEqual([
    { startLine: 3, endLine: 3, text: 'Run the   formatter first.' },
    { startLine: 4, endLine: 4, text: 'Then run the tests.' },
  ]);
  expect(closest('then RUN the test!\nFinally')).toMatchObject([{ startLine: 4, endLine: 5 }, {}]);
  expect(closest('%%%%')).toEqual([]);
  expect(closest('')).toEqual([]);
});
