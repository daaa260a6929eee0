import { expect, test } from 'vitest';
import { messageFeatures } from './features.js';

function check(text: string, present: readonly string[], absent: readonly string[] = []): void {
  const features = messageFeatures(text);
  expect(present.filter((feature) => !features.has(feature))).toEqual([]);
  expect(absent.filter((feature) => features.has(feature))).toEqual([]);
}

test('words, their neighbours, the start and the end are features', () =>
  check('Not the User model.', [
    'not',
    '^not',
    '<user',
    'not the',
    'not the user',
    'not * user',
    'not ** model',
    '.$',
  ]));

test('names of files, numbers and quotations are signs, so that nothing is learned about the work', () =>
  check(
    'src/app.ts says "port 80" on line 12',
    ['^P', 'Q', 'line 0'],
    ['src/app.ts', 'app', 'port', '12', '80'],
  ));

test('accents, capitals and wide characters make no difference', () =>
  expect(messageFeatures('L’ÉTÉ Ｔard ！')).toEqual(messageFeatures("l'ete tard !")));

test('characters of scripts without spaces are words', () => check('不是这个', ['不', '不 是', '个$']));

test('no word of a message can pretend to be a sign or what a rule found', () =>
  check('WORDING PRAISE P Q 0', ['wording', 'praise', 'p', 'q'], ['WORDING', 'PRAISE', 'P', 'Q']));

test.for([
  '',
  ' ',
  '.'.repeat(10_000),
  '_/'.repeat(5_000),
  '“'.repeat(5_000),
  '`'.repeat(5_001),
  '不'.repeat(9_000),
])('a long or empty message has a bounded number of features (%#)', (text) =>
  expect(messageFeatures(text).size).toBeLessThan(1_500),
);
