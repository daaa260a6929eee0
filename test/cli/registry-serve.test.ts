import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { emptyHome } from './coppice.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** As root, PostgreSQL is another user, who has to pass through. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-serve-pg-'));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'pg');
}

test('a server says where it is once it answers, and ends well when it is asked to', async () => {
  const { path, coppice } = emptyHome();
  const environment = { COPPICE_REGISTRY_DATA: dataFolder(), COPPICE_LOG_LEVEL: 'warn' };
  const server = spawn(process.execPath, [program, 'registry', 'serve', '--port', '0', '--json'], {
    cwd: path,
    env: { PATH: process.env['PATH'], HOME: path, LANG: 'C.UTF-8', ...environment },
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  let talk = '';
  server.stderr.on('data', (text) => {
    talk += text;
  });
  const lines: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    lines.push(line);
    if (line === '}') break;
  }
  const { url, database } = JSON.parse(lines.join('\n'));
  expect(database).toBe('embedded');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  const busy = coppice(['registry', 'serve', '--port', new URL(url).port], { environment });
  expect(busy).toMatchObject({ code: 1, stdout: '' });
  expect(busy.stderr).toContain(`error: port ${new URL(url).port} of 127.0.0.1 is taken (conflict)\n`);
  expect(coppice(['registry', 'migrate', '--json'], { environment }).stdout).toBe('{\n  "migrated": []\n}\n');

  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(talk).toBe('');
});

test.each([
  [{ COPPICE_RATE_READS: 'many' }, 'error: COPPICE_RATE_READS cannot be used: not a whole number'],
  [{ COPPICE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }, 'error: '],
])('a server that cannot start says why: %o', (environment, expected) => {
  const { code, stdout, stderr } = emptyHome().coppice(['registry', 'serve', '--port', '0'], { environment });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr.split('\n').find((line) => line.startsWith('error: '))).toContain(expected);
});

test('a port that is none is refused', () => {
  const { code, stderr } = emptyHome().coppice(['registry', 'serve', '--port', '70000']);
  expect([code, stderr.split('\n')[0]]).toEqual([1, 'error: --port cannot be 70000 (bad-value)']);
});
