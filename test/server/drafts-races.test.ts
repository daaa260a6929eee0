import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishDraft } from '../../src/registry/drafts/close-draft.js';
import {
  type Publishing,
  publishingIn,
  refusalOf,
} from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import { CoppiceError } from '../../src/text/errors.js';
import { type DraftsApp, draftsApp } from './drafts-app.js';

let registry: TestRegistry;
let publishing: Publishing;
let app: DraftsApp;

beforeAll(async () => {
  registry = await testRegistry();
  publishing = await publishingIn(registry, 'acme');
  app = draftsApp(registry, { '': publishing.admin });
});
afterAll(() => registry.close());

test('a draft that many publish at once is published once', async () => {
  const id = await app.proposed('wanted');
  const replies = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((patch) =>
      app.send('POST', `/v1/drafts/${id}/publish`, { version: `1.0.${patch}` }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const { published_version } = (await app.send('GET', `/v1/drafts/${id}`)).data;
  expect(await publishing.item('wanted')).toMatchObject({ version: published_version });
  const versions = await registry.unguarded
    .selectFrom('versions')
    .innerJoin('items', 'items.id', 'versions.item_id')
    .select('versions.version')
    .where('items.slug', '=', 'wanted')
    .execute();
  expect(versions).toEqual([{ version: published_version }]);
});

test.each(['description', 'notes'])(
  'of concurrent edits of the %s one is written, and the others are refused',
  async (field) => {
    const id = await app.proposed(`${field}-edited-by-all`);
    const replies = await Promise.all(
      ['One.', 'Two.', 'Three.', 'Four.'].map((text) =>
        app.send('PATCH', `/v1/drafts/${id}`, { [field]: text, expected_revision: 1 }),
      ),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(3);
    expect((await app.send('GET', `/v1/drafts/${id}`)).data).toEqual(won[0]?.data);
  },
);

test('a concurrent edit, publish and discard leave draft and item consistent', async () => {
  for (let round = 0; round < 8; round += 1) {
    const slug = `met-${round}`;
    const id = await app.proposed(slug, { description: 'First.' });
    const [edited, published, discarded] = await Promise.all([
      app.send('PATCH', `/v1/drafts/${id}`, { description: 'Second.' }),
      app.send('POST', `/v1/drafts/${id}/publish`, { version: '1.0.0' }),
      app.send('POST', `/v1/drafts/${id}/discard`),
    ]);
    for (const { status } of [edited, published, discarded]) expect([200, 409]).toContain(status);
    const draft = (await app.send('GET', `/v1/drafts/${id}`)).data;
    const item = await publishing.item(slug);
    expect(draft['revision']).toBe(edited.status === 200 ? 2 : 1);
    if (published.status === 200) expect(discarded.status).toBe(409);
    expect(draft['state']).toBe(
      published.status === 200 ? 'published' : discarded.status === 200 ? 'discarded' : 'pending',
    );
    if (published.status === 200) expect(item).toMatchObject({ content_digest: draft['content_digest'] });
    else expect(item).toBeUndefined();
  }
});

test('if the draft cannot be marked, nothing is published, and the next try does both', async () => {
  const id = await app.proposed('interrupted');
  const before = await publishing.traces();
  let isOut = true;
  const clock = {
    now: () => {
      // The last call comes when the version is written and the draft is being marked.
      if (isOut && marking) throw new CoppiceError('unavailable', 'gone');
      marking = true;
      return registry.clock.now();
    },
  };
  let marking = false;
  const publish = () => publishDraft({ ...registry, clock }, publishing.admin, id, { version: '1.0.0' });
  expect(await refusalOf(publish())).toBe('unavailable: gone');
  expect(await publishing.traces()).toEqual(before);
  expect((await app.send('GET', `/v1/drafts/${id}`)).data).toMatchObject({ state: 'pending' });
  isOut = false;
  expect(await publish()).toMatchObject({ version: '1.0.0' });
  expect((await app.send('GET', `/v1/drafts/${id}`)).data).toMatchObject({ state: 'published' });
});
