import { expect, test } from 'vitest';
import { errorLineOf } from './error-line.js';

function check(name: string, lines: readonly string[], expected: string) {
  test(name, () => expect(errorLineOf(lines.join('\n'))).toBe(expected));
}

check(
  'echoes of scripts are skipped',
  ['', '> app@1.0.0 build', '> vite build', '', 'sh: 1: vite: not found'],
  'sh: 1: vite: not found',
);
check(
  'Python prints the reason last',
  [
    'INFO loading',
    'Traceback (most recent call last):',
    '  File "/w/a.py", line 3, in <module>',
    '    import pandas',
    "ModuleNotFoundError: No module named 'pandas'",
  ],
  "ModuleNotFoundError: No module named 'pandas'",
);
check(
  'headings of several layers are skipped',
  ['Runtime Error', '  Database Error', '    Could not find profile named "acme_dwh"'],
  'Runtime Error Could not find profile named "acme_dwh"',
);
check(
  'Python names the last error of a chain',
  [
    'Traceback (most recent call last):',
    '  File "a.py", line 1',
    'KeyError: 1',
    '',
    'During handling of the above exception, another exception occurred:',
    '',
    'Traceback (most recent call last):',
    '  File "a.py", line 2',
    'app.errors.ConfigError: no key',
  ],
  'app.errors.ConfigError: no key',
);
check(
  'frames of Node.js are skipped',
  [
    'node:internal/modules/cjs/loader:1228',
    '  throw err;',
    '  ^',
    '',
    "Error: Cannot find module 'express'",
    'Require stack:',
    '    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)',
    'Node.js v22.0.0',
  ],
  "Error: Cannot find module 'express'",
);
check(
  'fields of npm are skipped',
  [
    'npm error code ENOENT',
    'npm error syscall open',
    'npm error path /w/package.json',
    'npm error errno -2',
    "npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/w/package.json'",
    'npm error A complete log of this run can be found in: /root/.npm/_logs/x.log',
  ],
  "npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/w/package.json'",
);
check(
  'the reason of a rejected push comes before its tail',
  [
    'To github.com:a/b.git',
    ' ! [rejected]        main -> main (non-fast-forward)',
    "error: failed to push some refs to 'github.com:a/b.git'",
    'hint: Updates were rejected because the tip of your current branch is behind',
  ],
  '! [rejected]        main -> main (non-fast-forward)',
);
check(
  'a tail counts if there is nothing else',
  ['make: *** [Makefile:3: all] Error 1'],
  'make: *** [Makefile:3: all] Error 1',
);
check(
  'a code alone takes the next line',
  ['Error: P1001', "Can't reach database server"],
  "Error: P1001 Can't reach database server",
);
check(
  'a line that ends with a colon takes the next line',
  ['Failed to compile:', 'src/a.ts is missing'],
  'Failed to compile: src/a.ts is missing',
);
check(
  'warnings are not the reason',
  ['warning: x is deprecated', 'npm warn old', 'error: no space left'],
  'error: no space left',
);
check(
  'compilers name the place',
  ['checking', "src/a.ts(3,5): error TS2322: Type 'string' is not assignable.", 'Found 1 error.'],
  "src/a.ts(3,5): error TS2322: Type 'string' is not assignable.",
);
check(
  'usage is skipped',
  ['usage: pytest [options]', 'pytest: error: unrecognized arguments: --cov'],
  'pytest: error: unrecognized arguments: --cov',
);
check(
  'Gradle prints the reason last in its block',
  [
    'FAILURE: Build failed with an exception.',
    '* What went wrong:',
    "Could not determine the dependencies of task ':app:x'.",
    '> SDK location not found.',
    '* Try:',
    '> Run with --stacktrace',
  ],
  'SDK location not found.',
);
check(
  'an assertion says more than the count',
  [' FAIL  src/a.test.ts > adds', 'AssertionError: expected 3 to be 4', ' Tests  1 failed'],
  'AssertionError: expected 3 to be 4',
);
check('colours and frames of messages are removed', ['\u001b[31m× error: boom\u001b[0m'], 'error: boom');
check(
  'the message of a JSON body counts',
  ['{"error":{"code":401,"message":"Bad credentials"}}'],
  'Bad credentials',
);
check(
  'a single word takes the detail',
  ['{"error":"Unauthorized","message":"token expired"}'],
  'Unauthorized: token expired',
);
check(
  'a JSON body that was cut',
  ['{"errors":[{"message":"Field x does not exist","pa…'],
  'Field x does not exist',
);
check('other languages have a line, too', ['', '错误：签名验证失败'], '错误：签名验证失败');
check('nothing was printed', ['', '  '], '');
check('a long line is cut', ['error: '.concat('x'.repeat(900))], 'error: '.concat('x'.repeat(393)));
check(
  'the line that was chosen when the text was cut',
  ['FAILURE: Build failed', '* What went wrong:', '……', 'SDK location not found', '…', '> Get more help'],
  'SDK location not found',
);

check(
  'a class alone on its line takes the reason below it',
  ['', '   Illuminate\\Database\\QueryException', '', '  SQLSTATE[HY000] [2002] Connection refused'],
  'Illuminate\\Database\\QueryException: SQLSTATE[HY000] [2002] Connection refused',
);
check(
  'Ruby prints the reason behind a position, and the frames below',
  [
    'bundler: failed to load command: jekyll (/usr/local/bundle/bin/jekyll)',
    "/usr/lib/ruby/rubygems_integration.rb:237:in `block': webrick is not part of the bundle. (Gem::LoadError)",
    "\tfrom /usr/lib/ruby/kernel.rb:3:in `require'",
  ],
  "/usr/lib/ruby/rubygems_integration.rb:237:in `block': webrick is not part of the bundle. (Gem::LoadError)",
);
