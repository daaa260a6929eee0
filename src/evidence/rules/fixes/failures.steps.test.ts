import { expect, test } from 'vitest';
import { endings, failuresOf, type SessionStep } from './session.fixture.js';

/** A failing command, the steps after it, and the command again with success. */
function check(
  name: string,
  [command, output, exitCode = 1]: readonly [string, string, number?],
  steps: readonly SessionStep[],
  fix: string,
) {
  test(name, () => {
    const run: SessionStep[] = [[command, exitCode, output], ...steps, [command, 0, 'ok']];
    expect(endings(failuresOf(run))).toEqual([fix]);
  });
}

check(
  'a build fixes a missing image',
  [
    'docker run whisper-local memo.wav',
    "Unable to find image 'whisper-local:latest' locally\ndocker: Error response from daemon: pull access denied",
    125,
  ],
  [
    ['ls', 0, 'Dockerfile memo.wav'],
    ['docker build -t whisper-local .', 0, 'Successfully tagged whisper-local:latest'],
  ],
  'fixed steps: docker build -t whisper-local .',
);
check(
  'a cache of another generator is removed',
  [
    'cmake -G Ninja -B build',
    'CMake Error: Error: generator : Ninja\nDoes not match the generator used previously: Unix Makefiles',
  ],
  [['rm -rf build', 0, '']],
  'fixed steps: rm -rf build',
);
check(
  'a branch to follow fixes a pull without one',
  ['git pull', 'There is no tracking information for the current branch.'],
  [['git branch --set-upstream-to=origin/topic topic', 0, "branch 'topic' set up to track 'origin/topic'."]],
  'fixed steps: git branch --set-upstream-to=origin/topic topic',
);
check(
  'a build of all packages fixes a missing module',
  ['npx nx test geo', "Error: Cannot find module '../dist/native/geo.node'"],
  [['npx nx run-many -t build', 0, 'NX  Successfully ran target build for 9 projects']],
  'fixed steps: npx nx run-many -t build',
);
check(
  'a numbered file of data is no configuration',
  ['quizlint quiz.yaml', 'quiz.yaml: question 4 has no answer'],
  [{ edit: 'answers/4.yaml' }],
  'went-away',
);
check(
  'an install from the manifest fixes a missing module',
  ['npm run build', "Error: Cannot find module 'vite'"],
  [
    ['cat package.json', 0, '{}'],
    ['npm ci', 0, 'added 312 packages'],
  ],
  'fixed steps: npm ci',
);
check(
  'an install whose output is filtered is a step as well',
  ['npm run build', "Error: Cannot find module 'vite'"],
  [['npm ci 2>&1 | tail -3', 0, '312 packages are looking for funding']],
  'fixed steps: npm ci',
);
check(
  'an install of a well-known package fixes a missing one',
  ['python report.py', "ModuleNotFoundError: No module named 'pandas'"],
  [['pip install pandas', 0, 'Successfully installed pandas-2.2.0']],
  'fixed steps: pip install pandas',
);
check(
  'a missing program is installed',
  ['ffmpeg -i a.mov a.mp4', 'zsh: command not found: ffmpeg', 127],
  [['brew install ffmpeg', 0, 'Pouring ffmpeg']],
  'fixed steps: brew install ffmpeg',
);
check(
  'a login fixes an expired session',
  ['aws s3 ls', 'Error when retrieving token from sso: Token has expired and refresh failed', 255],
  [['aws sso login', 0, 'Successfully logged into Start URL']],
  'fixed steps: aws sso login',
);
check(
  'a registry login fixes a denied push',
  ['docker push registry.acme.dev/web', 'denied: requested access to the resource is denied'],
  [['docker login registry.acme.dev', 0, 'Login Succeeded']],
  'fixed steps: docker login registry.acme.dev',
);
check(
  'stopping what holds the port fixes a port in use',
  ['npm start', 'Error: listen EADDRINUSE: address already in use :::3000'],
  [
    ['lsof -i :3000', 0, 'node 4711'],
    ['kill 4711', 0, ''],
  ],
  'fixed steps: kill 4711',
);
check(
  'starting the database fixes a refused connection',
  ['npm run seed', 'Error: connect ECONNREFUSED 127.0.0.1:5432'],
  [['docker compose up -d db', 0, 'Container db Started'], ['sleep 3']],
  'fixed steps: docker compose up -d db',
);
check(
  'a service that was started in the background is a step',
  [
    'curl -f http://localhost:8080/health',
    'curl: (7) Failed to connect to localhost port 8080: Connection refused',
    7,
  ],
  [['npm run dev > /tmp/dev.log 2>&1 &', 0, '[1] 512'], ['sleep 2']],
  'fixed steps: npm run dev',
);
check(
  'an init fixes a missing backend',
  ['terraform plan', 'Error: Backend initialization required, please run "terraform init"'],
  [['terraform init', 0, 'Terraform has been successfully initialized!']],
  'fixed steps: terraform init',
);
check(
  'a generator fixes a client that was not generated',
  ['node dist/main.js', 'Error: @prisma/client did not initialize yet. Please run "prisma generate"'],
  [['npx prisma generate', 0, 'Generated Prisma Client']],
  'fixed steps: npx prisma generate',
);
check(
  'a migration fixes a missing table',
  ['python manage.py loaddata x.json', 'django.db.utils.OperationalError: no such table: app_user'],
  [['python manage.py migrate', 0, 'Applying app.0001_initial... OK']],
  'fixed steps: python manage.py migrate',
);
check(
  'a pull fixes a rejected push',
  [
    'git push origin main',
    ' ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs',
  ],
  [['git pull --rebase origin main', 0, 'Successfully rebased']],
  'fixed steps: git pull --rebase origin main',
);
check(
  'another version of Node.js fixes an unsupported engine',
  ['pnpm install', 'ERR_PNPM_UNSUPPORTED_ENGINE  Unsupported environment (bad pnpm and/or Node.js version)'],
  [['volta install node@20', 0, 'success: installed node@20']],
  'fixed steps: volta install node@20',
);
check(
  'a new folder fixes a missing one',
  ['ffmpeg -i in.mov out/clip.mp4', 'out/clip.mp4: No such file or directory'],
  [['mkdir -p out', 0, '']],
  'fixed steps: mkdir -p out',
);
check(
  'a copied example fixes a missing setting',
  ['npm start', 'Error: Missing environment variable DATABASE_URL'],
  [['cp .env.example .env', 0, '']],
  'fixed steps: cp .env.example .env',
);
check(
  'making a script executable fixes a denied permission',
  ['./scripts/release.sh', 'bash: ./scripts/release.sh: Permission denied', 126],
  [['chmod +x scripts/release.sh', 0, '']],
  'fixed steps: chmod +x scripts/release.sh',
);
check(
  'submodules fix a missing rule of make',
  ['make firmware', "make: *** No rule to make target 'lib/core.a', needed by 'fw.elf'.  Stop.", 2],
  [['git submodule update --init', 0, 'Submodule path checked out']],
  'fixed steps: git submodule update --init',
);
check(
  'both steps of a fix are kept in order',
  ['npx tsc -p .', "error TS2307: Cannot find module '@acme/ui' or its corresponding type declarations.", 2],
  [
    ['npm install', 0, 'added 3 packages'],
    ['npm run build -w @acme/ui', 0, 'built'],
  ],
  'fixed steps: npm install; npm run build -w @acme/ui',
);
check(
  'a removed build folder and a new install belong together',
  ['npm run dev', "Error: Cannot find module '@rollup/rollup-linux-x64-gnu'"],
  [
    ['rm -rf node_modules', 0, ''],
    ['npm install', 0, 'added 200 packages'],
  ],
  'fixed steps: rm -rf node_modules; npm install',
);
check(
  'the steps of the working call count',
  ['pytest -q', "ModuleNotFoundError: No module named 'httpx'"],
  [['uv sync && ls', 0, 'Installed 12 packages']],
  'fixed steps: uv sync',
);
check(
  'a step of the same program fits an error that says little',
  ['supabase functions serve', 'failed to serve functions: supabase is in a bad state'],
  [['supabase start', 0, 'Started supabase local development setup.']],
  'fixed steps: supabase start',
);
check(
  'a step that shares a word with the error fits it',
  ['./bench.sh', 'bench: corpus is empty'],
  [['dvc pull corpus', 0, 'fetched']],
  'fixed steps: dvc pull corpus',
);

test('a step in the call that works, before the command, is the fix', () => {
  const run: SessionStep[] = [
    ['terraform plan', 1, 'Error: Backend initialization required'],
    ['terraform init -input=false && terraform plan', 0, 'No changes.'],
  ];
  expect(endings(failuresOf(run))).toEqual(['fixed steps: terraform init -input=false']);
});

test('what did not help is a counter-example, and the fix is what lies behind the last failure', () => {
  const refused = 'Error: connect ECONNREFUSED 127.0.0.1:6379';
  const run: SessionStep[] = [
    ['npm run worker', 1, refused],
    ['docker compose up -d db'],
    ['npm run worker', 1, refused],
    ['docker compose up -d redis'],
    ['npm run worker', 0, 'listening'],
  ];
  expect(endings(failuresOf(run))).toEqual([
    'repeated: docker compose up -d db',
    'fixed steps: docker compose up -d redis',
  ]);
});

test('another cause is progress if the work succeeds in the end', () => {
  const run: SessionStep[] = [
    ['npm run build', 1, "Error: Cannot find module 'vite'"],
    ['npm ci'],
    ['npm run build', 1, 'Error: @prisma/client did not initialize yet'],
    ['npx prisma generate'],
    ['npm run build', 0, 'built in 2s'],
  ];
  expect(endings(failuresOf(run))).toEqual(['fixed steps: npm ci', 'fixed steps: npx prisma generate']);
});

test('another cause is no progress if the work never succeeds', () => {
  const run: SessionStep[] = [
    ['npm run build', 1, "Error: Cannot find module 'vite'"],
    ['npm ci'],
    ['npm run build', 1, 'Error: @prisma/client did not initialize yet'],
  ];
  expect(endings(failuresOf(run))).toEqual(['open', 'open']);
});

test('a step belongs to the nearest failure that it fits and that is tried again', () => {
  const run: SessionStep[] = [
    ['npm run api', 1, 'Error: connect ECONNREFUSED 127.0.0.1:5432'],
    ['npm run worker', 1, 'Error: connect ECONNREFUSED 127.0.0.1:6379'],
    ['docker compose up -d redis'],
    ['npm run worker', 0, 'ready'],
    ['docker compose up -d db'],
    ['npm run api', 0, 'ready'],
  ];
  expect(endings(failuresOf(run))).toEqual([
    'fixed steps: docker compose up -d db',
    'fixed steps: docker compose up -d redis',
  ]);
});

test('a retry of other work that had failed is no step', () => {
  const run: SessionStep[] = [
    ['docker build -t web .', 1, 'failed to solve: node:20: not found'],
    ['npm run e2e', 1, "Error: Cannot find module 'playwright'"],
    ['npm ci'],
    ['docker build -t web .', 0, 'built'],
    ['npm run e2e', 0, '12 passed'],
  ];
  expect(endings(failuresOf(run))).toEqual(['went-away', 'fixed steps: npm ci']);
});

test('a wrong turn that never got to the cause is no attempt', () => {
  const run: SessionStep[] = [
    ['gh pr list', 4, 'To get started with GitHub CLI, please run:  gh auth login'],
    ['gh pr list --login', 1, 'unknown flag: --login'],
    ['gh auth login --web', 0, 'Logged in'],
    ['gh pr list', 0, '12'],
  ];
  expect(endings(failuresOf(run))).toEqual(['fixed steps: gh auth login --web', 'went-away']);
});

test('a setting that the error asks for is a step', () => {
  const run: SessionStep[] = [
    ['./gradlew assembleDebug', 1, "SDK location not found. Set sdk.dir in '/p/local.properties'."],
    ['echo "sdk.dir=/opt/android-sdk" > local.properties'],
    ['./gradlew assembleDebug', 0, 'BUILD SUCCESSFUL'],
  ];
  expect(endings(failuresOf(run))).toEqual([
    'fixed steps: echo "sdk.dir=/opt/android-sdk" > local.properties',
  ]);
});

test('a file of source code that is written with echo is the work itself', () => {
  const run: SessionStep[] = [
    ['node app.mjs', 1, "Error: Cannot find module './a.mjs'"],
    ['echo "export default 1" > a.mjs'],
    ['node app.mjs', 0, 'ok'],
  ];
  expect(endings(failuresOf(run))).toEqual(['went-away']);
});

test('a large file that was only a pointer is fetched', () => {
  const run: SessionStep[] = [
    ['node render.js a.glb', 1, 'Error: Invalid glTF binary: bad magic "vers" in a.glb'],
    ['git lfs pull'],
    ['node render.js a.glb', 0, 'wrote a.png'],
  ];
  expect(endings(failuresOf(run))).toEqual(['fixed steps: git lfs pull']);
});

test('the container that a failed start left behind is no step', () => {
  const run: SessionStep[] = [
    ['docker run -d --name api --network n api:dev', 125, 'docker: network n not found.'],
    ['docker network create n'],
    ['docker rm -f api'],
    ['docker run -d --name api --network n api:dev', 0, '81b02c94e7d3'],
  ];
  expect(endings(failuresOf(run))).toEqual(['fixed steps: docker network create n']);
});

test('a fix names the events that it is read from', () => {
  const run: SessionStep[] = [
    ['npm run api', 1, "Error: Cannot find module 'zod'"],
    ['git status', 0, ''],
    ['npm ci'],
    ['npm run api', 0, 'ready'],
  ];
  const [failure] = failuresOf(run);
  const fix = failure?.ending.kind === 'fixed' ? failure.ending.fix : undefined;
  expect(fix?.events).toEqual(['event-0-2', 'event-0-3']);
});

test('a target of the project makes the file that is missing', () => {
  const run: SessionStep[] = [
    ['pdflatex paper.tex', 1, "! Package svg Error: File `fig/setup.pdf' is missing."],
    ['make figures'],
    ['pdflatex paper.tex', 0, 'Output written on paper.pdf'],
  ];
  expect(endings(failuresOf(run))).toEqual(['fixed steps: make figures']);
});

test('a language installs what its manifest lists', () => {
  const run: SessionStep[] = [
    [
      'julia --project=. run.jl',
      1,
      'ERROR: LoadError: ArgumentError: Package A is required but does not seem to be installed',
    ],
    ["julia --project=. -e 'using Pkg; Pkg.instantiate()'"],
    ['julia --project=. run.jl', 0, 'done'],
  ];
  const [failure] = failuresOf(run);
  const fix = failure?.ending.kind === 'fixed' ? failure.ending.fix : undefined;
  expect(fix?.held).toBeUndefined();
  expect(fix?.commands.map(({ text }) => text)).toEqual([
    "julia --project=. -e 'using Pkg; Pkg.instantiate()'",
  ]);
});

test('code that installs what it names itself is no known step', () => {
  const run: SessionStep[] = [
    ['Rscript a.R', 1, 'there is no package called ‘evil’'],
    ['Rscript -e \'install.packages("evil")\''],
    ['Rscript a.R', 0, 'done'],
  ];
  const [failure] = failuresOf(run);
  const fix = failure?.ending.kind === 'fixed' ? failure.ending.fix : undefined;
  expect(fix === undefined || fix.held !== undefined).toBe(true);
});

check(
  'a service that must be enabled first',
  [
    'gcloud run deploy api',
    'PERMISSION_DENIED: Cloud Run Admin API has not been used in project a-2 before or it is disabled.',
  ],
  [['gcloud services enable run.googleapis.com', 0, 'done']],
  'fixed steps: gcloud services enable run.googleapis.com',
);
check(
  'a cache of a checker that is cleared',
  ['npm test', 'FAIL a.test.ts\n  Haste module naming collision: shop'],
  [['npx jest --clearCache', 0, 'Cleared']],
  'fixed steps: npx jest --clearCache',
);
check(
  'a file that turned out to be a pointer',
  ['python smoke.py --model a.onnx', 'RuntimeError: cannot load a.onnx'],
  [
    ['head -c 60 a.onnx', 0, 'version https://git-lfs.github.com/spec/v1'],
    ['git lfs pull', 0, 'done'],
  ],
  'fixed steps: git lfs pull',
);
check(
  'a package of R that everybody knows',
  ['Rscript plot.R', 'Error in library(ggplot2) : there is no package called ‘ggplot2’'],
  [['Rscript -e \'install.packages("ggplot2")\'', 0, 'DONE']],
  'fixed steps: Rscript -e \'install.packages("ggplot2")\'',
);
check(
  'a package of R that only the output names',
  ['Rscript plot.R', 'Error in library(ggpl0t2) : there is no package called ‘ggpl0t2’'],
  [['Rscript -e \'install.packages("ggpl0t2")\'', 0, 'DONE']],
  'held names-something-from-output: Rscript -e \'install.packages("ggpl0t2")\'',
);
check(
  'an install with a runtime that is also an interpreter',
  ['bun run build', '/bin/bash: line 1: vite: command not found', 127],
  [['bun install', 0, '312 packages installed']],
  'fixed steps: bun install',
);

check(
  'an install by a subcommand of a group',
  [
    'arduino-cli compile -b esp32:esp32:esp32 blink',
    "Platform 'esp32:esp32' not found: platform not installed",
  ],
  [['arduino-cli core install esp32:esp32', 0, 'installed']],
  'fixed steps: arduino-cli core install esp32:esp32',
);
check(
  'a cache that is rebuilt',
  ['drush pm:list', 'ServiceNotFoundException: You have requested a non-existent service "x"'],
  [['drush cr', 0, 'Cache rebuild complete.']],
  'fixed steps: drush cr',
);
check(
  'a package of TeX Live',
  ['pdflatex cv.tex', "! LaTeX Error: File `moderncv.cls' not found."],
  [['tlmgr install moderncv', 0, 'installed']],
  'fixed steps: tlmgr install moderncv',
);
