import { expect, test } from 'vitest';
import { blockLimitBytes, findLayout } from './layout.js';

const encode = (text: string) => new TextEncoder().encode(text);

/** Block and body as text, or the fault. */
function parts(bytes: Uint8Array, complete: boolean): readonly string[] | string {
  const layout = findLayout(bytes, complete);
  if (layout === 'incomplete') return layout;
  if (layout.block === undefined) return layout.fault ?? 'neither block nor fault';
  const cut = (start: number, end?: number) => new TextDecoder().decode(bytes.slice(start, end));
  return [cut(layout.block.start, layout.block.end), cut(layout.bodyStart)];
}

test('fences are whole lines', () => {
  const rows: readonly (readonly [string, readonly string[] | string])[] = [
    ['---\nname: a\n---\nbody\n', ['name: a\n', 'body\n']],
    ['---\nname: a\n---', ['name: a\n', '']],
    ['---\n---\n', ['', '']],
    ['---\n---', ['', '']],
    ['---  \t\nname: a\n--- \t \nbody', ['name: a\n', 'body']],
    ['---\r\nname: a\r\n---\r\nbody\r\n', ['name: a\r\n', 'body\r\n']],
    ['---\r\nname: a\r\n---\r', ['name: a\r\n', '']],
    ['---\nname: a --- b\n---x\n ---\n----\n---\nbody', ['name: a --- b\n---x\n ---\n----\n', 'body']],
    ['---\na\n---\nb\n---\nc\n', ['a\n', 'b\n---\nc\n']],
    ['', 'no-frontmatter'],
    ['\n---\nname: a\n---\n', 'no-frontmatter'],
    [' ---\nname: a\n---\n', 'no-frontmatter'],
    ['--- name: a\n---\n', 'no-frontmatter'],
    ['---\rname: a\r---\r', 'no-frontmatter'],
    ['--', 'no-frontmatter'],
    ['----\nname: a\n----\n', 'no-frontmatter'],
    ['---', 'unclosed-frontmatter'],
    ['---\n', 'unclosed-frontmatter'],
    ['---\nname: a\n--', 'unclosed-frontmatter'],
  ];
  for (const [text, expected] of rows) expect([text, parts(encode(text), true)]).toEqual([text, expected]);
});

test('one byte order mark is stepped over, a second is text', () => {
  expect(findLayout(encode('\uFEFF---\na\n---\nb'), true)).toEqual({
    start: 3,
    block: { start: 7, end: 9 },
    bodyStart: 13,
    fault: undefined,
  });
  expect(findLayout(encode('\uFEFFplain'), true)).toMatchObject({
    start: 3,
    bodyStart: 3,
    fault: 'no-frontmatter',
  });
  expect(findLayout(encode('\uFEFF\uFEFF---\na\n---\n'), true)).toMatchObject({
    start: 3,
    fault: 'no-frontmatter',
  });
});

test('the first bytes of a file give the answer for the whole file, or ask for more', () => {
  for (const text of [
    '---\na: b\n---\nbody\n',
    '\uFEFF--- \r\na: b\r\n---\r\nbody',
    'no fence\nat all',
    '--- x\n',
    '---\nnever closed\n',
  ]) {
    const whole = encode(text);
    const answer = findLayout(whole, true);
    for (let length = 0; length < whole.length; length += 1) {
      const first = findLayout(whole.subarray(0, length), false);
      if (first !== 'incomplete') expect([text, length, first]).toEqual([text, length, answer]);
    }
  }
});

test('no more is asked for than is needed', () => {
  const rows: readonly (readonly [string, string | readonly string[]])[] = [
    ['---\na: b\n---\n', ['a: b\n', '']],
    ['---\na: b\n---', 'incomplete'],
    ['---\na: b\n', 'incomplete'],
    ['--', 'incomplete'],
    ['', 'incomplete'],
    ['-x-', 'no-frontmatter'],
    ['# Heading', 'no-frontmatter'],
  ];
  for (const [text, expected] of rows) expect([text, parts(encode(text), false)]).toEqual([text, expected]);
});

test('a block must close within the limit, whoever asks', () => {
  const filled = (length: number) => {
    const text = '---\n\n---\n';
    return encode(text.replace('\n\n', `\n${'x'.repeat(length - text.length)}\n`));
  };
  const fits = filled(blockLimitBytes);
  expect(findLayout(fits, true)).toMatchObject({ bodyStart: blockLimitBytes, fault: undefined });
  expect(findLayout(fits, false)).toEqual(findLayout(fits, true));
  const over = filled(blockLimitBytes + 1);
  expect(findLayout(over, true)).toMatchObject({ bodyStart: 0, fault: 'frontmatter-too-long' });
  expect(findLayout(over.subarray(0, blockLimitBytes), false)).toEqual(findLayout(over, true));
  expect(findLayout(over.subarray(0, blockLimitBytes - 1), false)).toBe('incomplete');
  expect(findLayout(encode('-'.repeat(blockLimitBytes)), false)).toMatchObject({ fault: 'no-frontmatter' });
});
