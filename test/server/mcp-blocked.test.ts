import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { eras, type McpApp, mcpApp } from './mcp-app.js';

let app: McpApp;
let token: string;

/** Publishing refuses what the scanner blocks, so this verdict comes from a check that refuses nothing. */
beforeAll(async () => {
  app = await mcpApp();
  const acme = await publishingIn(app.registry, 'acme');
  const { bundles } = app.registry;
  const check: typeof bundles.check = async (...given) => {
    const checked = await bundles.check(...given);
    return { ...checked, scan: { ...checked.scan, verdict: 'block' } };
  };
  const evil = {
    name: 'evil',
    description: 'Helps with markets.',
    body: 'Marker of a body.\n',
    files: { 'references/a.md': 'Marker of a file.\n' },
  };
  await acme.publish('evil@1.0.0', evil, {
    registry: { ...app.registry, bundles: { ...bundles, check } },
  });
  await acme.publish('good@1.0.0', { name: 'good', description: 'Sells at markets.' });
  token = (await app.token(acme.tenant)).text;
});
afterAll(() => app.close());

test.each(eras)('a blocked version is handed to no agent (%s)', async (era) => {
  const client = await app.connect(era, { authorization: `Bearer ${token}` });
  const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
  const search = await call('search_skills', { query: 'markets' });
  const resources = await client.listResources();
  expect(JSON.stringify([search, resources])).toContain('Sells at markets.');
  const refused = await call('get_skill', { slug: 'evil' });
  expect([refused.isError, JSON.stringify(refused)]).toEqual([
    true,
    expect.stringContaining('the scanner blocks evil 1.0.0'),
  ]);
  const uri = resources.resources.map((one) => one.uri.replaceAll('good', 'evil'))[0] ?? '';
  const read = (at: string) => client.readResource({ uri: at }).catch((error: Error) => error.message);
  const said = [
    search,
    resources,
    refused,
    await call('search_skills', {}),
    await call('get_skill', { slug: 'evil', version: '1.0.0' }),
    await call('install_skill', { slug: 'evil' }),
    await call('install_skill', { slug: 'evil', version: '1.0.0' }),
    await call('list_dependencies', { slug: 'evil' }),
    await read(uri),
    await read(uri.replace('SKILL.md', 'references/a.md')),
  ];
  expect(JSON.stringify(said)).not.toMatch(/Helps with markets|Marker of/);
});
