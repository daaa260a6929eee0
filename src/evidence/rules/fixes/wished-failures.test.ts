import { expect, test } from 'vitest';
import { type SessionStep, session } from './session.fixture.js';
import { wishedFailures } from './wished-failures.js';

function check(name: string, asked: string, run: readonly SessionStep[], ...wished: readonly string[]): void {
  test(name, () => {
    expect(wishedFailures(session(run), [asked]).map(({ command }) => command.text)).toEqual(wished);
  });
}

const crash = 'ERROR: LoadError: BoundsError: attempt to access 0-element Vector{Float64} at index [1]';

check(
  'a crash that is shown before it is fixed',
  'the script crashes on empty input, reproduce it first, then fix it',
  [['julia repro.jl', 1, crash], { edit: 'src/stats.jl' }, ['julia repro.jl', 0, 'missing']],
  'julia repro.jl',
);
check(
  'what still crashes after the fix is a failure',
  'bitte den Absturz nachstellen und beheben',
  [['julia repro.jl', 1, crash], { edit: 'src/stats.jl' }, ['julia repro.jl', 1, crash]],
  'julia repro.jl',
);
check(
  'the script that reproduces it may be written first',
  'reproduis le plantage',
  [{ edit: '/w/repro.py' }, ['python repro.py', 1, "Traceback (most recent call last):\nKeyError: 'a'"]],
  'python repro.py',
);
check('a missing program shows no crash', 'reproduce the crash', [
  ['julia repro.jl', 127, 'bash: julia: command not found'],
]);
check('nobody asked for a failure', 'fix the crash on empty input', [['julia repro.jl', 1, crash]]);
check(
  'what has to be rejected, by its name',
  'Make sure that the validator rejects broken.yaml.',
  [
    ['./validate broken.yaml', 1, 'broken.yaml:3: error: mapping values are not allowed here'],
    ['./validate good.yaml', 1, 'good.yaml:1: error: mapping values are not allowed here'],
  ],
  './validate broken.yaml',
);
check(
  'a page that has to be closed',
  'check that /admin is closed to strangers',
  [['curl -fsS https://shop.example/admin', 22, 'curl: (22) The requested URL returned error: 403']],
  'curl -fsS https://shop.example/admin',
);
check('that something does not fail is no wish to see it fail', 'make sure that app.yaml does not fail', [
  ['./validate app.yaml', 1, 'app.yaml:3: error: mapping values are not allowed here'],
]);
check(
  'a message during the work',
  'look at the importer',
  [{ user: 'expect a.csv to be rejected' }, ['./import a.csv', 1, 'error: a.csv: row 3 has no id']],
  './import a.csv',
);
check(
  'what a checker finds is the answer to a question about it',
  'any lint left in the importer?',
  [
    [
      'ruff check importer',
      1,
      'importer/csv.py:14:5: F841 Local variable `row` is never used\nFound 1 error.',
    ],
  ],
  'ruff check importer',
);
check('a checker that runs beside other work finds a failure', 'make the parser strict', [
  ['ruff check importer', 1, 'importer/csv.py:14:5: F841 Local variable `row` is never used\nFound 1 error.'],
]);
check(
  'a key that has to be refused',
  'check that the old key is refused',
  [
    [
      'curl -f https://api.example/me -H "X-Key: $OLD"',
      22,
      'curl: (22) The requested URL returned error: 401',
    ],
  ],
  'curl -f https://api.example/me -H "X-Key: $OLD"',
);
