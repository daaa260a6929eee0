import { expect, test } from 'vitest';
import { patternsIn, tokenState } from './token-state.js';

const now = Date.parse('2026-06-01T12:00:00Z');

test.each([
  ['live', null, null],
  ['live', '2026-06-01T12:00:01Z', null],
  ['expired', '2026-06-01T12:00:00Z', null],
  ['revoked', null, '2026-05-01T00:00:00Z'],
  ['revoked', '2026-05-02T00:00:00Z', '2026-05-01T00:00:00Z'],
])('a token is %s that expires at %s and was revoked at %s', (state, expires_at, revoked_at) => {
  expect(tokenState({ expires_at, revoked_at }, now)).toBe(state);
});

test.each([
  ['', []],
  [' , ,', []],
  ['docs-*', ['docs-*']],
  ['docs-*, api-* docs-*\ndeploy', ['docs-*', 'api-*', 'deploy']],
])('the patterns in %j are %j', (text, patterns) => {
  expect(patternsIn(text)).toEqual(patterns);
});
