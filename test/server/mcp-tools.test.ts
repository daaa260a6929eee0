import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deprecateItem, moveItem } from '../../src/registry/items/lifecycle/item-state.js';
import { yankVersion } from '../../src/registry/items/lifecycle/version-state.js';
import { type Publishing, publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { packageDigest } from '../../src/skill/digest.js';
import { sha256Hex } from '../../src/text/hash.js';
import { eras, type McpApp, mcpApp } from './mcp-app.js';

let app: McpApp;
let acme: Publishing;
let token: string;

const binary = Uint8Array.from([0, 255, 1, 254]);

beforeAll(async () => {
  app = await mcpApp();
  acme = await publishingIn(app.registry, 'acme');
  const globex = await publishingIn(app.registry, 'globex');
  await globex.publish('theirs@1.0.0');
  await acme.publish('lib@1.0.0', { name: 'lib', description: 'A library of words.', tags: ['words'] });
  await acme.publish('deploy@1.0.0', {
    name: 'deploy',
    description: 'Deploys it.',
    requires: ['lib@^1', 'later'],
  });
  await acme.publish('deploy@1.1.0', {
    name: 'deploy',
    description: 'Deploys the shop.',
    tags: ['ops'],
    requires: ['lib@^1', 'later'],
    body: '# Steps\n',
    files: { 'tools/run.sh': 'echo hello\n', 'logo.png': binary },
  });
  await acme.publish(
    'deploy@1.0.0',
    { name: 'deploy', description: 'Deploys as an agent.' },
    { kind: 'agent' },
  );
  await acme.publish('gone@1.0.0', { description: 'Deploys no more.' });
  await moveItem(app.registry, acme.admin, { kind: 'skill', slug: 'gone' }, 'archive', '');
  await app.registry.unguarded
    .insertInto('namespaces')
    .values({ tenant_id: acme.tenant.id, name: 'design', created_at: new Date() })
    .execute();
  const rights = [{ namespace: 'design', role: 'admin', from: 'tenant', group: null }] as const;
  const by = app.registry.caller(acme.tenant, { rights });
  await acme.publish('@design/logo@1.0.0', { name: 'logo', description: 'Draws a thing.' }, { by });
  token = (await app.token(acme.tenant)).text;
});
afterAll(() => app.close());

type Answer = Record<string, unknown>;

/** The JSON of an answer, which is the same as text and as data. */
async function call(client: Client, name: string, given: object): Promise<Answer> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...given } });
  const [first] = content;
  if (first?.type !== 'text') throw new Error('the answer is not text');
  const answer: Answer = JSON.parse(first.text);
  if (!isError) expect(structuredContent).toEqual(answer);
  return isError ? { isError, ...answer } : answer;
}

const used = () => app.registry.usage.recorded.map(({ event, tokenId }) => [event, tokenId !== null]);

describe.each(eras)('in the %s protocol', (era) => {
  let client: Client;
  beforeAll(async () => {
    client = await app.connect(era, { authorization: `Bearer ${token}` });
  });

  test('the server reports its name and capabilities', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'coppice-registry' });
    expect(client.getInstructions()).toContain('search_skills');
    expect(client.getServerCapabilities()).toMatchObject({
      tools: {},
      resources: {},
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
    });
  });

  test('there are four tools, and each accepts only its own arguments', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_skills',
      'get_skill',
      'install_skill',
      'list_dependencies',
    ]);
    for (const { inputSchema, annotations } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations).toMatchObject({ readOnlyHint: true });
    }
    expect(tools[1]?.inputSchema.required).toEqual(['slug']);
    expect(tools[0]?.inputSchema.properties?.['limit']).toMatchObject({
      minimum: 1,
      maximum: 50,
      default: 10,
    });
  });

  test('a name with a namespace is found, read and has files', async () => {
    expect(await call(client, 'get_skill', { slug: '@design/logo' })).toMatchObject({
      slug: '@design/logo',
      version: '1.0.0',
    });
    expect(await call(client, 'install_skill', { slug: '@design/logo' })).toMatchObject({
      files: [{ path: 'SKILL.md' }],
      hint: expect.stringContaining('into a folder logo '),
    });
    const { contents } = await client.readResource({ uri: 'skill://%40design/logo/SKILL.md' });
    expect(contents).toHaveLength(1);
  });

  test('searching finds items of the catalog by words, tags and kind', async () => {
    const found = await call(client, 'search_skills', { query: 'deploys' });
    expect(found).toEqual({
      items: [{ slug: 'deploy', version: '1.1.0', description: 'Deploys the shop.', tags: ['ops'] }],
      hint: expect.stringContaining('get_skill'),
    });
    expect(await call(client, 'search_skills', { query: 'deploys', kind: 'agent' })).toMatchObject({
      items: [{ kind: 'agent', slug: 'deploy', version: '1.0.0' }],
    });
    expect(await call(client, 'search_skills', { tags: ['words'] })).toMatchObject({
      items: [{ slug: 'lib' }],
    });
    expect(await call(client, 'search_skills', { limit: 1 })).toMatchObject({
      items: [{ slug: '@design/logo' }],
      more: true,
    });
    expect(await call(client, 'search_skills', { query: 'theirs' })).toMatchObject({
      items: [],
      hint: expect.stringContaining('Nothing'),
    });
  });

  test('a question finds with keywords what its own words do not, in another language and misspelt too', async () => {
    const slugs = async (given: object) => {
      const { items } = await call(client, 'search_skills', given);
      return (items as readonly { slug: string }[]).map(({ slug }) => slug);
    };
    const question = 'get the new checkout to our customers';
    expect(await slugs({ question })).not.toContain('deploy');
    expect((await slugs({ question, keywords: ['deploy', 'release', 'shop'] }))[0]).toBe('deploy');
    expect((await slugs({ question: 'deploy to production' }))[0]).toBe('deploy');
    expect((await slugs({ question: 'depoly' }))[0]).toBe('deploy');
    expect((await slugs({ question: 'eine Bibliothek für Wörter, den Laden ausliefern' }))[0]).toBe('deploy');
  });

  test('an unsupported search is refused with the reason', async () => {
    expect(await call(client, 'search_skills', { query: 'x', semantic: true })).toMatchObject({
      isError: true,
      error: 'bad_value',
      message: expect.stringContaining('no model'),
    });
  });

  test('reading a whole skill counts as a view', async () => {
    const before = used().length;
    expect(await call(client, 'get_skill', { slug: 'deploy' })).toEqual({
      kind: 'skill',
      slug: 'deploy',
      version: '1.1.0',
      digest: expect.stringMatching(/^sha256:/),
      requires: ['later', 'lib@^1'],
      files: ['logo.png', 'tools/run.sh'],
      skill_md: expect.stringMatching(/^---\nname: deploy\n.*\n---\n# Steps\n$/s),
      hint: expect.stringContaining('install_skill'),
    });
    expect(await call(client, 'get_skill', { slug: 'deploy', kind: 'agent' })).toMatchObject({
      skill_md: expect.stringContaining('as an agent'),
    });
    expect(await call(client, 'get_skill', { slug: 'deploy', version: '1.0.0' })).toMatchObject({
      version: '1.0.0',
      latest: '1.1.0',
      skill_md: expect.stringContaining('Deploys it.'),
    });
    expect(used().slice(before)).toEqual([
      ['view', true],
      ['view', true],
      ['view', true],
    ]);
  });

  test('getting the files of a skill, which match their digests, counts as a download', async () => {
    const before = used().length;
    const answer = await call(client, 'install_skill', { slug: 'deploy' });
    const files = answer['files'] as {
      path: string;
      digest: string;
      size_bytes: number;
      text?: string;
      base64?: string;
    }[];
    const unpacked = files.map(({ path, digest, size_bytes, text, base64 }) => {
      const bytes = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
      expect(bytes).toHaveLength(size_bytes);
      expect(digest).toBe(`sha256:${sha256Hex(bytes)}`);
      return { path, sha256: sha256Hex(bytes), executable: false };
    });
    expect(files.map(({ path, base64 }) => [path, base64])).toEqual([
      ['SKILL.md', undefined],
      ['logo.png', Buffer.from(binary).toString('base64')],
      ['tools/run.sh', undefined],
    ]);
    const published = await acme.version('deploy@1.1.0');
    expect(answer).toMatchObject({
      version: '1.1.0',
      digest: published?.digest,
      requires: ['later', 'lib@^1'],
    });
    expect(answer['content_digest']).toBe(published?.content_digest);
    expect(packageDigest(unpacked, sha256Hex)).toEqual({
      kind: 'digest',
      digest: published?.content_digest.replace('sha256:', ''),
    });
    expect(used().slice(before)).toEqual([['download', true]]);
  });

  test('the requirements of a skill are listed with the versions to install', async () => {
    expect(await call(client, 'list_dependencies', { slug: 'deploy' })).toEqual({
      kind: 'skill',
      slug: 'deploy',
      dependencies: [
        { slug: 'later', version_range: '*', depth: 1 },
        { slug: 'lib', version_range: '^1', depth: 1, version: '1.0.0', digest: expect.any(String) },
      ],
      hint: expect.stringContaining('not published'),
    });
    expect(await call(client, 'list_dependencies', { slug: 'lib' })).toMatchObject({ dependencies: [] });
  });

  test('a missing skill gives an error answer, and is not counted', async () => {
    const before = used().length;
    for (const [name, given] of [
      ['get_skill', { slug: 'nothing' }],
      ['get_skill', { slug: 'theirs' }],
      ['get_skill', { slug: 'lib', kind: 'agent' }],
      ['get_skill', { slug: 'gone' }],
      ['get_skill', { slug: 'lib', version: '9.0.0' }],
      ['install_skill', { slug: 'nothing' }],
      ['install_skill', { slug: 'gone' }],
      ['list_dependencies', { slug: 'nothing' }],
    ] as const)
      expect(await call(client, name, given), JSON.stringify(given)).toMatchObject({
        isError: true,
        error: 'not_found',
        message: expect.stringContaining(given.slug),
      });
    expect(used()).toHaveLength(before);
  });

  test.for([
    ['search_skills', { kind: 'garbage' }],
    ['get_skill', { slug: 'lib', kind: 'garbage' }],
    ['get_skill', { slug: '../lib' }],
    ['get_skill', {}],
    ['get_skill', { slug: 'lib', more: true }],
    ['install_skill', { slug: 'lib', version: '1' }],
    ['search_skills', { limit: 51 }],
    ['search_skills', { limit: 0 }],
    ['search_skills', { query: 'a\0b' }],
    ['search_skills', { tags: ['\0'] }],
    ['no_such_tool', {}],
  ] as const)('invalid arguments are invalid parameters: %s %j', async ([name, given]) => {
    await expect(client.callTool({ name, arguments: given })).rejects.toMatchObject({ code: -32602 });
  });

  test('an unknown method is refused', async () => {
    const unknown = client.request({ method: 'no/such' }, z.unknown());
    await expect(unknown).rejects.toThrow(/-32601|method not found/i);
  });

  test('a client without a valid credential cannot connect', async () => {
    const other = (await app.token(acme.tenant, { scopes: ['skills:publish'] })).text;
    for (const headers of [
      {},
      { authorization: 'Bearer nonsense' },
      { authorization: `Bearer ${token}`, 'x-coppice-tenant': 'globex' },
      { authorization: `Bearer ${other}` },
    ])
      await expect(app.connect(era, headers)).rejects.toThrow();
  });
});

test('a yanked version and a deprecated item are marked', async () => {
  await acme.publish('old@1.0.0');
  await acme.publish('old@1.1.0');
  await yankVersion(
    app.registry,
    acme.admin,
    { kind: 'skill', slug: 'old' },
    { version: '1.0.0', reason: 'broken' },
  );
  await deprecateItem(
    app.registry,
    acme.admin,
    { kind: 'skill', slug: 'old' },
    { message: 'use lib', replacement: 'lib' },
  );
  const client = await app.connect('modern', { authorization: `Bearer ${token}` });
  expect(await call(client, 'get_skill', { slug: 'old', version: '1.0.0' })).toMatchObject({
    yanked: 'broken',
    deprecated: { message: 'use lib', replacement: 'lib' },
  });
  expect(await call(client, 'install_skill', { slug: 'old', version: '1.0.0' })).toMatchObject({
    yanked: 'broken',
  });
  await moveItem(app.registry, acme.admin, { kind: 'skill', slug: 'old' }, 'archive', '');
  expect(await call(client, 'install_skill', { slug: 'old', version: '1.1.0' })).toMatchObject({
    version: '1.1.0',
  });
});

test('a skill that is too large for a conversation is fetched over HTTP', async () => {
  // Hashes do not compress, and so stay within the limit of the compression ratio.
  const large = Buffer.from(
    Array.from({ length: 33_000 }, (_, index) => sha256Hex(`${index}`)).join(''),
    'hex',
  );
  await acme.publish('large@1.0.0+build', { files: { 'data.bin': large } });
  const client = await app.connect('modern', { authorization: `Bearer ${token}` });
  const before = used().length;
  const answer = await call(client, 'install_skill', { slug: 'large' });
  expect(answer['files']).toBeUndefined();
  expect(used()).toHaveLength(before);
  const response = await fetch(String(answer['url']), { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes).toHaveLength(Number(answer['size_bytes']));
  expect(`sha256:${sha256Hex(bytes)}`).toBe(answer['digest']);
});

test('anybody may read a public tenant, and is counted anonymously', async () => {
  const open = await publishingIn(app.registry, 'open', { visibility: 'public' });
  await open.publish('free@1.0.0');
  const client = await app.connect('legacy', { 'x-coppice-tenant': 'open' });
  expect(await call(client, 'get_skill', { slug: 'free' })).toMatchObject({ slug: 'free' });
  expect(used().at(-1)).toEqual(['view', false]);
});
