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
  storeResult(location, resultOf('claude'), 1);
  storeResult(location, resultOf('codex'), 2);
  storeResult(location, resultOf('claude'), 3);
  expect(storedResults(location, 'a'.repeat(64)).map(({ agent, at }) => [agent, at])).toEqual([
    ['claude', 3],
    ['codex', 2],
  ]);
  expect(storedResults(location, 'b'.repeat(64))).toEqual([]);
});

test('a damaged file has no results', () => {
  const location = { files: memoryFiles(), home: '/h' };
  const digest = 'a'.repeat(64);
  storeResult(location, resultOf('claude'), 1);
  for (const text of ['{', '{"format":1,"results":[{"agent":7}]}', '{"format":2,"results":[]}']) {
    location.files.write(homePaths('/h').evalResults(digest), new TextEncoder().encode(text));
    expect(storedResults(location, digest)).toEqual([]);
  }
});
