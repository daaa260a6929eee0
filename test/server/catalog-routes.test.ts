import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveItem } from '../../src/registry/items/lifecycle/item-state.js';
import { type Publishing, publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import { sha256Hex } from '../../src/text/hash.js';
import { type Ask, type AskOptions, catalogApp } from './catalog-app.js';

let registry: TestRegistry;
let acme: Publishing;
let ask: Ask;

beforeAll(async () => {
  registry = await testRegistry();
  acme = await publishingIn(registry, 'acme');
  const globex = await publishingIn(registry, 'globex');
  await acme.publish('base@1.0.0', { files: { 'docs/more.md': 'more\n' } });
  await acme.publish('lib@1.0.0', { description: 'A library.', requires: ['base'] });
  await acme.publish('helper@1.0.0', {}, { kind: 'agent' });
  await acme.publish('idle@1.0.0');
  await moveItem(registry, acme.admin, { kind: 'skill', slug: 'idle' }, 'flag', '');
  await acme.publish('gone@1.0.0');
  await moveItem(registry, acme.admin, { kind: 'skill', slug: 'gone' }, 'archive', '');
  for (const version of ['1.0.0', '2.0.0']) await acme.publish(`pair@${version}`);
  await acme.publish('odd--name@1.0.0');
  await acme.publish('odd-@1.0.0');
  ask = catalogApp(registry, [acme.tenant, globex.tenant]);
});
afterAll(() => registry.close());

const reading = (path: string, options: AskOptions = {}) => ask(path, { who: 'read', ...options });

/** The JSON of a successful answer, in the type that the test expects. */
async function answered<T>(response: Promise<Response>): Promise<T> {
  const { status } = await response;
  expect(status).toBe(200);
  return (await (await response).json()) as T;
}

const itemPaths = [
  '',
  '/detail',
  '/versions',
  '/versions/1.0.0',
  '/skill-md',
  '/bundle.tar.gz',
  '/versions/1.0.0/bundle.tar.gz',
  '/files/SKILL.md',
  '/versions/1.0.0/files/SKILL.md',
  '/deps',
  '/used-by',
  '/near',
];

test.each(itemPaths)('/v1/skills/lib%s exists only for its own tenant and kind', async (path) => {
  const own = await reading(`/v1/skills/lib${path}`);
  expect(own.status).toBe(200);
  expect(own.headers.get('etag')).toMatch(/^".+"$/);
  expect((await reading(`/v1/skills/lib${path}`, { tenant: 'globex' })).status).toBe(404);
  expect((await reading(`/v1/skills/lib${path}?kind=agent`)).status).toBe(404);
  expect((await reading(`/v1/skills/lib${path}?kind=garbage`)).status).toBe(400);
  expect((await reading(`/v1/skills/none${path}`)).status).toBe(404);
  expect((await reading(`/v1/skills/helper${path}?kind=agent`)).status).toBe(200);
  expect((await ask(`/v1/skills/lib${path}`)).status).toBe(401);
});

test.each(itemPaths)('/v1/skills/lib%s is not sent again to a caller who has it', async (path) => {
  const etag = (await reading(`/v1/skills/lib${path}`)).headers.get('etag') ?? '';
  expect((await reading(`/v1/skills/lib${path}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

test('the catalog lists published items, to each tenant its own', async () => {
  type List = { readonly items: readonly { readonly slug: string }[] };
  const slugsOf = async (options: AskOptions, query = '') => {
    const { items } = await answered<List>(reading(`/v1/skills${query}`, options));
    return items.map(({ slug }) => slug);
  };
  expect(await slugsOf({})).toEqual(['base', 'lib', 'odd-', 'odd--name', 'pair']);
  expect(await slugsOf({}, '?kind=agent')).toEqual(['helper']);
  expect(await slugsOf({ tenant: 'globex' })).toEqual([]);
  expect((await reading('/v1/skills?kind=garbage')).status).toBe(400);
  expect((await reading('/v1/skills?limit=201')).status).toBe(400);
  expect((await reading('/v1/skills?cursor=garbage')).status).toBe(400);
  expect((await reading('/v1/skills?query=x&semantic=true')).status).toBe(400);
});

test('only curators see flagged or archived items, whoever read them before', async () => {
  for (const [state, slug] of [
    ['flagged', 'idle'],
    ['archived', 'gone'],
  ]) {
    const address = `/v1/skills?state=${state}`;
    expect((await ask(address, { who: 'read' })).status).toBe(403);
    const { items } = await answered<{ items: readonly { slug: string }[] }>(ask(address, { who: 'curate' }));
    expect(items.map((item) => item.slug)).toEqual([slug]);
    expect((await ask(address, { who: 'read' })).status).toBe(403);
  }
});

test('only callers who may read drafts see them in the detail of an item', async () => {
  await registry.unguarded
    .insertInto('drafts')
    .values({
      id: crypto.randomUUID(),
      tenant_id: acme.tenant.id,
      kind: 'skill',
      slug: 'secret-plan',
      state: 'pending',
      origin: 'cli',
      similar_items: JSON.stringify([{ kind: 'skill', slug: 'lib', similarity: 1, measure: 'letters' }]),
      created_by: 'service:tester',
      created_at: new Date(registry.clock.now()),
    })
    .execute();
  for (const who of ['read', 'publish', 'read'] as const) {
    const text = await (await ask('/v1/skills/lib/detail', { who })).text();
    expect(text.includes('secret-plan'), who).toBe(who === 'publish');
  }
});

test('a publish updates cached answers at once', async () => {
  const versionOf = async () => (await answered<{ version: string }>(reading('/v1/skills/moving'))).version;
  await acme.publish('moving@1.0.0');
  expect(await versionOf()).toBe('1.0.0');
  await acme.publish('moving@1.1.0');
  expect(await versionOf()).toBe('1.1.0');
});

test('a manifest is resolved', async () => {
  const resolve = (json: unknown) => reading('/v1/resolve', { method: 'POST', json });
  const { nodes } = await answered<{ nodes: readonly { slug: string }[] }>(
    resolve({ items: [{ slug: 'lib' }] }),
  );
  expect(nodes.map(({ slug }) => slug)).toEqual(['lib', 'base']);
  const demands = ['1.0.0', '2.0.0'].map((range) => ({ slug: 'pair', range }));
  expect((await resolve({ items: demands })).status).toBe(409);
  expect((await resolve({ items: [{ slug: 'base', range: 'x y' }] })).status).toBe(400);
  const long = [...Array(17).keys()].join(' || ');
  expect((await resolve({ items: [{ slug: 'base', range: long }] })).status).toBe(400);
});

test('the bundles in the discovery document have their digests', async () => {
  type Index = {
    readonly skills: readonly { readonly name: string; readonly url: string; readonly digest: string }[];
  };
  const index = await answered<Index & { $schema: string }>(reading('/.well-known/agent-skills/index.json'));
  expect(index.$schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json');
  expect(index.skills.map(({ name }) => name)).toEqual(['base', 'lib', 'moving', 'pair']);
  expect(index.skills[1]).toMatchObject({ type: 'archive', description: 'A library.' });
  for (const { url, digest } of index.skills) {
    const bundle = await reading(new URL(url).pathname);
    expect(`sha256:${sha256Hex(new Uint8Array(await bundle.arrayBuffer()))}`).toBe(digest);
  }
});

test('the older discovery document lists files that exist', async () => {
  type Index = { readonly skills: readonly { readonly name: string; readonly files: readonly string[] }[] };
  const index = await answered<Index>(reading('/.well-known/skills/index.json'));
  expect(index.skills[0]).toEqual({
    name: 'base',
    description: 'Explains how a thing is done, and when.',
    files: ['SKILL.md', 'docs/more.md'],
  });
  for (const { name, files } of index.skills)
    for (const file of files) expect((await reading(`/.well-known/skills/${name}/${file}`)).status).toBe(200);
  expect(await (await reading('/.well-known/skills/base/docs/more.md')).text()).toBe('more\n');
  expect((await reading('/.well-known/skills/helper/SKILL.md')).status).toBe(404);
});

test('another tenant discovers nothing', async () => {
  for (const address of ['/.well-known/agent-skills/index.json', '/.well-known/skills/index.json'])
    expect(await answered(reading(address, { tenant: 'globex' }))).toMatchObject({ skills: [] });
});
