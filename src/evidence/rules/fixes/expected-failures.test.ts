import { expect, test } from 'vitest';
import { expectedFailures } from './expected-failures.js';
import { type SessionStep, session } from './session.fixture.js';

/** The texts of the commands that turned out to be expected. */
function check(name: string, run: readonly SessionStep[], ...expected: readonly string[]) {
  test(name, () => {
    expect([...expectedFailures(session(run))].map(({ command }) => command.text).sort()).toEqual(
      [...expected].sort(),
    );
  });
}

const red = 'FAIL order.test.ts\nAssertionError: expected pending to be paid\nTests: 1 failed';
const green = 'PASS order.test.ts';

check(
  'a red test that is green after an edit',
  [['npm test', 1, red], { edit: 'order.ts' }, ['npm test', 0, green]],
  'npm test',
);
check(
  'each red run before the green one',
  [['npm test', 1, red], { edit: 'a.ts' }, ['npm test', 1, red], { edit: 'b.ts' }, ['npm test', 0, green]],
  'npm test',
  'npm test',
);
check(
  'a narrow run that a wider one covers',
  [
    ['pytest tests/a.py', 1, 'FAILED tests/a.py::x - assert 1 == 2\n1 failed'],
    { edit: 'a.py' },
    ['pytest', 0, '9 passed'],
  ],
  'pytest tests/a.py',
);
check(
  'a wide run, green for the file that it names',
  [
    ['npx vitest run', 1, 'FAIL src/order.test.ts\nTests 1 failed'],
    { edit: 'src/order.ts' },
    ['npx vitest run src/order.test.ts', 0, green],
  ],
  'npx vitest run',
);
check('not a type check', [
  ['npx tsc --noEmit', 2, "src/a.ts(1,1): error TS2304: Cannot find name 'x'."],
  { edit: 'src/a.ts' },
  ['npx tsc --noEmit', 0, ''],
]);
check('not a linter', [
  ['npm run lint', 1, 'src/a.ts\n  3:7  error  unused\n✖ 1 problem (1 error, 0 warnings)'],
  { edit: 'src/a.ts' },
  ['npm run lint', 0, ''],
]);
check(
  'a script that runs tests under another name',
  [
    ['make verify-all', 2, 'Tests: 1 failed, 3 passed'],
    { edit: 'src/a.ts' },
    ['make verify-all', 0, 'Tests: 4 passed'],
  ],
  'make verify-all',
);
check(
  'an edit by a command',
  [['npm test', 1, red], ["sed -i 's/a/b/' order.ts"], ['npm test', 0, green]],
  'npm test',
);
check('not without an edit', [
  ['npm test', 1, red],
  ['npm test', 0, green],
]);
check('not if the edit came before', [{ edit: 'order.ts' }, ['npm test', 1, red], ['npm test', 0, green]]);
check('not if only a document was edited', [
  ['npm test', 1, red],
  { edit: 'README.md' },
  ['npm test', 0, green],
]);
check('not if it stays red', [['npm test', 1, red], { edit: 'order.ts' }, ['npm test', 1, red]]);
check('not if another file is green', [
  ['npx vitest run', 1, red],
  { edit: 'src/a.ts' },
  ['npx vitest run src/a.test.ts', 0, 'ok'],
]);
check('not a check that could not run', [
  ['npm test', 127, 'sh: vitest: command not found'],
  { edit: 'order.ts' },
  ['npm test', 0, green],
]);
check('not a program', [
  ['node app.mjs', 1, 'TypeError: x is not a function'],
  { edit: 'app.mjs' },
  ['node app.mjs', 0, 'ok'],
]);
check(
  'a module that is yet to be written',
  [
    ['npm test', 1, "Error: Cannot find module './order' from 'order.test.ts'"],
    { edit: 'order.ts' },
    ['npm test', 0, green],
  ],
  'npm test',
);
check('not a package that is missing', [
  ['npm test', 1, "Error: Cannot find module 'zod'"],
  ['npm install zod'],
  { edit: 'order.ts' },
  ['npm test', 0, green],
]);

check(
  'a red test that a checker corrected',
  [
    ['npm test', 1, red],
    ['ruff check --fix .', 0, 'Fixed 1 error.'],
    ['npm test', 0, green],
  ],
  'npm test',
);
check('not a checker that corrected what it found itself', [
  ['ruff check .', 1, 'a.py:1:1: F401 unused import\nFound 1 error.'],
  ['ruff check --fix .', 0, 'Fixed 1 error.'],
  ['ruff check .', 0, green],
]);
