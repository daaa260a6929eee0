import { expect, test } from 'vitest';
import { parseToml } from './toml.js';

test('a text is a table, or a position with a reason of its own', () => {
  expect(parseToml('a.b = 1\n')).toEqual({ ok: true, value: { a: { b: 1 } } });
  expect(parseToml('a = 1\n[b')).toEqual({
    ok: false,
    fault: { line: 2, column: 2, reason: expect.not.stringMatching(/TOML|\n|\.$/) },
  });
});
