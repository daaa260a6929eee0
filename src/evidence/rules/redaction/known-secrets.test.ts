import { expect, test } from 'vitest';
import { KnownSecrets } from './known-secrets.js';

const key = '0123456789abcdef'.repeat(4);
const secret = ['x7Kq29LmPz4R', '8sWv3TnB'].join('');
const long = ['eyJhbGciOi', 'a1B2c3D4e5F6'.repeat(30)].join('');

function known(...values: readonly string[]): KnownSecrets {
  const secrets = new KnownSecrets(key);
  for (const value of values) secrets.add(value, 'test');
  return secrets;
}

/** What is stored between two readings. */
function reloaded(secrets: KnownSecrets): KnownSecrets | undefined {
  return KnownSecrets.load(JSON.parse(JSON.stringify(secrets.save())));
}

function check(
  name: string,
  text: string,
  expected: readonly string[],
  values: readonly string[] = [secret],
) {
  test(name, () => {
    for (const secrets of [known(...values), reloaded(known(...values))])
      expect(secrets?.find(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
}

check('a value is found wherever it is', `a${secret}b ${secret}`, [secret, secret]);
check('nothing else is found', `${secret.slice(0, -1)}- ${secret.slice(1)}`, []);
check('a value is found after characters of several bytes', `密码😀\ud800 ${secret} é`, [secret]);
check('a value with characters of several bytes is found', 'x pässwört-1 y', ['pässwört-1'], ['pässwört-1']);
check('a value is found in base64', `x ${btoa(secret)} y`, [btoa(secret).replace(/=+$/, '')]);
check('a value is found inside other base64', `Basic ${btoa(`bob:${secret}`)}`, [
  btoa(`bob:${secret}`).slice(6),
]);
check(
  'a long value that the text cuts off is found',
  `x ${long.slice(0, 200)}`,
  [long.slice(0, 200)],
  [long],
);
check('a long value ends with its word', `x ${long} y`, [long], [long]);
check('several values are found', `${secret} ${long}`, [secret, long], [secret, long]);

test('nothing that is stored contains a value, or a part of it', () => {
  const saved = JSON.stringify(known(secret, long).save());
  for (const value of [secret, long, btoa(secret)])
    for (let start = 0; start + 6 <= Math.min(60, value.length); start += 1)
      expect(saved).not.toContain(value.slice(start, start + 6));
  expect(saved.length).toBeLessThan(1_500);
});

test('another key gives other hashes', () => {
  const other = new KnownSecrets('f'.repeat(64));
  other.add(secret, 'test');
  const hashes = (secrets: KnownSecrets) => secrets.save()?.known.map(([, , , hash]) => hash) ?? [];
  expect(hashes(other).length).toBeGreaterThan(0);
  expect(hashes(other).filter((hash) => hashes(known(secret)).includes(hash))).toEqual([]);
});

test('a value that is known is not new', () => {
  const secrets = known(secret);
  expect(secrets.add(secret, 'test')).toBe(false);
  expect(reloaded(secrets)?.add(secret, 'test')).toBe(false);
  expect(secrets.add(long, 'test')).toBe(true);
});

test('what was not saved by this program is not loaded', () => {
  for (const saved of [undefined, null, 7, [], {}, { key: 7, known: [] }, { key, known: 7 }])
    expect(KnownSecrets.load(saved)).toBeUndefined();
  const odd = KnownSecrets.load({
    key,
    known: [7, [], ['a', 1, 2, 3], [1, 2, 'kind', 'hash'], [1, 9, 'kind', 7]],
  });
  expect(odd?.save()).toBeUndefined();
});

test('the number of stored forms is bounded', () => {
  const secrets = new KnownSecrets(key);
  for (let index = 0; index < 500; index += 1) secrets.add(`${secret}${index}`, 'test');
  expect(secrets.save()?.known.length).toBe(400);
});
