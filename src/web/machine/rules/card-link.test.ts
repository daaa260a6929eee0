import { expect, test } from 'vitest';
import { cardLink } from './card-link.js';

test.each([
  ['proposals', [], '/machine/review'],
  ['over-budget', [], '/machine/tidy'],
  ['overlap', ['a:x'], '/machine/tidy'],
  ['hostile', ['a:x', 'a:y'], '/machine/skill?id=a%3Ax'],
  ['unreadable', [], undefined],
])('%s with the skills %j leads to %s', (kind, skills, href) => {
  expect(cardLink({ kind, skills })?.href).toBe(href);
});
