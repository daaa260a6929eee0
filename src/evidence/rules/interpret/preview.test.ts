import { expect, test } from 'vitest';
import { longTest } from '../../../../test/long.js';
import { createRedactor } from '../../../scan/secrets/redact.js';
import { preview } from './preview.js';

const redactor = { redact: createRedactor({ environment: {} }) };
const githubToken = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

function check(name: string, value: unknown, limit: number, expected: string) {
  test(name, () => expect(preview(value, limit, redactor)).toBe(expected));
}

check('a string is shown as it is', 'say "hi"\n\tto all', 50, 'say "hi"\n\tto all');
check(
  'other values are shown as JSON',
  { b: [1, 'x', null, true], a: { c: 1.5 } },
  50,
  '{"b":[1,"x",null,true],"a":{"c":1.5}}',
);
check('what JSON has no word for is null', [undefined, 10n], 50, '[null,10]');
check('a field without a value is left out', { a: undefined, b: 1 }, 50, '{"b":1}');
check('nothing at all is null', undefined, 50, 'null');
check('a text of the limit is whole', 'abcde', 5, 'abcde');
check('a longer text ends in an ellipsis', 'abcdef', 5, 'abcd…');
check('code points are counted, not units', '😀😀😀', 3, '😀😀😀');
check('a code point is never cut in two', '😀😀😀', 2, '😀…');
check('of very little room, the ellipsis is left', 'abc', 1, '…');
check(
  'control characters and colours are dropped',
  'a\u0000b\u001b[31mred\u001b[0m\u0007\r\n',
  50,
  'abred\n',
);
check('lone surrogates are replaced', 'a\ud800b\udc00', 50, 'a\ufffdb\ufffd');
check('a secret is redacted', `use ${githubToken} now`, 50, 'use [redacted:github-token] now');
check(
  'a secret split by a control character is redacted',
  githubToken.replace('A1', 'A\u00001'),
  50,
  '[redacted:github-token]',
);
check(
  'a secret beyond the cut is not shown',
  `${'x'.repeat(40)} ${githubToken}`,
  50,
  `${'x'.repeat(40)} [redacte…`,
);
check(
  'a value under a secret name is hidden',
  { user: 'bob', password: 'open sesame' },
  80,
  '{"user":"bob","password":"[redacted:secret]"}',
);
check(
  'all that is inside a secret is hidden',
  { credentials: { a: 'x', b: ['y', 1] } },
  80,
  '{"credentials":{"a":"[redacted:secret]","b":["[redacted:secret]",1]}}',
);
check(
  'a name is no secret',
  { secret_name: 'my-secret', max_tokens: 5 },
  80,
  '{"secret_name":"my-secret","max_tokens":5}',
);

longTest('a secret that crosses the cut leaves no part of itself, wherever it begins', () => {
  const key = ['-----BEGIN RSA PRIVATE', 'KEY-----\n'].join(' ') + 'MIIEpAIBAAKCAQEA7v9\n'.repeat(100);
  for (const secret of [githubToken, key])
    for (let at = 0; at < 1200; at += 1) {
      const shown = preview(`${'- '.repeat(at).slice(0, at)} ${secret} ${'- '.repeat(3000)}`, 100, redactor);
      expect(shown).not.toMatch(/ghp|A1b2|MIIE|BEGIN/);
    }
});

test('a secret at the edge of the window stays hidden if an earlier one was shortened', () => {
  const long = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIx'.repeat(70), 'c2ln'].join('.');
  for (let gap = 0; gap < 200; gap += 1)
    expect(
      preview(`${long} ${'-'.repeat(gap)} ${githubToken} ${'x '.repeat(2000)}`, 200, redactor),
    ).not.toMatch(/ghp|A1b2/);
});

test('a large value costs no more than a small one', () => {
  let touched = 0;
  const counting = new Proxy(
    Array.from({ length: 1_000_000 }, () => 'row'),
    {
      get(rows, key) {
        touched += 1;
        return Reflect.get(rows, key);
      },
    },
  );
  expect(preview({ rows: counting }, 100, redactor)).toMatch(/^\{"rows":\["row",.*…$/);
  expect(touched).toBeLessThan(1000);
});

test('a value that is nested very deeply is shown', () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) value = [value];
  expect(preview(value, 500, redactor)).toMatch(/^\[{101}"…"\]{101}$/);
});

test('the value of a field that is named like a secret is remembered', () => {
  const values: string[] = [];
  preview({ env: { api_key: 'x1' }, command: 'ls' }, 100, {
    ...redactor,
    remember: (value) => values.push(value),
  });
  expect(values).toEqual(['x1']);
});
