import { expect, test } from 'vitest';
import { isVersionOf, looksLikeId, mentions } from './operands.js';

test.each([
  ['v1', 'v2', true],
  ['3.9', '3.12', true],
  ['postgres:15', 'postgres:16', true],
  ['postgres', 'postgres:16', true],
  ['tool@1.2.0', 'tool@latest', true],
  ['@acme/tool@1', '@acme/tool@2', true],
  ['requests==2.0', 'requests==2.31', true],
  ['https://a.dev/v1/x', 'https://a.dev/v2/x', true],
  ['http://a.dev/x', 'https://a.dev/x', true],
  ['a', 'a', false],
  ['test1.py', 'test2.py', false],
  ['report-1.2.csv', 'report-1.3.csv', false],
  ['deploy@web1', 'deploy@web2', false],
  ['build:dev', 'build:prod', false],
  ['8080', '8081', false],
  ['https://a.dev/x', 'https://b.dev/x', false],
])('%s and %s are versions of the same thing: %s', (one, other, expected) => {
  expect(isVersionOf(one, other)).toBe(expected);
});

test.each([
  ['4711', true],
  ['#12', true],
  ['9fceb02d0ae598e95dc970b74767f19372d61af8', true],
  ['9fceb02', true],
  ['6c84fb90-12c4-11e1-840d-7b25c5ee775a', true],
  ['api-6f7d8c9b4-x1y2z', true],
  ['run_a1b2c3d4e5', true],
  ['WEB-41', true],
  ['arn:aws:s3:::x', true],
  ['deployment/web', false],
  ['whisper-local', false],
  ['staging', false],
  ['feature', false],
])('%s looks like an id: %s', (word, expected) => {
  expect(looksLikeId(word)).toBe(expected);
});

test.each([
  ['no such option: --foo', '--foo', true],
  ['did you mean build?', 'build', true],
  ['rebuild it', 'build', false],
  ['builds', 'build', false],
  ['x', '', false],
])('%s mentions %s: %s', (text, word, expected) => {
  expect(mentions(text, word)).toBe(expected);
});
