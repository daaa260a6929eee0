// `npm run breakage [-- WORD...]`: breaks the pure rules on purpose, one small fault at a time (with words, only in files
// whose path contains one), in a copy of the project, and runs the tests beside each. Exit 1 when a fault is not detected.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mutations } from './mutations.mjs';
import { install } from './steps.mjs';

install();
const words = process.argv.slice(2);
const chosen = mutations.filter(
  ({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
);
const copy = mkdtempSync(join(tmpdir(), 'coppice-breakage-'));
const timeoutMs = 300_000;
let missed = 0;
try {
  for (const part of ['src', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(part, join(copy, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const whole = runTests([...new Set(chosen.flatMap(({ tests }) => tests))]);
  if (whole.outcome !== 'passed') throw new Error(`the tests fail without any fault: ${whole.detail}`);
  for (const mutation of chosen) {
    const result = tryMutation(mutation);
    print(mutation, result);
    if (result !== 'detected') missed += 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${chosen.length - missed} faults detected, ${missed} not`);
process.exitCode = missed > 0 || chosen.length === 0 ? 1 : 0;

function tryMutation({ file, tests, find, replace }) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) return 'STALE';
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  const { outcome } = runTests(tests);
  writeFileSync(path, text);
  // A file that cannot be loaded fails without any rule being tested.
  return { failed: 'detected', passed: 'MISSED', unloadable: 'INVALID' }[outcome];
}

function print({ file, find, replace }, result) {
  const change = result === 'detected' ? find : `${find}  ->  ${replace}`;
  console.log(`${result.padEnd(8)}  ${file}: ${change}`);
}

function runTests(tests) {
  const results = join(copy, 'results.json');
  rmSync(results, { force: true });
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  const { stderr, error } = spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      '--project',
      'program',
      '--bail=1',
      '--reporter=json',
      `--outputFile=${results}`,
      ...tests,
    ],
    { cwd: copy, encoding: 'utf8', timeout: timeoutMs, killSignal: 'SIGKILL' },
  );
  // A fault that makes a rule loop without end counts as detected.
  if (error?.code === 'ETIMEDOUT') return { outcome: 'failed', detail: 'they do not end' };
  if (error) throw error;
  const { numFailedTests, numPassedTests, success } = JSON.parse(readFileSync(results, 'utf8'));
  if (numFailedTests > 0) return { outcome: 'failed', detail: stderr };
  return { outcome: success && numPassedTests > 0 ? 'passed' : 'unloadable', detail: stderr };
}
