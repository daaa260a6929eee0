import { expect, test } from 'vitest';
import { endings, failuresOf, type SessionStep } from './session.fixture.js';

function check(name: string, run: readonly SessionStep[], ...expected: readonly string[]) {
  test(name, () => {
    expect(endings(failuresOf(run))).toEqual(expected);
  });
}

const red = 'FAILED tests/test_a.py::test_sum - AssertionError: assert 3 == 4\n1 failed, 4 passed';

check(
  'an identical retry',
  [
    ['npm ci', 1, 'npm error network ECONNRESET'],
    ['npm ci', 0, 'added 3 packages'],
  ],
  'went-away',
);
check(
  'less work on a full disk',
  [
    ['wikiimport dump.xml', 1, 'wikiimport: out of disk after 11231 pages'],
    ['wikiimport dump.xml --limit 1000', 0, '1000 pages'],
  ],
  'open',
);
check(
  'waiting',
  [
    ['curl -f http://localhost:1/h', 22, 'curl: (22) The requested URL returned error: 503'],
    ['sleep 30'],
    ['curl -f http://localhost:1/h', 0, 'ok'],
  ],
  'went-away',
);
check(
  'reads only',
  [
    ['make', 2, 'make: *** [all] Error 2'],
    ['cat Makefile', 0, 'all:'],
    ['git status', 0, 'clean'],
    ['make', 0, 'ok'],
  ],
  'went-away',
);
check(
  'a message of the user',
  [['make deploy', 2, 'deploy: server is in maintenance'], { user: 'try again' }, ['make deploy', 0, 'ok']],
  'went-away',
);
check(
  'no later attempt',
  [
    ['make deploy', 2, 'deploy: server is in maintenance'],
    ['git status', 0, 'clean'],
  ],
  'open',
);
check(
  'another file',
  [
    ['kubectl apply -f bad.yaml', 1, 'error: error parsing bad.yaml: yaml: line 3'],
    ['kubectl apply -f good.yaml', 0, 'created'],
  ],
  'open',
);
check(
  'another test',
  [
    ['pytest tests/test_a.py', 1, red],
    ['pytest tests/test_b.py', 0, '3 passed'],
  ],
  'open',
);
check(
  'another host',
  [
    ['ssh deploy@web1 uptime', 255, 'ssh: connect to host web1 port 22: No route to host'],
    ['ssh deploy@web2 uptime', 0, 'up'],
  ],
  'open',
);
check(
  'another query',
  [
    ["psql -c 'select a from t'", 1, 'ERROR:  column "a" does not exist'],
    ["psql -c 'select b from t'", 0, '1'],
  ],
  'open',
);
check(
  'another pod',
  [
    [
      'kubectl logs api-7d9f8b6c5-x2x9z',
      1,
      'Error from server (NotFound): pods "api-7d9f8b6c5-x2x9z" not found',
    ],
    ['kubectl logs api-7d9f8b6c5-k4k2p', 0, 'log'],
  ],
  'open',
);
check(
  'another ticket',
  [
    ['jira move WEB-41', 1, 'issue WEB-41 not found'],
    ['jira move WEB-14', 0, 'ok'],
  ],
  'open',
);
check(
  'a filter of tests',
  [
    ['npx vitest run', 1, 'FAIL src/a.test.ts\nTests  1 failed'],
    ['npx vitest run -t other', 0, '1 passed'],
  ],
  'open',
);
check(
  'an update of snapshots',
  [
    ['npx jest', 1, 'Snapshots: 1 failed, 1 total\nTests: 1 failed'],
    ['npx jest -u', 0, '1 passed'],
  ],
  'open',
);
check(
  'skipped tests',
  [
    ['mvn package', 1, '[ERROR] Tests run: 4, Failures: 1'],
    ['mvn package -DskipTests', 0, 'BUILD SUCCESS'],
  ],
  'open',
);
check(
  'an excluded folder',
  [
    ['eslint .', 1, '/w/legacy/a.js\n  1:1  error  no-undef'],
    ['eslint . --ignore-pattern legacy', 0, ''],
  ],
  'open',
);
check(
  'a check that became a write',
  [
    ['eslint --max-warnings 0 .', 1, '2 problems'],
    ['eslint --fix .', 0, 'a.ts'],
  ],
  'open',
);
check('a question about the format, which is no failure', [
  ['terraform fmt -check -recursive', 3, 'envs/dev/network.tf'],
]);
check(
  'a demand that was lowered',
  [
    ['gcc -Wall -Werror -c a.c', 1, "a.c:1:5: error: implicit declaration of 'f' [-Werror=implicit]"],
    ['gcc -c a.c', 0, 'a.c:1:5: warning: implicit declaration'],
  ],
  'open',
);
check(
  'another version than the user asked for',
  [
    { user: 'install version 5 of the sdk' },
    ['npm i @pay/sdk@5', 1, 'npm error notarget No matching version found for @pay/sdk@5.'],
    ['npm i @pay/sdk@4', 0, 'added 1 package'],
  ],
  'went-away',
);
check(
  'an install that did not help',
  [
    ['npm run storybook', 1, "Error: Cannot find module 'storybook/internal/common'"],
    ['npm i', 0, 'up to date'],
    ['npm run storybook', 1, "Error: Cannot find module 'storybook/internal/common'"],
  ],
  'repeated: npm i',
  'open',
);
check(
  'less of the work',
  [
    ['node import.mjs', 1, 'import: row 12 is invalid'],
    ['node import.mjs --limit 10', 0, 'ok'],
  ],
  'open',
);
check(
  'another target',
  [
    ['./ship --prod', 1, 'ship: disk full'],
    ['./ship --stage', 0, 'ok'],
  ],
  'open',
);
check('a removed test', [
  ['pytest -q', 1, red],
  ['pip install -e .'],
  ['rm tests/test_a.py'],
  ['pytest -q', 0, '4 passed'],
]);
check(
  'an edit of source code',
  [
    ['npm run build', 1, 'src/a.ts(3,1): error TS2304: Cannot find name x'],
    { edit: 'src/a.ts' },
    ['npm run build', 0, 'built'],
  ],
  'went-away',
);
check(
  'an edit by a command',
  [['make', 2, "src/a.c:3:1: error: expected ';'"], ["sed -i 's/x/y/' src/a.c"], ['make', 0, 'ok']],
  'went-away',
);
check(
  'an edit of source code and an install',
  [
    ['node app.mjs', 1, 'TypeError: x is not a function'],
    ['npm install', 0, 'up to date'],
    { edit: 'app.mjs' },
    ['node app.mjs', 0, 'ok'],
  ],
  'went-away',
);
check(
  'undoing own work',
  [
    ['npm run build', 1, 'src/a.ts(3,1): error TS2304: Cannot find name x'],
    ['git checkout src/a.ts'],
    ['npm run build', 0, 'built'],
  ],
  'went-away',
);
check(
  'taking back an own update',
  [
    ['pip install -U numpy'],
    ['python -c "import pandas"', 1, 'ImportError: numpy.core.multiarray failed to import'],
    ['pip install numpy==1.26'],
    ['python -c "import pandas"', 0, ''],
  ],
  'went-away',
);
check(
  'commits',
  [
    ['npm run release', 1, 'release: something is wrong'],
    ['git add -A'],
    ['git commit -m x'],
    ['npm run release', 0, 'ok'],
  ],
  'went-away',
);
check(
  'a step that does not fit',
  [
    [
      'aws s3 ls',
      255,
      'Unable to locate credentials. You can configure credentials by running "aws configure".',
    ],
    ['npm ci'],
    ['aws s3 ls', 0, 'bucket'],
  ],
  'went-away',
);
check(
  'a step for a time-out',
  [['npm publish', 1, 'npm error 503 Service Unavailable'], ['npm ci'], ['npm publish', 0, '+ x@1.0.0']],
  'went-away',
);
check(
  'a setting in a call of its own',
  [['deploy', 1, 'deploy: REGION is not set'], ['export REGION=eu'], ['deploy', 0, 'ok']],
  'went-away',
);
check('words about errors in a file', [
  ['cat build.log', 0, 'ERROR: build failed'],
  ['npm ci'],
  ['cat build.log', 0, 'ok'],
]);
check('a hidden exit code', [
  ['npm test || true', 0, 'whatever'],
  ['npm ci'],
  ['npm test || true', 0, 'whatever'],
]);
check(
  'a more verbose retry',
  [
    ['make deploy', 2, 'deploy: broken pipe'],
    ['make deploy VERBOSE=1 --debug', 0, 'ok'],
    ['make deploy --debug', 0, 'ok'],
  ],
  'fixed argument: make deploy VERBOSE=1 --debug',
);
check(
  'a retry that prints more',
  [
    ['cargo publish', 101, 'error: failed to publish'],
    ['cargo publish --verbose', 0, 'ok'],
  ],
  'went-away',
);
check(
  'a retry with a backtrace',
  [
    ['cargo run', 101, "thread 'main' panicked at src/main.rs:3:5"],
    ['RUST_BACKTRACE=1 cargo run', 0, 'ok'],
  ],
  'went-away',
);
check('a file tool', [
  { read: 'a.ts', output: 'File does not exist.' },
  { read: 'b.ts', output: 'x' },
]);

check(
  'an edit of a file in the folder that the command is given',
  [
    ['helm template ./chart', 1, 'Error: parse error at (web/templates/deploy.yaml:9): unexpected "}"'],
    { edit: '/r/chart/templates/deploy.yaml' },
    ['helm template ./chart', 0, 'kind: Deployment'],
  ],
  'went-away',
);
check(
  'an edit of the file that the command is given',
  [
    ['kubectl apply -f a.yaml', 1, 'error validating data: unknown field "spce"'],
    { edit: 'a.yaml' },
    ['kubectl apply -f a.yaml', 0, 'configured'],
  ],
  'went-away',
);
