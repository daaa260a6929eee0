import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember } from '../../src/registry/access/members.js';
import { openCatalog } from '../../src/registry/items/catalog/catalog.js';
import { resolveManifest } from '../../src/registry/items/catalog/resolve-items.js';
import { moveItem } from '../../src/registry/items/lifecycle/item-state.js';
import { setOwners } from '../../src/registry/items/lifecycle/owners.js';
import {
  type Publishing,
  publishingIn,
  refusalOf,
} from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import type { Caller } from '../../src/registry/rules/access/principal.js';
import { catalogApp } from './catalog-app.js';
import { type DraftsApp, draftsApp } from './drafts-app.js';

let registry: TestRegistry;
let acme: Publishing;
let app: DraftsApp;
let ada: Caller;
let bob: Caller;
let number = 0;

beforeAll(async () => {
  registry = await testRegistry();
  acme = await publishingIn(registry, 'acme');
  ada = acme.publisher('user:ada@example.com');
  bob = acme.publisher('user:bob@example.com');
  await addMember(registry, acme.tenant.id, { email: 'bob@example.com', name: '', role: 'publisher' });
  const globex = await publishingIn(registry, 'globex');
  await globex.publish('theirs@1.0.0');
  app = draftsApp(registry, {
    '': acme.admin,
    ada,
    bob,
    cora: acme.publisher('user:cora@example.com', {
      scopes: ['skills:read', 'skills:publish', 'skills:curate'],
    }),
    confined: registry.caller(acme.tenant, { name: 'user:ada@example.com', patterns: ['merged-*'] }),
    stranger: registry.caller(globex.tenant),
  });
});
afterAll(() => registry.close());

/** Names of two items, of ada and of bob, and of one that would absorb them. */
async function items(): Promise<readonly [adas: string, bobs: string, merged: string]> {
  const at = ++number;
  await acme.publish(`notes-${at}@1.0.0`, {}, { by: ada });
  await acme.publish(`changes-${at}@1.0.0`, {}, { by: bob });
  return [`notes-${at}`, `changes-${at}`, `merged-${at}`];
}

const agree = (id: string, slug: string, by: string, more: object = {}) =>
  app.send('POST', `/v1/drafts/${id}/consent`, { slug, ...more }, by);
const publish = (id: string, more: object = {}) =>
  app.send('POST', `/v1/drafts/${id}/publish`, { version: '1.0.0', ...more });
const absorbsOf = async (id: string) => (await app.send('GET', `/v1/drafts/${id}`)).data['absorbs'];
const state = async (slug: string) => {
  const item = await acme.item(slug);
  return item === undefined ? 'none' : [item.state, item.absorbed_into];
};
const proposeBy = async (by: string, slug: string, absorbs: readonly string[]) => {
  const { status, data, text } = await app.propose({ slug, absorbs }, {}, by);
  if (status !== 201) throw new Error(text);
  return String(data['id']);
};

test('owners are asked, and only with the consent of all of them is the draft published and the items archived', async () => {
  const [notes, changes, merged] = await items();
  const id = await proposeBy('ada', merged, [notes, changes]);
  expect(await absorbsOf(id)).toEqual([
    { slug: changes, state: 'published', owners: [bob.principal.name], agreed_by: null, agreed_at: null },
    expect.objectContaining({ slug: notes, agreed_by: ada.principal.name }),
  ]);
  const waits = await publish(id);
  expect([waits.status, waits.text]).toEqual([
    409,
    expect.stringContaining(`\`${changes}\` waits for the consent of ${bob.principal.name}`),
  ]);
  expect([await acme.item(merged), await state(notes)]).toEqual([undefined, ['published', null]]);

  expect((await agree(id, changes, 'ada')).status).toBe(403);
  expect((await agree(id, changes, 'bob')).status).toBe(200);
  expect((await publish(id)).status).toBe(200);
  expect([await state(notes), await state(changes)]).toEqual([
    ['archived', merged],
    ['archived', merged],
  ]);
  expect((await acme.audit()).slice(-4)).toEqual(
    expect.arrayContaining([`item.absorb skill/${notes}`, `item.absorb skill/${changes}`]),
  );
});

test('a curator agrees in the place of an owner, and consent can be taken back', async () => {
  const [notes, changes, merged] = await items();
  const id = await proposeBy('ada', merged, [notes, changes]);
  expect((await agree(id, changes, 'cora')).status).toBe(200);
  expect((await agree(id, changes, 'bob', { agree: false })).status).toBe(200);
  expect((await publish(id)).status).toBe(409);
});

test('consent ends when the text, the name or the owners change, and stays when only the notes do', async () => {
  const [notes, , merged] = await items();
  const id = await proposeBy('ada', merged, [notes]);
  const agreed = async () => (await absorbsOf(id)) as readonly { readonly agreed_by: string | null }[];
  const edit = (changes: object) => app.send('PATCH', `/v1/drafts/${id}`, changes);
  await edit({ notes: 'read this' });
  expect((await agreed())[0]?.agreed_by).toBe(ada.principal.name);
  await edit({ description: 'Says something else entirely.' });
  expect((await agreed())[0]?.agreed_by).toBe(null);
  await agree(id, notes, 'ada');
  await edit({ slug: `${merged}-x` });
  expect((await agreed())[0]?.agreed_by).toBe(null);
  await agree(id, notes, 'ada');
  await setOwners(registry, ada, { kind: 'skill', slug: notes }, [bob.principal.name]);
  expect((await agreed())[0]?.agreed_by).toBe(null);
});

test('what was agreed to is one name: it is not published under another', async () => {
  const [notes, , merged] = await items();
  const id = await proposeBy('ada', merged, [notes]);
  const other = await publish(id, { slug: `${merged}-other` });
  expect([other.status, other.text]).toEqual([409, expect.stringContaining('the owners agreed to')]);
});

test('an item of another tenant, of another kind, an archived one, the draft itself, and one named twice are refused', async () => {
  const [notes, , merged] = await items();
  await acme.publish(`helper-${number}@1.0.0`, {}, { kind: 'agent' });
  await acme.publish(`gone-${number}@1.0.0`);
  await moveItem(registry, acme.admin, { kind: 'skill', slug: `gone-${number}` }, 'archive', '');
  const refused = async (absorbs: readonly string[]) => {
    const { status, text } = await app.propose({ slug: merged, absorbs }, {}, 'ada');
    return [status, JSON.parse(text).message];
  };
  expect(await refused(['theirs'])).toEqual([404, 'there is no skill `theirs`']);
  expect(await refused([`helper-${number}`])).toEqual([400, expect.stringContaining('another kind: agent')]);
  expect(await refused([`gone-${number}`])).toEqual([409, expect.stringContaining('already archived')]);
  expect(await refused([merged])).toEqual([400, `\`${merged}\` cannot absorb itself`]);
  expect(await refused([notes, notes])).toEqual([400, expect.stringContaining('named twice')]);
  const { data } = await app.send('GET', '/v1/drafts?limit=200');
  const drafts = data['items'] as readonly { readonly slug: string }[];
  expect(drafts.some(({ slug }) => slug === merged)).toBe(false);
});

test('nobody from another tenant, and no token for other names, decides', async () => {
  const [notes, , merged] = await items();
  const id = await proposeBy('bob', merged, [notes]);
  expect((await agree(id, notes, 'stranger')).status).toBe(404);
  expect((await agree(id, notes, 'confined')).status).toBe(403);
  expect((await agree(id, 'theirs', 'ada')).status).toBe(404);
});

test('a required item is not absorbed, and what requires it is named', async () => {
  const [notes, , merged] = await items();
  await acme.publish(`app-${number}@1.0.0`, { requires: [`${notes}@^1`] });
  const id = await proposeBy('ada', merged, [notes]);
  const refused = await publish(id);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(`app-${number}`)]);
  expect([await state(notes), await acme.item(merged)]).toEqual([['published', null], undefined]);
});

test('an item that was absorbed meanwhile is not absorbed a second time, and no two absorb each other', async () => {
  const [notes, changes, merged] = await items();
  const ids = [await proposeBy('ada', merged, [notes]), await proposeBy('ada', `${merged}-b`, [notes])];
  const replies = await Promise.all(ids.map((id) => publish(id)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  await acme.publish(`${notes}-x@1.0.0`, {}, { by: ada });
  const both = await Promise.all([
    refusalOf(acme.publish(`${changes}@2.0.0`, {}, { absorbs: [`${notes}-x`], by: acme.admin })),
    refusalOf(acme.publish(`${notes}-x@2.0.0`, {}, { absorbs: [changes], by: acme.admin })),
  ]);
  expect(both.filter((reply) => reply === 'no refusal')).toHaveLength(1);
});

test('a publish absorbs only what the publisher may decide about', async () => {
  const [notes, changes, merged] = await items();
  expect(await refusalOf(acme.publish(`${merged}@1.0.0`, {}, { by: ada, absorbs: [notes, changes] }))).toBe(
    `forbidden: user:ada@example.com cannot decide about \`${changes}\``,
  );
  expect([await acme.item(merged), await state(notes)]).toEqual([undefined, ['published', null]]);
  await acme.publish(`${merged}@1.0.0`, {}, { by: ada, absorbs: [notes] });
  expect(await state(notes)).toEqual(['archived', merged]);
});

test('old names lead to the live item, however often it was absorbed, until they are restored', async () => {
  const [notes, changes, merged] = await items();
  const catalog = openCatalog(registry);
  const ask = catalogApp(registry, [acme.tenant]);
  const led = async (slug: string) => {
    const { unresolved } = await resolveManifest(catalog, acme.tenant.id, {
      items: [{ kind: 'skill', slug, range: '*' }],
      locked: [],
    });
    const bundle = await ask(`/v1/skills/${slug}/bundle.tar.gz`, { who: 'read' });
    return [unresolved[0]?.absorbed_into, bundle.status, bundle.headers.get('x-coppice-absorbed-into')];
  };
  await acme.publish(`${changes}@1.1.0`, { body: 'More.' }, { by: acme.admin, absorbs: [notes] });
  await acme.publish(`${merged}@1.0.0`, {}, { absorbs: [changes] });
  expect(await led(notes)).toEqual([merged, 200, merged]);
  await moveItem(registry, acme.admin, { kind: 'skill', slug: notes }, 'unarchive', '');
  expect(await state(notes)).toEqual(['published', null]);
  expect(await led(notes)).toEqual([undefined, 200, null]);
  await moveItem(registry, acme.admin, { kind: 'skill', slug: merged }, 'archive', '');
  expect(await led(changes)).toEqual([undefined, 404, null]);
});
