import { expect, test } from 'vitest';
import { bodyAgreement, bodyWords, nameAgreement, purposeScore, surePurpose } from './agreement.js';
import { termTable } from './term-table.js';

const described = { share: 0.6, descriptions: 0.6, names: 0.5 };
const isSure = (agreement: Parameters<typeof purposeScore>[0]) => purposeScore(agreement) >= surePurpose;

test.each([
  ['descriptions alone, where there is no body', described, true],
  ['descriptions, where the bodies speak of something else', { ...described, bodies: 0, headings: 0 }, false],
  ['descriptions and bodies', { ...described, bodies: 0.5, headings: 0 }, true],
  [
    'descriptions and bodies of one template',
    { share: 0.5, descriptions: 0.5, names: 0.3, bodies: 0.5, headings: 1 },
    false,
  ],
  [
    'bodies, where only the topic of the descriptions is the same',
    { share: 0.05, descriptions: 0.9, names: 1 },
    false,
  ],
])('%s: sure is %s', (_, agreement, expected) => {
  expect(isSure(agreement)).toBe(expected);
});

test('a pair whose bodies disagree is not hidden, only not sure', () => {
  const score = purposeScore({ ...described, bodies: 0, headings: 0 });
  expect([score < surePurpose, score > 0.4]).toEqual([true, true]);
});

test('headings are compared as they stand, and a body without words says nothing', () => {
  const table = termTable([]);
  const words = (body: string) => bodyWords(body, table);
  const [a, b] = [
    words('# Quick start\n\nBake bread.'),
    words('# quick start\n\nMow lawns.\n\n## More\n\nEdge.'),
  ];
  expect(bodyAgreement(a, b)).toMatchObject({ headings: 1 });
  expect(bodyAgreement(a, words('\n'))).toEqual({});
});

test('names agree by their rare words', () => {
  const table = termTable([]);
  expect(nameAgreement('sourdough-starter', 'sourdough-starter', table)).toBe(1);
  expect(nameAgreement('sourdough', 'lawn', table)).toBe(0);
  expect(nameAgreement('', '', table)).toBe(0);
});
