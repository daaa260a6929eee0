import { expect, test } from 'vitest';
import type { Attempt } from '../../attempts/attempt.js';
import { session } from '../session.fixture.js';
import { fits, isStep } from './fits.js';

function attemptOf(command: string, exitCode = 0, output = 'ok'): Attempt {
  const [step] = session([[command, exitCode, output]]);
  if (step?.kind !== 'attempt') throw new Error('a command is an attempt');
  return step.attempt;
}

function check(expected: boolean, command: string, error: string, step: string) {
  test(`${step} ${expected ? 'fits' : 'does not fit'} ${command}: ${error}`, () => {
    expect(fits(attemptOf(command, 1, error), attemptOf(step).command)).toBe(expected);
  });
}

check(true, 'npm run build', "Error: Cannot find module 'vite'", 'npm ci');
check(false, 'npm run build', "Error: Cannot find module 'vite'", 'aws sso login');
check(false, 'npm run build', "Error: Cannot find module 'vite'", 'pip install -r requirements.txt');
check(false, 'npm run build', "Error: Cannot find module 'vite'", 'brew install jq');
check(
  true,
  'npm run build',
  'sh: 1: python3: not found\nnode-gyp: command not found',
  'brew install python3',
);
check(true, 'aws s3 ls', 'Token has expired', 'aws sso login');
check(false, 'aws s3 ls', 'Token has expired', 'gh auth login');
check(false, 'aws s3 ls', 'Token has expired', 'npm ci');
check(
  true,
  'terraform plan',
  'Error: error configuring AWS provider: unauthorized: token has expired',
  'aws sso login',
);
check(true, 'npm start', 'listen EADDRINUSE: address already in use', 'kill 4711');
check(false, 'npm start', 'listen EADDRINUSE: address already in use', 'npm ci');
check(true, 'npm run seed', 'connect ECONNREFUSED 127.0.0.1:5432', 'docker compose up -d db');
check(true, 'jest', 'Error: connect ECONNREFUSED 127.0.0.1:5432\n1 failed', 'docker compose up -d db');
check(false, 'npm publish', '503 Service Unavailable', 'npm ci');
check(true, 'git push', 'Updates were rejected because the remote contains work; fetch first', 'git pull');
check(false, 'npm run build', "Error: Cannot find module 'vite'", 'git rebase main');
check(true, './run.sh', './run.sh: Permission denied', 'chmod +x run.sh');
check(false, './run.sh', './run.sh: Permission denied', 'gh auth login');
check(false, 'npm run build', 'src/a.ts(1,1): error TS2304: Cannot find name', 'git checkout src/a.ts');
check(true, 'git pull', 'error: Your local changes would be overwritten by merge', 'git stash');
check(true, 'frob run', 'frob: the corpus is empty', 'dvc pull corpus');
check(false, 'frob run', 'frob: the corpus is empty', 'npm ci');
check(true, 'mcp__db__query', 'Error: no session', 'mcp__db__connect');
check(false, 'mcp__db__query', 'Error: no session', 'mcp__mail__connect');
check(false, 'npm start', 'sh: vite: command not found', 'mcp__mail__create_event');

test.each([
  ['npm ci', true],
  ['npm ci 2>&1 | tail -1', true],
  ['npx cypress install', true],
  ['ls', false],
  ['git status', false],
  ['npm test', false],
  ['npm view x', false],
  ['git commit -m x', false],
  ['git push', false],
  ['export A=1', false],
  ['sed -i s/a/b/ x', false],
])('%s may be a step: %s', (command, expected) => {
  expect(isStep(attemptOf(command))).toBe(expected);
});

test('a command that failed is no step', () => {
  expect(isStep(attemptOf('npm ci', 1, 'npm error'))).toBe(false);
});
