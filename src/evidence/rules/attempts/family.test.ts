import { describe, expect, test } from 'vitest';
import type { Family } from './attempt.js';
import { familyOf } from './family.js';

function check(family: Family, ...lines: readonly string[]) {
  describe(family, () => {
    test.each(lines)('%s', (line) =>
      expect(familyOf({ line, text: line, exitCode: 1, isVerify: false })).toBe(family),
    );
  });
}

check(
  'notfound',
  'bash: jqq: command not found',
  '/bin/sh: 1: rg: not found',
  "'foo' is not recognized as an internal or external command,",
  'exec: "psql": executable file not found in $PATH',
  'Error: spawn ffmpeg ENOENT',
);
check(
  'port',
  'Error: listen EADDRINUSE: address already in use :::3000',
  'Bind for 0.0.0.0:5432 failed: port is already allocated',
  'Port 8000 is already in use',
);
check(
  'usage',
  "error: unknown option '--prd'",
  'unknown command "aply" for "kubectl"',
  'tool: error: the following arguments are required: file',
  'npm error Missing script: "biuld"',
  "git: 'psuh' is not a git command.",
  "make: *** No rule to make target 'tset'.  Stop.",
);
check(
  'auth',
  'HTTP 401: Bad credentials',
  'Error: You are not logged in. Please run `x login`.',
  'git@github.com: Permission denied (publickey).',
  'The security token included in the request is invalid: ExpiredToken',
  'FATAL: password authentication failed for user "app"',
  'To get started with GitHub CLI, please run:  gh auth login',
);
check(
  'perm',
  "EACCES: permission denied, mkdir '/usr/lib/x'",
  'HTTP 403: Forbidden',
  'An error occurred (AccessDenied) when calling PutObject',
  'remote: error: GH006: Protected branch update failed',
  'Host key verification failed.',
  'curl: (60) SSL certificate problem: self-signed certificate',
);
check(
  'init',
  'fatal: not a git repository (or any of the parent directories): .git',
  'Error: Backend initialization required, please run "terraform init"',
  'sqlite3.OperationalError: no such table: users',
  '@prisma/client did not initialize yet. Please run "prisma generate"',
);
check(
  'dep',
  'Could not find rails-7.2.2, puma-6.4.3 in locally installed gems (Bundler::GemNotFound)',
  "Error: Cannot find module 'express'",
  "ModuleNotFoundError: No module named 'pandas'",
  "Unable to find image 'whisper-local:latest' locally",
  'ERROR: No matching distribution found for acme',
  'fatal error: zlib.h: No such file or directory',
  "src/a.ts:3:5 - error TS2307: Cannot find module 'x'",
  'no required module provides package github.com/a/b',
);
check(
  'conn',
  'Error: connect ECONNREFUSED 127.0.0.1:5432',
  'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.',
  'curl: (6) Could not resolve host: api.acme.dev',
  "Error: P1001: Can't reach database server at `localhost:5432`",
);
check(
  'transient',
  'Command timed out after 2m 0.0s',
  'HTTP 429: Too Many Requests',
  '503 Service Unavailable',
  "fatal: Unable to create '/r/.git/index.lock': File exists.",
  'Error acquiring the state lock',
  'getaddrinfo EAI_AGAIN registry.npmjs.org',
);
check(
  'path',
  'cat: a.txt: No such file or directory',
  "cp: cannot stat 'a': x",
  "error: pathspec 'x' did not match any file(s) known to git",
);
check('behind', ' ! [rejected] main -> main (fetch first)', 'CONFLICT (content): Merge conflict in a.ts');
check(
  'version',
  'npm error code EBADENGINE',
  'npm error ERESOLVE unable to resolve dependency tree',
  'requires Python >=3.11',
);
check(
  'config',
  'worker: DATABASE_URL is not set',
  "KeyError: 'STRIPE_KEY'",
  'fatal: The current branch x has no upstream branch.',
  'The required property [project] is not currently set.',
);
check('invalid', 'error: invalid value "x"', 'json: malformed input', 'Error: Entity not found: Team');
check(
  'code',
  'AssertionError: expected 1 to be 2',
  "TypeError: Cannot read properties of undefined (reading 'a')",
  "src/a.ts(3,5): error TS2322: Type 'string' is not assignable.",
  'error[E0308]: mismatched types',
  "KeyError: 'country'",
  'FAIL src/a.test.ts',
  'Tests: 2 failed, 3 passed',
);
check(
  'other',
  'something went wrong',
  'no space left on device',
  'husky - pre-commit hook exited with code 1',
);

test('an exit code alone says that the program is missing, or that the time was over', () => {
  expect(familyOf({ line: '', text: '', exitCode: 127, isVerify: false })).toBe('notfound');
  expect(familyOf({ line: '', text: '', exitCode: 124, isVerify: false })).toBe('transient');
});

test('the output decides if the line says nothing', () => {
  const text = 'Deploying\nfailed to deploy\nerror: connection refused by host';
  expect(familyOf({ line: 'failed to deploy', text, exitCode: 1, isVerify: false })).toBe('conn');
});

test('a word in an ordinary line of the output is no family', () => {
  const text = 'reading permission denied.md\nsomething went wrong';
  expect(familyOf({ line: 'something went wrong', text, exitCode: 1, isVerify: false })).toBe('other');
});

test('what a check prints is about the code', () => {
  expect(familyOf({ line: 'it went wrong', text: '', exitCode: 1, isVerify: true })).toBe('code');
});

test('an address has no family', () => {
  const line = 'failed: https://a.example/x?timeout=30s';
  expect(familyOf({ line, text: '', exitCode: 1, isVerify: false })).toBe('other');
});
