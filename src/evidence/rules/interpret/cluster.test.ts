import { expect, test } from 'vitest';
import { clusterOf } from './cluster.js';

function check(name: string, text: string, expected: string) {
  test(name, () => expect(clusterOf(text)).toBe(expected));
}

check(
  'a traceback is known by its last line',
  'Traceback (most recent call last):\n  File "/w/a.py", line 3, in <module>\n    main(error)\nKeyError: \'name\'',
  "KeyError: 'name'",
);
check(
  'other errors use the first line with an error word',
  "> app@1.0.0 build\nsrc/a.ts:3:5 - error TS2322: Type 'string' is not assignable\n\nFound 1 error",
  "<path> - error TS2322: Type 'string' is not assignable",
);
check(
  'stack frames and exit codes are skipped',
  'Exit code 1\nnode:internal/modules:12\n  throw err;\n  at x (error.js:3:1)\nError: connect ECONNREFUSED 127.0.0.1:5432',
  'Error: connect ECONNREFUSED <host>',
);
check(
  'the command and its folder are skipped',
  'Command: make\nDirectory: (root)\nOutput: make: *** No rule\nError: (none)\nExit Code: 2\nSignal: (none)',
  'make: *** No rule',
);
check(
  'a notice that the output was cut is skipped',
  'Warning: truncated output (original token count: 10792)\nTotal output lines: 833\n\nship: gave up',
  'ship: gave up',
);
check(
  'without an error word, the first line with words is used',
  '\n\n  ---\nsomething odd\nmore',
  'something odd',
);
check('a text without words stays', '---', '---');
check('a blank text has none', ' \n\t', '');
check(
  'times, ids and hexadecimal numbers are removed',
  '2026-01-05T10:00:00Z failed job 3f2a9c1d-0e5b-4a88-99aa-bbccddeeff00 at 0x7ffe12 of 3f2a9c1',
  'failed job <id> at <id> of <id>',
);
check(
  'URLs and paths are removed',
  'Failed to fetch https://x.y/z?a=1: see ~/logs/a.log or C:\\tmp\\b',
  'Failed to fetch <url> see <path> or <path>',
);
check(
  'numbers are removed, names with digits stay',
  'error TS2322: utf8 took 1,234.5 ms',
  'error TS2322: utf8 took <n> ms',
);
check(
  'quoted words stay, because they distinguish one error from another',
  'Error: no module "a b" at 3',
  'Error: no module "a b" at <n>',
);
check('secrets are one', 'error: bad key [redacted:aws-key]', 'error: bad key <secret>');
check('escaped line breaks divide too', '{"output":"ok\\nfatal: bad object\\n"}', 'fatal: bad object');

test('a cluster is short', () => {
  const cluster = clusterOf(`error: ${'😀 word '.repeat(100)}`);
  expect(Array.from(cluster).length).toBeLessThanOrEqual(120);
  expect(cluster).toMatch(/^error: 😀 word/);
});

test('errors of the same cause have the same cluster', () => {
  const one = clusterOf("ENOENT: no such file or directory, open '/home/a/x.json' (attempt 1)");
  expect(clusterOf("ENOENT: no such file or directory, open '/tmp/y.json' (attempt 22)")).toBe(one);
});
