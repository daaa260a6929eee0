import { expect, test } from 'vitest';
import { endings, failuresOf, type SessionStep } from './session.fixture.js';

/** A failing command with its output, and the next command, which works. */
function check(name: string, command: string, output: string, next: string, ending: string, exitCode = 1) {
  test(name, () => {
    const run: SessionStep[] = [
      [command, exitCode, output],
      ['ls', 0, 'a b c'],
      [next, 0, 'ok'],
    ];
    expect(endings(failuresOf(run))).toEqual([ending]);
  });
}

check(
  'an added flag',
  'ship --prod',
  'connect ECONNREFUSED 10.1.1.1:22',
  'ship --prod --port 2222',
  'fixed argument: ship --prod --port 2222',
);
check(
  'an added flag before an operand',
  'kubectl logs deploy/api',
  'Error from server (NotFound): deployments.apps "api" not found',
  'kubectl logs -n shop deploy/api',
  'fixed argument: kubectl logs -n shop deploy/api',
);
check(
  'a renamed flag',
  'pip install --user-only x.whl',
  'no such option: --user-only',
  'pip install --user x.whl',
  'fixed argument: pip install --user x.whl',
);
check(
  'a removed flag',
  'jq --slurp-raw . a.json',
  'jq: Unknown arguments: --slurp-raw',
  'jq . a.json',
  'fixed argument: jq . a.json',
  2,
);
check(
  'another version',
  'pnpm dlx create-app@3 demo',
  'ERR_PNPM_NO_MATCHING_VERSION No matching version found for create-app@3',
  'pnpm dlx create-app@2 demo',
  'fixed argument: pnpm dlx create-app@2 demo',
);
check(
  'another tag of an image',
  'docker pull registry.acme.dev/api:v2',
  'Error response from daemon: manifest for registry.acme.dev/api:v2 not found: manifest unknown',
  'docker pull registry.acme.dev/api:v1',
  'fixed argument: docker pull registry.acme.dev/api:v1',
);
check(
  'a value that the error names',
  'eslint --format json-compact src',
  'The json-compact formatter is no longer part of core. Did you mean json?',
  'eslint --format json src',
  'fixed argument: eslint --format json src',
  2,
);
check(
  'a part more in a list of profiles',
  'clj -M:dev',
  'Could not locate nrepl/server on classpath.',
  'clj -M:dev:nrepl',
  'fixed argument: clj -M:dev:nrepl',
);
check(
  'more memory for a checker',
  'phpstan analyse',
  'PHP Fatal error:  Allowed memory size of 134217728 bytes exhausted',
  'phpstan analyse --memory-limit=1G',
  'fixed argument: phpstan analyse --memory-limit=1G',
  255,
);
check(
  'another engine for the same document',
  'pdflatex cv.tex',
  '! Package fontspec Error: The fontspec package requires either XeTeX or LuaTeX.',
  'lualatex cv.tex',
  'fixed program: lualatex cv.tex',
);
check(
  'a codec for each stream instead of one for all',
  'ffmpeg -i a.mkv -c copy a.mp4',
  'Could not find tag for codec pcm_s16le in stream #1, codec not currently supported in container',
  'ffmpeg -i a.mkv -c:v copy -c:a aac a.mp4',
  'fixed argument: ffmpeg -i a.mkv -c:v copy -c:a aac a.mp4',
);
check(
  'the database of the accounts',
  'mongodump --db events',
  'error parsing command line options: expected argument for flag authenticationDatabase',
  'mongodump --db events --authenticationDatabase admin',
  'fixed argument: mongodump --db events --authenticationDatabase admin',
);
check(
  'another port as an operand',
  'python -m http.server 8000',
  'OSError: [Errno 98] Address already in use',
  'python -m http.server 8001',
  'fixed argument: python -m http.server 8001',
);
check(
  'another port',
  'vite --port 5173 --strictPort',
  'Error: Port 5173 is already in use',
  'vite --port 5174 --strictPort',
  'fixed argument: vite --port 5174 --strictPort',
);
check(
  'a script that was only misspelled',
  'npm run biuld',
  'npm error Missing script: "biuld"\nnpm error Did you mean this?\nnpm error   npm run build',
  'npm run build',
  'went-away',
);
check(
  'a subcommand that was only misspelled',
  'git comit',
  "git: 'comit' is not a git command. See 'git --help'.\n\nThe most similar command is\n\tcommit",
  'git commit',
  'went-away',
);
check(
  'the same words in the order that the program needs',
  'blender -b --python turn.py crate.blend',
  'KeyError: \'key "Crate" not found\'',
  'blender -b crate.blend --python turn.py',
  'fixed argument: blender -b crate.blend --python turn.py',
);
check(
  'quotes',
  'pip install uvicorn[standard]',
  'zsh: no matches found: uvicorn[standard]',
  "pip install 'uvicorn[standard]'",
  "fixed argument: pip install 'uvicorn[standard]'",
);
check(
  'another name of the program',
  'python manage.py check',
  'bash: python: command not found',
  'python3 manage.py check',
  'fixed program: python3 manage.py check',
  127,
);
check(
  'a program with the same operands',
  'docker-compose up -d web',
  'docker-compose: command not found',
  'docker compose up -d web',
  'fixed program: docker compose up -d web',
  127,
);
check(
  'the wrapper of the project',
  'gradle assemble',
  'gradle: command not found',
  './gradlew assemble',
  'fixed program: ./gradlew assemble',
  127,
);
check(
  'another package manager',
  'npm install',
  'npm error code EUNSUPPORTEDPROTOCOL\nnpm error Unsupported URL Type "workspace:": workspace:*',
  'pnpm install',
  'fixed program: pnpm install',
);
check(
  'an interpreter for a script',
  'node scripts/seed.ts',
  'TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts"',
  'npx tsx scripts/seed.ts',
  'fixed program: npx tsx scripts/seed.ts',
);
check(
  'a launcher',
  'tsc -p .',
  'tsc: command not found',
  'npx tsc -p .',
  'fixed launcher: npx tsc -p .',
  127,
);
check(
  'the launcher of a virtual environment',
  'pytest -q',
  "ModuleNotFoundError: No module named 'app'",
  'uv run pytest -q',
  'fixed launcher: uv run pytest -q',
);
check(
  'a variable',
  'npm run build',
  'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
  'NODE_OPTIONS=--max-old-space-size=8192 npm run build',
  'fixed environment: NODE_OPTIONS=--max-old-space-size=8192 npm run build',
  134,
);
check(
  'an exported variable',
  'make proto',
  'protoc-gen-go: program not found or is not executable',
  'export PATH=$PATH:$HOME/go/bin && make proto',
  'fixed environment: PATH=$PATH:$HOME/go/bin make proto',
);
check(
  'a folder',
  'npm run build',
  'npm error Could not read package.json: Error: ENOENT: no such file or directory',
  'cd web && npm run build',
  'fixed folder: cd web && npm run build',
);
check(
  'an environment that ends with the call',
  'pytest -q',
  "ModuleNotFoundError: No module named 'flask'",
  'source .venv/bin/activate && pytest -q',
  'fixed environment: source .venv/bin/activate && pytest -q',
);
check(
  'the version of Node.js in the working call',
  'npm run build',
  'error: The engine "node" is incompatible with this module. Expected version ">=20".',
  'nvm use 20 && npm run build',
  'fixed environment: nvm use 20 && npm run build',
);
check(
  'the interpreter of a script that is not executable',
  './scripts/backup.sh nightly',
  'bash: ./scripts/backup.sh: Permission denied',
  'bash ./scripts/backup.sh nightly',
  'fixed program: bash ./scripts/backup.sh nightly',
  126,
);
check(
  'a longer time limit',
  'npm run e2e',
  'Error: Timed out waiting 60000ms',
  'npm run e2e -- --timeout 120000',
  'fixed argument: npm run e2e -- --timeout 120000',
);
check(
  'a flag around the same program text',
  "psql -h localhost app <<'SQL'\nselect 1;\nSQL",
  'psql: error: connection to server at "localhost", port 5432 failed: Connection refused',
  "psql -h localhost -p 5433 app <<'SQL'\nselect 1;\nSQL",
  'fixed argument: psql -h localhost -p 5433 app',
  2,
);

test('a folder that was changed in a call of its own', () => {
  const run: SessionStep[] = [
    ['cargo build', 101, 'error: could not find `Cargo.toml` in `/w` or any parent directory'],
    ['cd crates/core'],
    ['cargo build', 0, 'Finished'],
  ];
  expect(endings(failuresOf(run))).toEqual(['fixed folder: cd crates/core']);
});

test('a folder that is not named again is the same one', () => {
  const run: SessionStep[] = [
    ['cd web && npm run build', 1, "Error: Cannot find module 'vite'"],
    ['npm ci'],
    ['npm run build', 0, 'built'],
  ];
  expect(endings(failuresOf(run))).toEqual(['fixed steps: npm ci']);
});

test('a step that the changed command uses is part of the fix', () => {
  const run: SessionStep[] = [
    ['pip install -r requirements.txt', 1, 'error: externally-managed-environment'],
    ['python3 -m venv .venv'],
    ['.venv/bin/pip install -r requirements.txt', 0, 'Successfully installed'],
  ];
  expect(endings(failuresOf(run))).toEqual([
    'fixed steps: python3 -m venv .venv; .venv/bin/pip install -r requirements.txt',
  ]);
});

test('where a step fits the cause, an argument that was added as well is not the fix', () => {
  const run: SessionStep[] = [
    [
      'curl -f http://localhost:3000/health',
      7,
      'curl: (7) Failed to connect to localhost port 3000: Connection refused',
    ],
    ['docker compose up -d api'],
    ['curl -f http://localhost:3000/health -o out.json', 0, ''],
  ];
  expect(endings(failuresOf(run))).toEqual(['fixed steps: docker compose up -d api']);
});

test('an edit of a configuration file is a fix if nothing else is', () => {
  const run: SessionStep[] = [
    ['npx expo prebuild', 1, 'ConfigError: The expected package.json path is invalid configuration'],
    { edit: 'app/app.json' },
    ['npx expo prebuild', 0, 'done'],
  ];
  expect(endings(failuresOf(run))).toEqual(['fixed configuration: app.json']);
});

test('a value of a compound argument that has another number is another version', () => {
  const run: SessionStep[] = [
    [
      "xcodebuild test -destination 'platform=iOS Simulator,name=iPhone 14'",
      70,
      'xcodebuild: error: Unable to find a device matching the provided destination specifier:',
    ],
    ["xcodebuild test -destination 'platform=iOS Simulator,name=iPhone 16'", 0, 'TEST SUCCEEDED'],
  ];
  expect(endings(failuresOf(run))).toEqual([
    "fixed argument: xcodebuild test -destination 'platform=iOS Simulator,name=iPhone 16'",
  ]);
});

test('a value that a call looked up completes a query', () => {
  const run = (listed: string): SessionStep[] => [
    ['psql -c "select * from orders"', 1, 'ERROR:  relation "orders" does not exist'],
    ['cat schemas.txt', 0, listed],
    ['psql -c "select * from shop.orders"', 0, '1'],
  ];
  expect(endings(failuresOf(run('public\nshop')))).toEqual([
    'fixed argument: psql -c "select * from shop.orders"',
  ]);
  expect(endings(failuresOf(run('public')))).toEqual(['open']);
});

test('letters in another order were a slip', () => {
  const run: SessionStep[] = [
    ['go biuld ./...', 2, 'go biuld: unknown command'],
    ['go build ./...', 0, ''],
  ];
  expect(endings(failuresOf(run))).toEqual(['went-away']);
});
