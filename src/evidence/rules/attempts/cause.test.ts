import { describe, expect, test } from 'vitest';
import { causeOf, normalisedLine, withoutQuotedWords } from './cause.js';
import { commandsIn } from './commands-in.js';

function causeIn(text: string, output: string, exitCode = 1) {
  const command = commandsIn(text).commands.at(-1)?.command;
  if (command === undefined) throw new Error(`no command in ${text}`);
  return causeOf(command, { text: output, exitCode });
}

describe('a line without what differs from run to run', () => {
  function check(line: string, expected: string) {
    test(line, () => expect(normalisedLine(line)).toBe(expected));
  }

  check('Error: connect ECONNREFUSED 127.0.0.1:5432', 'Error: connect ECONNREFUSED <host>');
  check('curl: (7) Failed to connect to localhost:3000', 'curl: (<n>) Failed to connect to <host>');
  check('getaddrinfo ENOTFOUND api.acme.dev', 'getaddrinfo ENOTFOUND <host>');
  check('GET https://a.example/x?y=1 failed', 'GET <url> failed');
  check(
    "ENOENT: no such file or directory, open '/home/ana/a/b.json'",
    "ENOENT: no such file or directory, open '<path>'",
  );
  check("Cannot find module './utils/foo'", "Cannot find module '<path>'");
  check("Cannot find module 'left-pad'", "Cannot find module 'left-pad'");
  check("Cannot find module '@scope/pkg'", "Cannot find module '@scope/pkg'");
  check('Could not read /w/app/package.json', 'Could not read package.json');
  check('src/a/b.test.ts:12:5 - error TS2305: x', '<path> - error TS2305: x');
  check('src\\a.cs(3,4): error CS1002: ; expected', 'src\\<path>: error CS1002: ; expected');
  check(
    'listen EADDRINUSE: address already in use :::3000',
    'listen EADDRINUSE: address already in use :::<n>',
  );
  check('pod web-7d9f8b6c5d-x2x4z not ready', 'pod web-<id> not ready');
  check('request 3f2504e0-4f89-11d3-9a0c-0305e82c3301 failed', 'request <id> failed');
  check('commit 1a2b3c4d5e not found', 'commit <id> not found');
  check('failed at 2026-11-17T10:00:00Z after 12.5s', 'failed at <time> after <n>s');
  check('Error: P3009 migrate found failed migrations', 'Error: P3009 migrate found failed migrations');
  check('error[E0433]: failed to resolve', 'error[E0433]: failed to resolve');
  check('HTTP 404 for item 404', 'HTTP 404 for item <n>');
  check('401 Unauthorized', '401 Unauthorized');
  check('status code 503', 'status code 503');
  check('process exited with code 137', 'process exited with code 137');
  check('retry 17 of 20', 'retry <n> of <n>');
  check(
    "Unable to find image 'whisper-local:latest' locally",
    "Unable to find image 'whisper-local:latest' locally",
  );
  check('sh: 1: vite: not found', 'command not found: vite');
  check('bash: line 3: vite: command not found', 'command not found: vite');
  check('zsh: command not found: vite', 'command not found: vite');
  check('token [redacted:github-token] was refused', 'token <secret> was refused');
});

describe('the same cause', () => {
  const same: readonly (readonly [string, string, string])[] = [
    [
      'python x.py',
      "open '/home/a/x.json': No such file or directory",
      "open '/Users/b/y/z.json': No such file or directory",
    ],
    ['npm start', 'Error: listen EADDRINUSE :::3000', 'Error: listen EADDRINUSE :::8080'],
    ['npm run build', 'sh: 1: vite: not found', '> build\nsh: vite: command not found'],
    [
      'psql shop',
      'psql: error: connection to server at "10.0.0.1", port 5432 failed',
      'psql: error: connection to server at "10.2.0.1", port 5433 failed',
    ],
  ];
  test.each(same)('%s: %s', (command, first, second) =>
    expect(causeIn(command, first).key).toBe(causeIn(command, second).key),
  );
});

describe('another cause', () => {
  const different: readonly (readonly [string, string, string])[] = [
    ['python x.py', "No module named 'a'", "No module named 'b'"],
    ['git pull', 'fatal: not a git repository', 'fatal: TLS certificate expired'],
    ['curl https://a.example', '{"error":"not found"}', '{"error":"quota"}'],
    [
      'npm ci',
      'npm error code E401\nnpm error Unable to authenticate',
      'npm error code ENOENT\nnpm error missing package.json',
    ],
    ['node x.js', 'HTTP 401', 'HTTP 404'],
  ];
  test.each(different)('%s: %s', (command, first, second) =>
    expect(causeIn(command, first).key).not.toBe(causeIn(command, second).key),
  );
  test('another command has another cause', () => {
    expect(causeIn('npm ci', 'error: x').key).not.toBe(causeIn('npm test', 'error: x').key);
  });
});

test('the operand of the command before the reason is no part of the cause', () => {
  const parameter = (stack: string) => causeIn(`cdk deploy ${stack}`, `${stack}: SSM parameter not found`);
  expect(parameter('Api')).toEqual(parameter('Queue'));
  expect(parameter('Api').line).toBe('SSM parameter not found');
  // What is not an operand, and a reason that says nothing by itself, stay.
  expect(causeIn('cdk deploy Api', 'Role: SSM parameter not found').line).toBe(
    'Role: SSM parameter not found',
  );
  expect(causeIn('pip install a', 'a: not found').key).not.toBe(causeIn('pip install b', 'b: not found').key);
});

test('a silent failure is known by its exit code', () => {
  expect(causeIn('tool run', '', 3)).toEqual({
    key: 'tool run: exit 3',
    family: 'other',
    line: '',
    exitCode: 3,
  });
});

test('a line is shown as printed, at most 200 characters', () => {
  const { line } = causeIn('tool', `error: at /home/ana/x ${'y'.repeat(500)}`);
  expect(line.startsWith('error: at /home/ana/x yyy')).toBe(true);
  expect(line.length).toBe(200);
});

test('quoted words can be left out', () => {
  expect(withoutQuotedWords(`a: no 'x' in "y" for \`z\`, it's ‘q’`)).toBe(
    "a: no <q> in <q> for <q>, it's <q>",
  );
});

test('the quoted words before a reason that names its own thing say only where', () => {
  const key = (name: string) =>
    causeIn('kubectl apply', `not found for "${name}": no matches for "Monitor"`).key;
  expect(key('shop')).toBe(key('search'));
  expect(causeIn('x y', 'no module "a"').key).not.toBe(causeIn('x y', 'no module "b"').key);
  expect(causeIn('x y', 'package "a": not found').key).not.toBe(causeIn('x y', 'package "b": not found').key);
});
