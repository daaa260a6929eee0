import { expect, test } from 'vitest';
import { doorPage, signInLink } from './door.js';

test('the door leads to the link', () => {
  const link = signInLink('http://127.0.0.1:4610', 'a-code_1');
  expect(link).toBe('http://127.0.0.1:4610/machine#a-code_1');
  expect(doorPage(link)).toContain(`content="0; url=${link}"`);
  expect(doorPage(link)).toContain(`<a href="${link}">`);
});

test('nothing in an address can leave its attribute', () => {
  expect(doorPage('http://x/"><script>alert(1)</script>')).not.toContain('<script>');
});
