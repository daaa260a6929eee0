import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyHome, type Home } from '../cli/coppice.js';
import { agentOf, eras } from './mcp-world.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  },
};

interface Server {
  readonly child: ChildProcess;
  send(message: unknown): void;
  /** The next line of stdout, which must be a message. */
  next(): Promise<Record<string, unknown>>;
  /** All that is left of stdout, and how the process ended. */
  end(): Promise<{ lines: string[]; stderr: string; code: number | null }>;
}

function start(home: Home, ...flags: string[]): Server {
  const child = spawn(process.execPath, [program, 'mcp', ...flags], {
    cwd: home.path,
    env: { PATH: process.env['PATH'], HOME: home.path, LANG: 'C.UTF-8' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  // One that has ended reads no more.
  child.stdin.on('error', () => undefined);
  return {
    child,
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    next: async () => JSON.parse((await lines.next()).value),
    end: async () => {
      child.stdin.end();
      const rest: string[] = [];
      for await (const line of { [Symbol.asyncIterator]: () => lines }) rest.push(line);
      const [code] = await exit;
      return { lines: rest, stderr, code };
    },
  };
}

test.each(eras)(
  'a client works with it as with any server, and the command line sees what it did (%s)',
  async (era) => {
    const home = emptyHome();
    const env = { PATH: process.env['PATH'] ?? '', HOME: home.path };
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp'],
      cwd: home.path,
      env,
      stderr: 'pipe',
    });
    const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    const { pid } = transport;
    const { answerOf } = agentOf(client);
    expect(client.getServerVersion()).toMatchObject({ name: 'coppice' });
    expect((await client.listTools()).tools).toHaveLength(8);
    await answerOf('skill_manage', { action: 'create', name: 'gif-search', description: 'Finds pictures.' });
    const answers = Array.from({ length: 20 }, () => answerOf('skill_view', { name: 'gif-search' }));
    expect(await Promise.all(answers)).toHaveLength(20);
    const { records } = JSON.parse(home.coppice(['usage', '--json']).stdout);
    expect(records).toMatchObject([{ id: 'home:gif-search', useCount: 20, createdBy: 'agent' }]);
    await client.close();
    await vi.waitUntil(() => !isRunning(pid), { timeout: 20_000 });
  },
);

test('stdout has only the protocol, and a closed stdin ends it', async () => {
  const server = start(emptyHome());
  server.send(initialize);
  expect(await server.next()).toMatchObject({ id: 1, result: { serverInfo: { name: 'coppice' } } });
  server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'skills_list' } });
  expect(await server.next()).toMatchObject({ id: 2, result: { structuredContent: { total: 0 } } });
  server.send({ jsonrpc: '2.0', id: 3, method: 'nothing/such' });
  expect(await server.next()).toMatchObject({ id: 3, error: { code: -32601 } });
  expect(await server.end()).toEqual({ lines: [], stderr: '', code: 0 });
});

test('an agent without a word to say ends it as well', async () => {
  expect(await start(emptyHome()).end()).toEqual({ lines: [], stderr: '', code: 0 });
});

test('it ends when it is asked to, with stdin still open', async () => {
  const server = start(emptyHome());
  server.send(initialize);
  await server.next();
  server.child.kill('SIGTERM');
  expect(await once(server.child, 'exit')).toEqual([0, null]);
});

test('it does not outlive a client that was killed', async () => {
  const home = emptyHome();
  const source = `
    const { spawn } = require('node:child_process');
    const server = spawn(process.execPath, ${JSON.stringify([program, 'mcp'])}, { stdio: ['pipe', 'pipe', 'ignore'] });
    server.stdin.write(${JSON.stringify(`${JSON.stringify(initialize)}\n`)});
    server.stdout.once('data', () => console.log(server.pid));
  `;
  const client = spawn(process.execPath, ['-e', source], { cwd: home.path, env: { HOME: home.path } });
  const [line] = await once(client.stdout, 'data');
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  client.kill('SIGKILL');
  await vi.waitUntil(() => !isRunning(pid), { timeout: 20_000 });
});

test('what was begun when the client went away is done wholly or not at all', async () => {
  const home = emptyHome();
  const server = start(home);
  server.send(initialize);
  await server.next();
  const names = Array.from({ length: 10 }, (_, at) => `skill-${at}`);
  for (const [id, name] of names.entries()) {
    const given = { action: 'create', name, description: 'Does it.' };
    const params = { name: 'skill_manage', arguments: given };
    server.send({ jsonrpc: '2.0', id: id + 2, method: 'tools/call', params });
  }
  expect((await server.end()).code).toBe(0);
  const { entries } = JSON.parse(home.coppice(['history', '--json']).stdout);
  const made = names.filter((name) => existsSync(join(home.path, `.coppice/skills/${name}/SKILL.md`)));
  expect(entries).toHaveLength(made.length);
  for (const entry of entries) expect(entry).toMatchObject({ state: 'committed', actor: 'agent' });
});

test('lines that are no messages are passed over, and the log says so', async () => {
  const server = start(emptyHome());
  server.child.stdin?.write(Uint8Array.from([0xff, 0xfe, 0, 10, 13, 10]));
  server.child.stdin?.write('not JSON\n{"jsonrpc":"1.0"}\n[]\nnull\n{"jsonrpc":"2.0","id":{},"method":5}\n');
  server.send(initialize);
  expect(await server.next()).toMatchObject({ id: 1, result: {} });
  const { lines, stderr, code } = await server.end();
  expect([lines, code]).toEqual([[], 0]);
  expect(stderr).not.toBe('');
  expect(stderr).not.toMatch(/^ +at /m);
});

test('a message that does not end is given up, and the server with it', async () => {
  const server = start(emptyHome());
  server.child.stdin?.write(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(11 * 1024 * 1024)}`);
  expect(await once(server.child, 'exit')).toEqual([0, null]);
});

test('the flags decide what is offered', async () => {
  const server = start(emptyHome(), '--read-only');
  server.send(initialize);
  await server.next();
  server.send({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  expect(JSON.stringify(await server.next())).not.toMatch(/skill_manage"|skill_restore"|registry_install"/);
  await server.end();
  const refused = emptyHome().coppice(['mcp', '--json']);
  expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([2, 'usage']);
});

test('an agent that starts it elsewhere names the project', async () => {
  const home = emptyHome();
  home.put('app/coppice.toml', '');
  home.put('app/.claude/skills/deploy/SKILL.md', '---\nname: deploy\ndescription: Deploys.\n---\n');
  const server = start(home, '--project', 'app');
  server.send(initialize);
  await server.next();
  server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'skills_list' } });
  expect(await server.next()).toMatchObject({
    result: { structuredContent: { skills: [{ name: 'deploy', trusted: false }] } },
  });
  await server.end();
  expect(home.coppice(['mcp', '--project', 'nowhere'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('(not-found)'),
  });
});

test('without a registry or a project, the registry tools say what to do', async () => {
  const server = start(emptyHome());
  server.send(initialize);
  await server.next();
  const ask = async (name: string, given: object) => {
    server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: given } });
    return (await server.next())['result'];
  };
  const refusal = (hint: string) => ({
    isError: true,
    structuredContent: { error: { code: 'not-found', hint: expect.stringContaining(hint) } },
  });
  expect(await ask('registry_search', { query: 'x' })).toMatchObject(refusal('coppice login'));
  expect(await ask('registry_install', { slug: 'x' })).toMatchObject(refusal('coppice init'));
  expect((await server.end()).code).toBe(0);
});

function isRunning(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
