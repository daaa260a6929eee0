import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { emptyHome } from './coppice.js';

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
  expect(stdout).toContain('validate');
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

test('a reader that closes the pipe early is not an error', async () => {
  const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let talk = '';
  child.stderr.on('data', (chunk) => {
    talk += chunk;
  });
  const code = await new Promise((done) => child.on('close', done));
  expect([code, talk]).toEqual([0, '']);
});
