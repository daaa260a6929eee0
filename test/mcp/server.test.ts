import { expect, test } from 'vitest';
import { eras, McpWorld } from './mcp-world.js';

const readingTools = ['skills_list', 'skill_view', 'skills_search', 'skill_usage', 'registry_search'];
const writingTools = ['skill_manage', 'skill_restore', 'registry_install'];

test.each(eras)('every tool says what it takes and whether it changes anything (%s)', async (era) => {
  const { client } = await new McpWorld().agent({ era });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual([...readingTools, ...writingTools].toSorted());
  for (const { name, title, description, inputSchema, annotations } of tools) {
    expect([title, description], name).toEqual([expect.any(String), expect.any(String)]);
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
    expect(annotations, name).toEqual({
      readOnlyHint: readingTools.includes(name),
      destructiveHint: name === 'skill_manage',
      idempotentHint: [...readingTools, 'registry_install'].includes(name),
      openWorldHint: name.startsWith('registry_'),
    });
  }
});

test('what a model reads of the tools takes few tokens', async () => {
  const { client } = await new McpWorld().agent();
  const { tools } = await client.listTools();
  const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(JSON.stringify(read).length / 4).toBeLessThan(1_450);
});

test('a server that only reads has no tool that writes, and speaks of none', async () => {
  const world = new McpWorld();
  world.skill('gif-search');
  const { client, answerOf, refuses } = await world.agent({ isReadOnly: true });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(readingTools);
  for (const name of writingTools) {
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(`there is no tool ${name}`);
    expect(client.getInstructions()).not.toContain(name);
  }
  await world.library().archive('gif-search');
  expect((await refuses('skill_view', { name: 'gif-search' })).hint).toContain('coppice restore gif-search');
  expect((await answerOf('skills_search', { query: 'gif search' }))['hint']).toContain('coppice restore');
});

test('a tool that does not exist is an error of the protocol, and the connection goes on', async () => {
  const { client, answerOf } = await new McpWorld().agent();
  await expect(client.callTool({ name: 'skill_delete' })).rejects.toMatchObject({ code: -32602 });
  expect(await answerOf('skills_list')).toMatchObject({ total: 0 });
});

test('an internal failure is reported as one, and its details are logged', async () => {
  const world = new McpWorld();
  world.registry = { search: () => Promise.reject(new TypeError('oops')) };
  const { refuses } = await world.agent();
  expect(await refuses('registry_search', { query: 'x' })).toMatchObject({
    code: 'internal',
    message: 'oops',
  });
  expect(world.logged.join('\n')).toMatch(/registry_search failed: TypeError: oops\n +at /);
});

test('a configuration that cannot be read is reported by every tool, and a correction needs no restart', async () => {
  const world = new McpWorld();
  world.put('.coppice/config.toml', 'library = 1\n');
  const { refuses, answerOf } = await world.agent();
  expect(await refuses('skills_list')).toMatchObject({ code: 'bad-config' });
  world.put('.coppice/config.toml', '');
  expect(await answerOf('skills_list')).toMatchObject({ total: 0 });
});

test('a request that was given up is not answered, and the next one is', async () => {
  const world = new McpWorld();
  let isAsked: () => void = () => undefined;
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  world.registry = {
    search: () =>
      new Promise((resolve) => {
        isAsked();
        answer = () => resolve([]);
      }),
  };
  const { client, answerOf } = await world.agent();
  const giveUp = new AbortController();
  const call = client.callTool(
    { name: 'registry_search', arguments: { query: 'x' } },
    { signal: giveUp.signal },
  );
  const given = expect(call).rejects.toThrow('no longer wanted');
  await asked;
  giveUp.abort('no longer wanted');
  await given;
  answer();
  expect(await answerOf('skills_list')).toMatchObject({ total: 0 });
});
