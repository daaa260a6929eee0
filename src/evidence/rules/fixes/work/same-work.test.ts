import { expect, test } from 'vitest';
import { session } from '../session.fixture.js';
import { isChanged, sameWork } from './same-work.js';

/** The difference between a failed command and a later one. */
function difference(command: string, output: string, later: string) {
  const [failed, next] = [session([[command, 1, output]]), session([[later]])].map((steps) =>
    steps.flatMap((step) => (step.kind === 'attempt' ? [step.attempt] : [])).at(-1),
  );
  if (failed === undefined || next === undefined) throw new Error('both are commands');
  return sameWork(failed, next);
}

function check(kind: string, command: string, output: string, later: string) {
  test(`${kind}: ${command} and ${later}`, () => {
    expect(difference(command, output, later).kind).toBe(kind);
  });
}

const failed = 'error: something failed';
check('none', 'make all', failed, 'make all');
check('none', 'git commit -m "one"', failed, 'git commit -m "another message"');
check('none', 'kubectl -n shop get pods', failed, 'kubectl get pods -n shop');
check('none', 'npm test', failed, 'npm run test');
check('none', 'npm t', failed, 'npm test');
check('none', 'make all', failed, 'make all --debug');
check('none', 'sudo -E make all', failed, 'time make all');
check('added', 'ship --prod', failed, 'ship --prod --port 22');
check('added', 'git push', failed, 'git push -u origin main');
check('flag', 'tool --colour x', 'unknown option --colour', 'tool --hue x');
check('flag', 'tool --colour x', 'unknown option --colour', 'tool x');
check('flag', 'tool --fast x', 'unknown option --fast', 'tool x');
check('version', 'curl http://api.acme.dev/v1/x', failed, 'curl http://api.acme.dev/v2/x');
check('version', 'curl http://api.acme.dev/x', failed, 'curl https://api.acme.dev/x');
check('version', 'npm i tool@1', failed, 'npm i tool@2');
check('version', 'uv python install 3.9', failed, 'uv python install 3.12');
check('named', 'tool --env prd', 'invalid env "prd", expected one of: prod, stage', 'tool --env prod');
check('other', 'kubectl logs deploy/api', 'deployments.apps "api" not found', 'kubectl logs deploy/web');
check('swapped', 'kran build api', 'unknown project "api"', 'kran build web');
check('swapped', 'aws s3 ls --region us-east-1', 'PermanentRedirect', 'aws s3 ls --region eu-central-1');
check(
  'swapped',
  'ffmpeg -i a -vf scale=720:-1 b',
  'height not divisible by 2',
  'ffmpeg -i a -vf scale=720:-2 b',
);
check('other', 'build --platform a/x,a/y .', 'no match for platform a/y', 'build --platform a/x .');
check('other', 'gdalwarp a.tif b.tif', 'a.tif: not recognized', 'gdalwarp c.tif b.tif');
check('other', "octave --eval 'x=1/'", 'parse error', "octave --eval 'x=1/2'");
check('added', 'wp plugin list', 'not a WordPress installation', 'wp plugin list --path=public');
check('added', 'mypy src', 'Duplicate module; consider --explicit-bases', 'mypy --explicit-bases src');
check('other', 'mypy src', 'src/a.py: error: x', 'mypy --explicit-bases src');
check('other', 'fly deploy --app prod', 'app prod is suspended', 'fly deploy --app stage');
check('other', 'report --day d=2026-10-01', 'no rows', 'report --day d=2026-10-02');
check('other', 'aws s3 cp a.csv s3://x/', 'the path a.csv does not exist', 'aws s3 cp b.csv s3://x/');
check('named', 'play site.yml', 'site.yml could not be found', 'play books/site.yml');
check('flag', 'tar xzf a.tar.xz', 'gzip: stdin: not in gzip format', 'tar xJf a.tar.xz');
check('flag', 'pandoc a.md --filter citer', 'Could not find executable citer', 'pandoc a.md --citeproc');
check('added', 'convert a b', 'cache resources exhausted', 'convert -limit memory 4GiB a b');
check('added', 'nix build .#a', "feature 'x' is disabled", "nix --extra-features 'x y' build .#a");
check('added', 'cargo test', 'test a ... FAILED', 'cargo test -- --test-threads=1');
check('other', 'cargo test', 'test a ... FAILED', 'cargo test -- --skip a');
check('other', './gradlew build', '502 Bad Gateway', './gradlew --stop');
check('program', 'bazel build //a', 'requires Bazel 7', 'bazelisk build //a');
check('program', 'vendor/bin/phpunit a', 'memory exhausted', 'php -d memory_limit=1G vendor/bin/phpunit a');
check(
  'named',
  'duckdb -c "select * from read(\'a.csv\')"',
  'Could not convert string "N/A"',
  "duckdb -c \"select * from read('a.csv', nullstr='N/A')\"",
);
check('other', 'psql -c "select * from a"', 'a is too large', 'psql -c "select * from a limit 5"');
check('swapped', 'tool --codec h265', 'invalid configuration', 'tool --codec h264');
check('swapped', 'npm run dev', 'Missing script: "dev"', 'npm run start');
check(
  'subcommand',
  'npm run biuld',
  'Missing script: "biuld"\nDid you mean this?\n  npm run build',
  'npm run build',
);
check('program', 'python x.py', 'python: command not found', 'python3 x.py');
check('program', 'rg -n todo src', 'rg: command not found', 'grep -rn todo src');
check('program', 'npm install', 'Unsupported URL Type "workspace:"', 'pnpm install');
check('quoting', 'pip install a[b]', 'zsh: no matches found: a[b]', "pip install 'a[b]'");

check('other', 'make all', failed, 'make test');
check('other', 'pytest a.py', failed, 'pytest b.py');
check('other', 'pytest', '1 failed', 'pytest -k fast');
check('other', 'pytest', '1 failed', 'pytest -q tests/a.py');
check('other', 'npx jest', '1 failed', 'npx jest -u');
check('other', 'kubectl apply -f a.yaml', 'error parsing a.yaml', 'kubectl apply -f b.yaml');
check(
  'other',
  'kubectl logs api-6f7d8c9b4-x1y2z',
  'pods "api-6f7d8c9b4-x1y2z" not found',
  'kubectl logs api-6f7d8c9b4-a9b8c',
);
check('other', 'gh run view 123', 'run 123 not found', 'gh run view 124');
check('other', 'prettier --check .', failed, 'prettier --write .');
check('other', 'mvn package', failed, 'mvn package -DskipTests');
check('other', 'ship --prod', failed, 'ship --stage');
check('other', 'docker run web', failed, 'docker run api');
check('other', "python -c 'print(1)'", failed, "python -c 'print(2)'");
check('other', "psql -c 'select 1'", 'syntax error', "psql -c 'select 2'");
check('other', 'mv a b', failed, 'mv b a');
check('other', 'ffmpeg -i a.mov a.mp4', 'ffmpeg: command not found', 'brew install ffmpeg');
check('other', 'tool', 'tool: command not found', 'which tool');
check('other', 'npm run build', failed, 'pnpm run test');
check('other', 'rm a b', failed, 'rm');

test('what stands around a command is compared as well', () => {
  expect(difference('tsc -p .', 'tsc: command not found', 'npx tsc -p .')).toMatchObject({
    kind: 'none',
    hasOtherLauncher: true,
  });
  expect(difference('make', failed, 'A=1 make')).toMatchObject({ kind: 'none', environment: ['A'] });
  expect(difference('A=1 B=2 make', failed, 'B=3 make')).toMatchObject({ environment: ['B', '-A'] });
  expect(difference('make', failed, 'cd web && make')).toMatchObject({ kind: 'none', hasOtherFolder: true });
  expect(difference('cd web && make', failed, 'make')).toMatchObject({ kind: 'none', hasOtherFolder: false });
  expect(difference('make', failed, 'sudo make')).toMatchObject({ kind: 'none', isElevated: true });
});

test('a difference that only changes what is printed is none', () => {
  const same = difference('cargo run', failed, 'RUST_BACKTRACE=1 cargo run --verbose');
  expect(same.kind !== 'other' && isChanged(same)).toBe(false);
});
