import { expect, test } from 'vitest';
import { isReadable, plantSecrets } from './find.fixture.js';
import { ordinaryOutputs } from './ordinary.fixture.js';
import { createPayloadRedactor, createRedactor } from './redact.js';

const redact = createRedactor({ environment: {} });

test('every planted secret is found, in every context', () => {
  const secrets = plantSecrets(1);
  const kinds = new Set(secrets.map(({ kind }) => kind));
  const missed = secrets.filter((secret) => isReadable(secret, redact(secret.text)));
  process.stdout.write(
    `redaction: ${secrets.length - missed.length} of ${secrets.length} planted secrets of ${kinds.size} kinds found\n`,
  );
  expect(secrets.length).toBeGreaterThanOrEqual(180);
  expect(kinds.size).toBeGreaterThanOrEqual(20);
  expect(missed.map(({ text }) => [text, redact(text)])).toEqual([]);
});

test('ordinary outputs are left alone', () => {
  const outputs = ordinaryOutputs();
  const changed = outputs.filter((output) => redact(output) !== output).map(redact);
  process.stdout.write(
    `redaction: ${changed.length} of ${outputs.length} ordinary outputs changed\n${changed.map((output) => `  ${JSON.stringify(output)}\n`).join('')}`,
  );
  expect(outputs.length).toBeGreaterThanOrEqual(500);
  expect(changed.length / outputs.length).toBeLessThan(0.01);
});

function check(name: string, text: string, expected = text, environment: Record<string, string> = {}) {
  test(name, () => expect(createRedactor({ environment })(text)).toBe(expected));
}

check('a flag that refuses a password has no value', 'psql -U app --no-password shop');
check('the number of a key for signatures', 'git config user.signingkey 3AA5C34371567BD2');
check('a fragment behind a port', 'https://docs:8080#a@b.example/c');
check(
  'a token of GitLab that has no digit',
  ['glpat', 'Rf_GBGwcocosKmB_ymlG'].join('-'),
  '[redacted:gitlab-token]',
);

const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
check('the kind is shown', `a ${token} b`, 'a [redacted:github-token] b');
check(
  'every one of several secrets is replaced',
  `${token},${token}`,
  '[redacted:github-token],[redacted:github-token]',
);
check(
  'a known format determines the kind, not the context',
  `token=${token}`,
  'token=[redacted:github-token]',
);
check(
  'the user and the host of a URL stay',
  'https://bob:s3cretpw@x.y/z',
  'https://bob:[redacted:url-password]@x.y/z',
);
check(
  'a user without a password is a secret if it looks like one',
  'https://x7Kq29LmPz4R@x.y/z https://bob@x.y/z',
  'https://[redacted:url-password]@x.y/z https://bob@x.y/z',
);
check(
  'the name of a header and its scheme stay',
  'Authorization: Basic Ym9iOmh1bnRlcjI=',
  'Authorization: Basic [redacted:authorization]',
);
check(
  'a sentence about a secret stays, a secret may contain spaces',
  '{"password":"must have 8 characters","secret":"b c #1"}',
  '{"password":"must have 8 characters","secret":"[redacted:secret]"}',
);
check(
  'escaped quotes are part of a value',
  '{"password":"ab\\"cd1","user":"bob"}',
  '{"password":"[redacted:secret]","user":"bob"}',
);
check('a value that is cut off is redacted', '{"password":"hunter2', '{"password":"[redacted:secret]');
check(
  'a secret is found after a value that is not one',
  'token: secret: token: abc123DEF456',
  'token: secret: token: [redacted:secret]',
);
check(
  'a key without its last line is redacted to the end of the text',
  `a\n-----BEGIN ${'PRIVATE'} KEY-----\nMIIEvQIBADANBg\nrest`,
  'a\n[redacted:private-key]',
);
check(
  'the first line of a key alone is not a key',
  `if (text.startsWith("-----BEGIN ${'PRIVATE'} KEY-----")) return;`,
);
check('redacted text stays', 'token=[redacted:secret] password: "[redacted:secret]"');

check(
  'code that searches for the lines around a private key stays',
  `if (pem.startsWith('-----BEGIN ${'PRIVATE'} KEY-----') && pem.endsWith('-----END ${'PRIVATE'} KEY-----')) return;`,
);
check('a table that describes a token stays', '| token  | string | required, from the settings page |');

const environment = {
  SERVICE_TOKEN: 'kq7-horse',
  USER: 'ann-the-user',
  SHORT_SECRET: 'short',
  KEY_PATH: '/home/ann/key',
};
check(
  'values of secret variables are redacted anywhere',
  'got kq7-horse!',
  'got [redacted:environment]!',
  environment,
);
check('values of other variables stay', 'ann-the-user short /home/ann/key', undefined, environment);
check('placeholders in variables stay', 'see your-token-here', undefined, {
  API_TOKEN: 'your-token-here',
});
check(
  'values are found in JSON and URL encoding',
  JSON.stringify({ text: 'say "a b&c"d' }) + encodeURIComponent('"a b&c"d'),
  '{"text":"say [redacted:environment]"}[redacted:environment]',
  { APP_SECRET: '"a b&c"d' },
);
check(
  'the rest of a value that is cut off is redacted',
  `x ${'k7'.repeat(200)}`,
  'x [redacted:environment]',
  {
    APP_SECRET: 'k7'.repeat(300),
  },
);
check('the longer of two values is redacted completely', 'abcdefgh12345678', '[redacted:environment]', {
  A_TOKEN: 'abcdefgh',
  B_TOKEN: 'abcdefgh12345678',
});
check(
  'secrets that overlap are redacted from the start of one to the end of the other',
  `x kq7-horse-${token} y`,
  'x [redacted:environment] y',
  { A_TOKEN: 'kq7-horse-ghp_A1b2' },
);

test('what is a secret in one text of a payload is one in the next', () => {
  const redactPayload = createPayloadRedactor({ environment: {} });
  const secret = ['Blu3Fr0g', 'Lake'].join('!');
  expect(redactPayload(`echo ${secret}`)).toBe(`echo ${secret}`);
  expect(redactPayload(`login --password ${secret}`)).toBe('login --password [redacted:secret]');
  expect(redactPayload(`echo ${secret} ${btoa(secret)}`)).toBe('echo [redacted:secret] [redacted:secret]==');
});

test('what is a secret at one place of a text is one at every other, also encoded', () => {
  const secret = ['Lake/Quartz', '77=amber'].join('+');
  expect(redact(`API_SECRET=${secret}\nGET /login?s=${encodeURIComponent(secret)} 302`)).toBe(
    'API_SECRET=[redacted:secret]\nGET /login?s=[redacted:secret] 302',
  );
});

const split: readonly (readonly [string, string])[] = [
  ['a colour', `${token.slice(0, 9)}\u001b[31m${token.slice(9)}`],
  ['a continued line', `${token.slice(0, 9)}\\\n${token.slice(9)}`],
  ['two strings', `"${token.slice(0, 2)}" + "${token.slice(2)}"`],
  ['escapes', `\\u0067\\x68${token.slice(2)}`],
  ['percent encoding', `%67%68${token.slice(2)}`],
  ['the end of a line', `${token.slice(0, 20)}\n${token.slice(20)}`],
  ['base64', `base64 -d <<< ${btoa(`token ${token}`)}`],
];

test.each(split)('a token is redacted that is split or hidden by %s', (_, text) => {
  expect(redact(`x = ${text} y`)).toContain('[redacted:github-token]');
  expect(redact(`x = ${text} y`)).not.toContain(token.slice(20, 30));
});
