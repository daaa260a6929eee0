import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { agentOf } from '../mcp/mcp-world.js';
import { Person, startServer } from './client-world.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const server = await startServer();
afterAll(() => server.stop());

test('an agent finds a skill of the team, and installs it into the project', async () => {
  const world = await server.world();
  const author = new Person();
  await author.login(world);
  await author.run(['publish', author.putSkill('lib'), '--version', '1.0.0']);
  const app = author.putSkill('app', { extra: 'requires:\n  - lib@^1\n' });
  await author.run(['publish', app, '--version', '1.0.0']);
  const reader = new Person();
  await reader.login(world, ['skills:read']);
  const { answerOf, refuses } = await agentIn(reader);

  const { results, hint } = await answerOf('registry_search', { query: 'app' });
  expect(results).toMatchObject([{ slug: 'app', version: '1.0.0' }]);
  expect(hint).toContain('registry_install');
  expect(await refuses('registry_install', { slug: 'app' })).toMatchObject({
    code: 'not-found',
    hint: 'create one with: coppice init',
  });
  await reader.run(['init']);
  expect(await answerOf('registry_install', { slug: 'app', range: '^1' })).toMatchObject({
    installed: [
      { kind: 'skill', slug: 'lib', version: '1.0.0' },
      { kind: 'skill', slug: 'app', version: '1.0.0' },
    ],
  });
  expect(reader.text('coppice.toml')).toContain('app = "^1"\n');
  expect(reader.text('.claude/skills/app/SKILL.md')).toContain('# app');
  await vi.waitUntil(async () => (await world.installers()).length === 1, { timeout: 20_000 });
  expect(await answerOf('registry_install', { slug: 'app' })).toMatchObject({ installed: [], unchanged: 2 });
  expect(await answerOf('skill_view', { name: 'app' })).toMatchObject({
    body: expect.stringContaining('# app'),
  });

  const before = reader.text('coppice.toml');
  expect(await refuses('registry_install', { slug: 'nothing' })).toMatchObject({ code: 'not-found' });
  expect(await refuses('registry_install', { slug: 'app', range: '^9' })).toMatchObject({ code: 'conflict' });
  expect(reader.text('coppice.toml')).toBe(before);
  expect(await refuses('registry_install', { slug: 'app', range: '^9 || nonsense' })).toMatchObject({
    code: 'bad-value',
  });
});

async function agentIn({ place, home, project }: Person) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    cwd: project,
    stderr: 'ignore',
    env: { PATH: process.env['PATH'] ?? '', HOME: place, COPPICE_HOME: home },
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return agentOf(client);
}
