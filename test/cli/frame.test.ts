import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { emptyHome } from './coppice.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

test('--version prints the version alone', () => {
  expect(emptyHome().coppice(['--version'])).toEqual({
    code: 0,
    stdout: `${manifest.version}\n`,
    stderr: '',
  });
});

test('help lists the verbs on stdout and exits 0', () => {
  const { code, stdout, stderr } = emptyHome().coppice(['--help']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('\n  doctor ');
  expect(stdout.split('\n').length).toBeLessThanOrEqual(60);
});

test('every noun has help, and topics have theirs', () => {
  const home = emptyHome();
  for (const words of [
    ['registry', '--help'],
    ['evidence', '--help'],
    ['help', 'evidence'],
    ['help', 'ledger'],
  ])
    expect([words, home.coppice(words).code]).toEqual([words, 0]);
  expect(home.coppice(['help', 'ledger']).stdout).toContain('  undo ');
});

test('an unknown verb exits 2 and names the near one', () => {
  expect(emptyHome().coppice(['valdate'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: unknown verb: valdate (usage)\nhint: did you mean: coppice validate\n',
  });
});

test('with --json an error is one document on stdout', () => {
  const { code, stdout, stderr } = emptyHome().coppice(['valdate', '--json']);
  expect([code, stderr]).toEqual([2, '']);
  expect(JSON.parse(stdout)).toEqual({
    error: { code: 'usage', message: 'unknown verb: valdate', hint: 'did you mean: coppice validate' },
  });
});

test('a bad value exits 1', () => {
  expect(emptyHome().coppice(['validate', '--mode', 'loud'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: --mode cannot be loud (bad-value)\nhint: use one of: lenient, portable, strict\n',
  });
});

test('control characters in what was typed do not reach the terminal', () => {
  const { stderr } = emptyHome().coppice(['\u001b[31mred']);
  expect(stderr).not.toContain('\u001b');
});

test('COPPICE_NOW that is no time is refused in one line', () => {
  const { code, stderr } = emptyHome().coppice(['completion', 'bash'], {
    environment: { COPPICE_NOW: 'soon' },
  });
  expect([code, stderr.split('\n')[0]]).toEqual([1, 'error: COPPICE_NOW is not a time: soon (bad-value)']);
});

test('a time that no record could keep is refused before anything is written', () => {
  const home = emptyHome();
  const environment = { COPPICE_NOW: '9000000000000000' };
  expect(home.coppice(['create', 'a', '--description', 'A.'], { environment }).code).toBe(1);
  expect(home.coppice(['create', 'a', '--description', 'A.']).code).toBe(0);
});

test('a value that reads like a flag asks for no document', () => {
  const home = emptyHome();
  home.coppice(['create', 'a', '--description', 'A.', '--body', 'use --json']);
  const patch = ['patch', 'a', '--find', '--json', '--replace', '--yaml'];
  expect(home.coppice(patch).stdout).toMatch(/^patched home:a /);
  expect(home.coppice(['list', '--json']).stdout).toMatch(/^\{/);
});

test('a working folder that is gone is reported in two lines', () => {
  const home = emptyHome();
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"', process.execPath, program, 'list'],
    { cwd: home.path, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: home.path } },
  );
  expect([status, stderr]).toEqual([
    1,
    'error: the working folder no longer exists (not-found)\nhint: change to an existing folder\n',
  ]);
});

test.skipIf(!existsSync('/dev/full'))('an answer that cannot be written is an error, not a crash', () => {
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', 'exec "$0" "$@" >/dev/full', process.execPath, program, '--help'],
    {
      encoding: 'utf8',
    },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(/^error: the output cannot be written: ENOSPC.* \(disk-full\)\nhint: [^\n]+\n$/);
});

test('a reader that closes the pipe early is not an error', async () => {
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise((done) => child.on('close', done));
  expect([code, stderr]).toEqual([0, '']);
});

test('a fixed time without an offset is the same one wherever the machine is', () => {
  const home = emptyHome();
  const environment = { TZ: 'Pacific/Auckland', COPPICE_NOW: '2026-01-31T12:00:00' };
  home.coppice(['create', 'notes', '--description', 'Takes notes.'], { environment });
  const { stdout } = home.coppice(['history', '--json'], { environment });
  expect(JSON.parse(stdout).entries).toMatchObject([{ at: Date.UTC(2026, 0, 31, 12) }]);
});
