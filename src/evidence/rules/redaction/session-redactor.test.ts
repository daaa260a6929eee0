import { expect, test } from 'vitest';
import { findSecrets } from '../../../scan/secrets/find.js';
import { SessionRedactor } from './session-redactor.js';

const token = ['vck', '8Fh2kLm9QpRsTuVwXyZ1a2b3c4d5e6f7'].join('_');
const password = ['Blu3Fr0g', 'Lake'].join('!');
const options = { find: findSecrets, newKey: () => 'ab'.repeat(32) };

function check(name: string, texts: readonly string[], expected: readonly string[]) {
  test(name, () => {
    const session = new SessionRedactor(options);
    expect(texts.map((text) => session.redact(text))).toEqual(expected);
  });
}

check(
  'what was redacted once is redacted everywhere',
  [`mysql --password ${password} db`, `Access denied for ${password}`, `x=${encodeURIComponent(password)}`],
  ['mysql --password [redacted:secret] db', 'Access denied for [redacted:secret]', 'x=[redacted:secret]'],
);
check(
  'its encoded forms are redacted too',
  [`the password for staging is ${password}`, JSON.stringify({ a: btoa(password) })],
  ['the password for staging is [redacted:password]', '{"a":"[redacted:password]=="}'],
);
check(
  'an ordinary word that is a password somewhere stays everywhere else',
  ['POSTGRES_PASSWORD=postgres', 'postgres is running on localhost'],
  ['POSTGRES_PASSWORD=[redacted:secret]', 'postgres is running on localhost'],
);
check('a text without secrets stays', ['hello', 'password: '], ['hello', 'password: ']);

test('another session knows nothing of it', () => {
  new SessionRedactor(options).redact(`password=${password}`);
  expect(new SessionRedactor(options).redact(`it was ${password}`)).toBe(`it was ${password}`);
});

test('a text that was redacted before the secret was recognised is redacted again', () => {
  const session = new SessionRedactor(options);
  const early = session.redact(`it was ${password}`);
  expect(early).toContain(password);
  expect(session.hasNews).toBe(false);
  session.redact(`password=${password}`);
  expect(session.hasNews).toBe(true);
  expect(session.redactAgain(early)).toBe('it was [redacted:secret]');
  session.settle();
  expect(session.hasNews).toBe(false);
});

test('the start of a secret at the cut of a preview is redacted again', () => {
  const session = new SessionRedactor(options);
  session.redact(`password=${password}`);
  expect(session.redactAgain(`it was ${password.slice(0, 7)}…`)).toBe('it was [redacted:cut]…');
  expect(session.redactAgain('it was Blu…')).toBe('it was Blu…');
});

test('a field with the name of a secret is remembered', () => {
  const session = new SessionRedactor(options);
  session.remember(password);
  expect(session.redact(`it was ${password}`)).toBe('it was [redacted:secret]');
});

test('the next reading knows it by its hash, and the hash is all that is stored', () => {
  const session = new SessionRedactor(options);
  session.redact(`vercel --token ${token} and password=${password}`);
  const saved = JSON.stringify(session.save());
  expect(saved).not.toContain(token.slice(4, 12));
  expect(saved).not.toContain(password.slice(0, 6));
  const next = new SessionRedactor(options, JSON.parse(saved));
  expect(next.redact(`it was ${password}, ${btoa(password)} ok`)).toBe(
    'it was [redacted:secret], [redacted:secret]== ok',
  );
  expect(next.hasNews).toBe(false);
});

test('what another process learned is known under its own key', () => {
  const hook = new SessionRedactor({ ...options, newKey: () => 'cd'.repeat(32) });
  hook.redact(`password=${password}`);
  const session = new SessionRedactor(options);
  const early = session.redact(`it was ${password}`);
  session.adopt(JSON.parse(JSON.stringify(hook.save())));
  expect(session.redactAgain(early)).toBe('it was [redacted:secret]');
  const next = new SessionRedactor(options, JSON.parse(JSON.stringify(session.save())));
  expect(next.redact(`it was ${password}`)).toBe('it was [redacted:secret]');
});

test('nothing is stored of a session without secrets, and nothing odd is loaded', () => {
  expect(new SessionRedactor(options).save()).toBeUndefined();
  for (const odd of [null, 7, {}, { secrets: 7 }, { secrets: [null, 7] }])
    expect(new SessionRedactor(options, odd).redact('hello')).toBe('hello');
});
