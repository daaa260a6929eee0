import { expect, test } from 'vitest';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import { homePaths } from '../../system/home.js';
import type { EvalResult } from '../rules/result/eval-result.js';
import { storedResults, storeResult } from './results.js';

function resultOf(agent: string, digest = 'a'.repeat(64)): EvalResult {
  return {
    format: 1,
    skill: { id: 'home:tide', name: 'tide', digest, description: '' },
    agent: { name: agent, version: null, model: null },
    startedAt: null,
    durationSeconds: 0,
    runsPerCase: 3,
    cases: [],
    summary: { arms: {}, difference: null, verdict: 'no-verdict', why: '', costUsd: null, warnings: [] },
    partial: null,
    faults: [],
  };
}

test('the last result of each agent is kept, and no result is found for other bytes', () => {
  const location = { files: memoryFiles(), home: '/h' };
  storeResult(location, resultOf('claude'), 'home:tide', 1);
  storeResult(location, resultOf('codex'), 'home:tide', 2);
  storeResult(location, resultOf('claude'), 'home:tide', 3);
  expect(storedResults(location, 'a'.repeat(64)).map(({ agent, at }) => [agent, at])).toEqual([
    ['claude', 3],
    ['codex', 2],
  ]);
  expect(storedResults(location, 'b'.repeat(64))).toEqual([]);
});

test('a result from before cases were stored is read without them', () => {
  const location = { files: memoryFiles(), home: '/h' };
  const digest = 'a'.repeat(64);
  const { byCase, costUsd, ...old } = storeResult(location, resultOf('claude'), 'home:tide', 1);
  expect([byCase, costUsd]).toEqual([[], null]);
  const text = JSON.stringify({ format: 1, results: [old] });
  location.files.write(homePaths('/h').evalResults(digest), new TextEncoder().encode(text));
  expect(storedResults(location, digest)).toEqual([old]);
});

test('a damaged file has no results', () => {
  const location = { files: memoryFiles(), home: '/h' };
  const digest = 'a'.repeat(64);
  storeResult(location, resultOf('claude'), 'home:tide', 1);
  const stored = JSON.stringify(storedResults(location, digest)[0]);
  const withCase = (one: string) =>
    `{"format":1,"results":[${stored.replace('"byCase":[]', `"byCase":[${one}]`)}]}`;
  expect(withCase('{}')).toContain('"byCase":[{}]');
  for (const text of [
    '{',
    withCase('{}'),
    withCase('{"name":"a","source":"prose","difference":null,"arms":{"with":{"runs":-1}}}'),
    '{"format":1,"results":[{"agent":7}]}',
    '{"format":2,"results":[]}',
  ]) {
    location.files.write(homePaths('/h').evalResults(digest), new TextEncoder().encode(text));
    expect(storedResults(location, digest)).toEqual([]);
  }
});
