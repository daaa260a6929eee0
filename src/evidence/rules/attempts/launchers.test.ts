import { expect, test } from 'vitest';
import { commandsIn } from './commands-in.js';

function check(text: string, launcher: readonly string[], signature: string, spelling?: string) {
  test(text, () => {
    const command = commandsIn(text).commands.at(-1)?.command;
    expect({ launcher: command?.launcher, signature: command?.signature }).toEqual({ launcher, signature });
    if (spelling !== undefined) expect(command?.spelling).toBe(spelling);
  });
}

check('npx -y vitest run', ['npx', '-y'], 'vitest', 'vitest');
check('npx tsc@latest --noEmit', ['npx'], 'tsc', 'tsc@latest');
check('npx @marp-team/marp-cli a.md', ['npx'], 'marp-cli');
check('npx --package foo bar baz', ['npx', '--package', 'foo'], 'bar baz');
check('bunx eslint .', ['bunx'], 'eslint');
check('pnpm --filter web exec vitest', ['pnpm', '--filter', 'web', 'exec'], 'vitest');
check('yarn dlx create-app', ['yarn', 'dlx'], 'create-app');
check('npm exec -- eslint .', ['npm', 'exec', '--'], 'eslint');
check('uv run --with httpx pytest -k x', ['uv', 'run', '--with', 'httpx'], 'pytest');
check('poetry run python -m importer.job', ['poetry', 'run', 'python', '-m'], 'importer.job');
check('python3 -m pip install x', ['python3', '-m'], 'pip install');
check('python -W ignore -m pytest', ['python', '-W', 'ignore', '-m'], 'pytest');
check('bundle exec rspec', ['bundle', 'exec'], 'rspec');
check('conda run -n ml python x.py', ['conda', 'run', '-n', 'ml'], 'python x.py');
check('direnv exec . make', ['direnv', 'exec', '.'], 'make');
check('doppler run -- node x.js', ['doppler', 'run', '--'], 'node x.js');
check('dotenv -e .env -- node x.js', ['dotenv', '-e', '.env', '--'], 'node x.js');
check('nix develop -c make all', ['nix', 'develop', '-c'], 'make all');
// Wrappers say nothing about the work.
check('time nohup nice -n 5 stdbuf -oL make all', [], 'make all');
check('timeout -k 5 60 npm test', [], 'npm test');
check('/usr/bin/time -v make', [], 'make');
check('xvfb-run -a npm test', ['xvfb-run', '-a'], 'npm test');
check('exec node x.js', [], 'node x.js');
// These are the programs themselves.
check('command -v node', [], 'command');
check('env', [], 'env');
check('time', [], 'time');
check('uv sync', [], 'uv sync');
check('npm run exec', [], 'npm run exec');
check('pixi run test', [], 'pixi run test');
check('python -m', [], 'python');
