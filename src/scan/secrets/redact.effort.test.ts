import { expect, test } from 'vitest';
import { growth, numbered, times } from '../../skill/growth.fixture.js';
import { createRedactor } from './redact.js';

/** Repeated to the length, these texts are the hardest to redact. */
const repeated: readonly string[] = [
  ...['a', '=', ':', '"', '\\', '\n', ' ', '-', '_', '.', '%', 'aB', 'a1B2', '😀', '\ud800', '[redacted:a]'],
  ...[
    'password=',
    'password: "',
    'password is ',
    'the password for a is ',
    'token: secret: ',
    'key ',
    '{"password":"',
  ],
  ...['sk-', 'ghp_', 'ghp_a\n', 'eyJ', 'eyJa.', 'AKIA', 'xoxb-', 'pat', 'AC0', 'aGVsbG8gd29ybGQh'],
  ...[
    'Authorization: ',
    'Bearer ',
    'cookie: a=',
    '://',
    '://a:',
    '://a:b@',
    ' -p ',
    'mysql -p',
    'curl -u a:',
  ],
  ...[
    'echo a | ',
    'login ',
    'secret set a --body ',
    'insert into a (b) values (',
    ':5432:a:b:',
    'kind: Secret\ndata:\n',
  ],
  ...['%41', '\\u0041', '&#65;', '\u001b[31m', '"a" + "', '密码', '密码是', 'パスワードは', 'mot de passe '],
  ...[
    'send "',
    'aB1c2:aB1c2d@',
    'a,password\n',
    '| password |\n|---|\n',
    '<password>',
    '&quot;password',
    '<(echo ',
  ],
  ...['secret create ', '?key=', 'log in as a with ', 'password <- ', ' -u a -p A1b2c3', 'root@localhost: '],
  ...[
    'auth token\n',
    'openssl rand\na1B2c3',
    'a/password',
    ' code is 1',
    'variable "password" { ',
    '"kty"',
    'secretkey[1,',
  ],
  ...[
    'password=a1B2c3D4e5 ',
    'token a1B2c3D4e5F6g7H8i9\n',
    'correct horse battery staple ',
    '-----BEGIN PRIVATE KEY-----\n',
  ],
];

const shapes: Readonly<Record<string, (length: number) => string>> = {
  ...Object.fromEntries(
    repeated.map((part) => [JSON.stringify(part), (length: number) => times(part, length)]),
  ),
  'many different secrets': (length) => numbered((index) => `token${index}=a1B2c3D4e5F6${index}\n`, length),
  'a secret and many words': (length) => `password=a1B2c3D4e5F6\n${times('a1B2c3D4e5F ', length)}`,
  'a value that never ends': (length) => `password="${times('b1 ', length)}`,
  'names in a value': (length) => `password='${times('password="', length)}`,
};

const redact = createRedactor({ environment: { SERVICE_TOKEN: 'kq7-horse-staple' } });

test.each(Object.entries(shapes))('the effort is linear in the size: %s', (_, shape) => {
  const [short, long] = [shape(8_000), shape(32_000)];
  expect(
    growth(
      () => redact(short),
      () => redact(long),
    ),
  ).toBeLessThan(2.5);
});

test('a text may contain more secrets than a call takes arguments', () => {
  const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
  const many = 200_000;
  const redact = createRedactor({ environment: {} });
  expect(redact(`${token}\n`.repeat(many))).toBe('[redacted:github-token]\n'.repeat(many));
});
