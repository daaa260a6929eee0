import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** As root, PostgreSQL is another user, who has to pass through. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-serve-pg-'));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'pg');
}

interface Serving {
  /** As a reader does who has seen enough of its log. */
  closeLog(): void;
  /** What it printed, once it answers. */
  readonly document: Readonly<Record<string, unknown>> & { readonly url: string };
  /** Its exit code and what it said on stderr. */
  stop(): Promise<readonly [number | null, string]>;
}

async function serving(
  { path }: Home,
  words: readonly string[],
  environment: Record<string, string>,
): Promise<Serving> {
  const server = spawn(process.execPath, [program, 'registry', 'serve', '--json', ...words], {
    cwd: path,
    env: {
      PATH: process.env['PATH'],
      HOME: path,
      LANG: 'C.UTF-8',
      COPPICE_STOP_GRACE_SECS: '0',
      ...environment,
    },
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  let stderr = '';
  server.stderr.on('data', (text) => {
    stderr += text;
  });
  const lines: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    lines.push(line);
    if (line === '}') break;
  }
  return {
    document: JSON.parse(lines.join('\n')),
    closeLog: () => void server.stderr.destroy(),
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      const [code] = await ended;
      return [code, stderr];
    },
  };
}

test('a server says where it is once it answers, and ends well when it is asked to', async () => {
  const home = emptyHome();
  const { coppice } = home;
  const environment = { COPPICE_REGISTRY_DATA: dataFolder(), COPPICE_LOG_LEVEL: 'warn' };
  const { document, stop } = await serving(home, ['--port', '0'], environment);
  const { url, database } = document;
  expect(database).toBe('embedded');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  const busy = coppice(['registry', 'serve', '--port', new URL(url).port], { environment });
  expect(busy).toMatchObject({ code: 1, stdout: '' });
  expect(busy.stderr).toContain(
    `error: port ${new URL(url).port} of 127.0.0.1 is already in use (conflict)\n`,
  );
  expect(coppice(['registry', 'migrate', '--json'], { environment }).stdout).toBe('{\n  "migrated": []\n}\n');
  expect(await stop()).toEqual([0, '']);
});

test('a server for this machine lets its person in, imports nothing, and says nothing else', async () => {
  const home = emptyHome();
  home.put('.claude/skills/deploy/SKILL.md', '---\nname: deploy\ndescription: Deploys it.\n---\nDo it.\n');
  const environment = { COPPICE_REGISTRY_DATA: dataFolder(), USER: 'Ada L' };
  const { document, stop } = await serving(home, ['--local', '--import', '--port', '0'], environment);
  const { url, database, signIn, skills } = document;
  expect([database, skills]).toEqual(['embedded', { inCatalog: 0 }]);
  const [address, link] = String(signIn).split('#');
  expect(address).toBe(`${url}/sign-in`);
  const opened = await fetch(`${url}/v1/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link }),
  });
  expect(await opened.json()).toMatchObject({
    tenant: 'local',
    principal: 'user:ada-l@localhost',
    role: 'admin',
  });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const listed = await fetch(`${url}/v1/skills`, { headers: { cookie } });
  expect(await listed.json()).toMatchObject({ items: [] });
  expect(await stop()).toEqual([0, '']);

  const again = await serving(home, ['--local', '--port', '0'], environment);
  expect(again.document['skills']).toEqual({ inCatalog: 0 });
  expect(again.document['signIn']).not.toContain(link);
  expect(await again.stop()).toEqual([0, '']);
});

test('a server for this machine is not for the network, and no other imports', () => {
  const { coppice } = emptyHome();
  const open = coppice(['registry', 'serve', '--local', '--host', '0.0.0.0']);
  expect([open.code, open.stderr.split('\n')]).toEqual([
    2,
    [
      'error: --local is for this machine only, but others can reach 0.0.0.0 (usage)',
      'hint: leave out --host, or leave out --local and create a tenant (docs/team-registry.md)',
      '',
    ],
  ]);
  expect(coppice(['registry', 'serve', '--import'])).toMatchObject({
    code: 2,
    stderr: 'error: --import needs --local (usage)\nhint: add --local\n',
  });
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

test('a server whose log nobody reads any more goes on, and ends well', async () => {
  const environment = { COPPICE_REGISTRY_DATA: dataFolder(), COPPICE_LOG_LEVEL: 'debug' };
  const { document, closeLog, stop } = await serving(emptyHome(), ['--port', '0'], environment);
  closeLog();
  // More than a pipe holds and the log gathers, so that it meets the closed pipe.
  for (let asked = 0; asked < 200; asked += 1) {
    expect((await fetch(`${document.url}/v1/skills`)).status).toBe(401);
  }
  expect((await fetch(`${document.url}/readyz`)).status).toBe(200);
  expect((await stop())[0]).toBe(0);
});
