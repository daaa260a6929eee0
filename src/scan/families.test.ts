import { expect, test } from 'vitest';
import { scanRules } from './families.js';
import { ruleFamilies } from './findings/rule.js';

test('every family has rules', () => {
  const missing = Object.keys(ruleFamilies).filter(
    (name) => !scanRules.some(({ family }) => family === name),
  );
  expect(missing).toEqual([]);
});

test('a rule has a unique id that starts with its family', () => {
  expect(new Set(scanRules.map(({ id }) => id)).size).toBe(scanRules.length);
  for (const { id, family } of scanRules)
    expect(id).toMatch(new RegExp(`^${family}/[a-z0-9]+(-[a-z0-9]+)*$`));
});

test('titles are short, and the other texts are sentences', () => {
  for (const { id, title, why, instead } of scanRules) {
    expect(title, id).toMatch(/^[^\n]{3,80}[^.]$/);
    for (const sentence of [why, instead]) expect(sentence, id).toMatch(/^[A-Z`][^\n]*[.]$/);
  }
});
