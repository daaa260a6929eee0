import { expect, test } from 'vitest';
import { digestSchema, kinds, slugSchema, versionSchema } from '../../registry/api/names.js';
import { rangeSchema } from '../../registry/api/resolve.js';
import { isDigest, isRange, isSlug, isVersion, kindsOfItems, readRequirement } from './item-names.js';

const texts = [
  ...['a', '0', 'a-b', 'a-', '-a', 'A', 'a_b', 'é', '', 'a\n', 'x'.repeat(64), 'x'.repeat(65), '../x', 'a b'],
  ...[
    '1.2.3',
    '1.2',
    'v1.2.3',
    '=1.2.3',
    ' 1.2.3',
    '1.2.3 ',
    '01.2.3',
    '1.2.3-rc.1',
    '1.2.3-01',
    '1.2.3+b.1',
  ],
  ...['1.2.3-é', '1.2.3\n', `1.2.3-${'x'.repeat(130)}`, 'latest', '^1', '1.2.3-rc.1+b'],
  ...[`sha256:${'0'.repeat(64)}`, `sha256:${'A'.repeat(64)}`, `sha256:${'0'.repeat(63)}`, 'sha256:'],
];

test('names are what the registry takes them for', () => {
  expect(kindsOfItems).toEqual(kinds);
  for (const text of texts) {
    expect([text, isSlug(text)]).toEqual([text, slugSchema.safeParse(text).success]);
    expect([text, isVersion(text)]).toEqual([text, versionSchema.safeParse(text).success]);
    expect([text, isDigest(text)]).toEqual([text, digestSchema.safeParse(text).success]);
  }
});

test('a range is one that can be asked for', () => {
  for (const text of ['*', '^1.2', '1.x || >=3 <4', '1.0.0']) {
    expect([text, isRange(text), rangeSchema.safeParse(text).success]).toEqual([text, true, true]);
  }
  for (const text of ['', ' ', 'new', `>=1 ${' '.repeat(260)}`])
    expect([text, isRange(text)]).toEqual([text, false]);
});

test('an entry of requires is a slug with or without a range', () => {
  expect(readRequirement('lib')).toEqual({ kind: 'skill', slug: 'lib', range: '*' });
  expect(readRequirement('lib@^1 || 2')).toEqual({ kind: 'skill', slug: 'lib', range: '^1 || 2' });
  for (const entry of ['', '@1', 'Lib', 'lib@', 'lib@x y', 'lib@1@2'])
    expect(readRequirement(entry)).toBe(undefined);
});
