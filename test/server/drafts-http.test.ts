import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { draftRoutes } from '../../src/registry/api/routes/drafts.js';
import { bundleOf } from '../../src/registry/items/bundle/bundle.fixture.js';
import { type Publishing, publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import { encodeCursor } from '../../src/registry/rules/cursor.js';
import { readBundle } from '../../src/skill/bundle/read-bundle.js';
import { bundleCodec } from '../../src/system/gzip.js';
import { type DraftsApp, draftsApp } from './drafts-app.js';

let registry: TestRegistry;
let publishing: Publishing;
let app: DraftsApp;

beforeAll(async () => {
  registry = await testRegistry();
  publishing = await publishingIn(registry, 'acme');
  const other = await registry.tenant('globex');
  app = draftsApp(registry, {
    '': publishing.admin,
    curator: registry.caller(publishing.tenant, {
      name: 'user:cora@example.com',
      scopes: ['skills:read', 'skills:publish', 'skills:curate'],
    }),
    confined: registry.caller(publishing.tenant, { name: 'service:confined', patterns: ['team-*'] }),
    stranger: registry.caller(other),
  });
});
afterAll(() => registry.close());

function expectSchema(schema: z.ZodType | string, data: unknown): void {
  if (typeof schema === 'string') throw new Error('this route does not answer JSON');
  expect(schema.parse(data)).toEqual(data);
}

async function draft(id: string) {
  return (await app.send('GET', `/v1/drafts/${id}`)).data;
}

test('a proposed bundle is pending, with the tags of the file and of the request', async () => {
  const reply = await app.propose(
    { slug: 'first', origin: 'evolver', notes: 'Seen twice.', tags: ['b'], when_to_use: 'On Mondays.' },
    { tags: ['a', 'b'], description: 'Says how.' },
  );
  expect(reply.status).toBe(201);
  expectSchema(draftRoutes.createDraft.answer, reply.data);
  expect(reply.data).toMatchObject({
    kind: 'skill',
    slug: 'first',
    state: 'pending',
    origin: 'evolver',
    notes: 'Seen twice.',
    description: 'Says how.',
    when_to_use: 'On Mondays.',
    tags: ['a', 'b'],
    revision: 1,
    created_by: 'service:tester',
    reviewed_by: null,
    published_version: null,
    similar: [],
  });
  expect(await draft(String(reply.data['id']))).toEqual(reply.data);
  expect(await publishing.item('first')).toBeUndefined();
  expect((await publishing.audit()).at(-1)).toBe(`draft.create draft/${reply.data['id']}`);
});

test('a bundle that could not be published cannot be proposed, and leaves nothing', async () => {
  const key = ['AKIA', 'Z4QW7XN2MB5KTLRA'].join('');
  const before = (await publishing.audit()).length;
  for (const [metadata, sketch] of [
    [{ slug: 'odd' }, { body: `Log in with ${key}.` }],
    [{ slug: 'odd' }, { requires: ['odd'] }],
    [{ slug: 'odd' }, { requires: ['lib@no range'] }],
    [{ slug: 'odd' }, { description: '""' }],
    [{ slug: 'admin' }, {}],
    [{ slug: '../x' }, {}],
    [{ slug: 'odd', kind: 'garbage' }, {}],
    [{ slug: 'odd', origin: 'nowhere' }, {}],
  ] as const)
    expect(await app.propose(metadata, sketch), JSON.stringify(metadata)).toMatchObject({ status: 400 });
  expect(await app.propose({ slug: 'odd' }, {}, 'confined')).toMatchObject({ status: 403 });
  expect(await app.propose({ slug: 'team-odd' }, {}, 'confined')).toMatchObject({ status: 201 });
  expect(await publishing.audit()).toHaveLength(before + 1);
});

test('the SKILL.md of a draft is readable in every revision', async () => {
  const id = await app.proposed('readable', { body: '# One\n' });
  await app.send('PATCH', `/v1/drafts/${id}`, { description: 'Two.' });
  const skillMd = (query = '') => app.send('GET', `/v1/drafts/${id}/skill-md${query}`);
  expect((await skillMd()).text).toContain('description: Two.');
  expect((await skillMd('?revision=1')).text).toContain('description: Explains');
  expect((await skillMd('?revision=2')).text).toBe((await skillMd()).text);
  expect(await skillMd('?revision=3')).toMatchObject({ status: 404 });
  expect(await skillMd('?revision=0')).toMatchObject({ status: 400 });
});

test('every change is made in the file, and the other fields and files stay', async () => {
  const files = { 'tools/run.sh': '#!/bin/sh\necho hello\n' };
  const id = await app.proposed(
    'edited',
    { tags: ['a'], more: 'license: MIT # ours', body: '# Body\n', files },
    { tags: ['beside'], notes: 'Old notes.', when_to_use: 'Beside.' },
  );
  const path = `/v1/drafts/${id}`;
  const first = await app.send('PATCH', path, { description: 'New: it is.' });
  expectSchema(draftRoutes.editDraft.answer, first.data);
  expect(first).toMatchObject({
    status: 200,
    data: { description: 'New: it is.', tags: ['a', 'beside'], when_to_use: 'Beside.', revision: 2 },
  });
  const all = await app.send('PATCH', path, {
    slug: 'renamed',
    tags: ['x', 'z'],
    when_to_use: 'Always.',
    notes: '',
    expected_revision: 2,
  });
  expect(all.data).toMatchObject({
    slug: 'renamed',
    description: 'New: it is.',
    tags: ['x', 'z'],
    when_to_use: 'Always.',
    notes: '',
    revision: 3,
  });
  const { text } = await app.send('GET', `${path}/skill-md`);
  expect(text).toBe(
    '---\nname: example\ndescription: "New: it is."\ntags: [x, z]\nlicense: MIT # ours\nwhen_to_use: Always.\n---\n# Body\n',
  );
  expect((await app.send('PATCH', path, { when_to_use: '' })).data).toMatchObject({
    when_to_use: null,
    revision: 4,
  });
  const published = await app.send('POST', `${path}/publish`, { version: '1.0.0' });
  expect(published).toMatchObject({
    status: 200,
    data: { version: { slug: 'renamed', tags: ['x', 'z'], when_to_use: null, description: 'New: it is.' } },
  });
  const version = await publishing.version('renamed@1.0.0');
  const { files: installed } = await readBundle(
    (await registry.blobs.get(version?.digest ?? '')) ?? new Uint8Array(),
    bundleCodec,
  );
  expect(installed.map(({ path: name, bytes }) => [name, new TextDecoder().decode(bytes)])).toEqual([
    ['SKILL.md', text.replace('when_to_use: Always.\n', '')],
    ['tools/run.sh', files['tools/run.sh']],
  ]);
});

test('a whole SKILL.md may be given instead of its parts', async () => {
  const id = await app.proposed('whole', { tags: ['a'] }, { tags: ['beside'], when_to_use: 'Beside.' });
  const skill_md = '---\nname: whole\ndescription: All of it.\ntags: [b]\nwhen_to_use: In it.\n---\nNew.\n';
  const edited = await app.send('PATCH', `/v1/drafts/${id}`, { skill_md });
  expect(edited.data).toMatchObject({
    description: 'All of it.',
    tags: ['b', 'beside'],
    when_to_use: 'Beside.',
  });
  expect((await app.send('GET', `/v1/drafts/${id}/skill-md`)).text).toBe(skill_md);
  for (const body of [
    { skill_md, tags: [] },
    { skill_md: 'no frontmatter' },
    { description: ' ' },
    { slug: '' },
  ])
    expect(await app.send('PATCH', `/v1/drafts/${id}`, body), JSON.stringify(body)).toMatchObject({
      status: 400,
    });
  expect(await draft(id)).toEqual(edited.data);
});

test('an edit that would break the file or a rule is refused, and nothing is changed', async () => {
  const id = await app.proposed('kept', { requires: ['other'], more: 'when_to_use: &w Now.\nlicense: *w' });
  const before = await draft(id);
  for (const body of [{ when_to_use: 'Then.' }, { slug: 'other' }, { slug: 'new' }, { slug: 'Bad Slug' }])
    expect(await app.send('PATCH', `/v1/drafts/${id}`, body), JSON.stringify(body)).toMatchObject({
      status: 400,
    });
  expect(await app.send('PATCH', `/v1/drafts/${id}`, { notes: 'x' }, 'confined')).toMatchObject({
    status: 403,
  });
  expect(await draft(id)).toEqual(before);
});

test('a confined token neither publishes nor discards a draft of another item, under no slug', async () => {
  const id = await app.proposed('foreign', { description: 'Not of the team.' });
  const before = await draft(id);
  for (const [act, body] of [
    ['publish', { version: '1.0.0' }],
    ['publish', { version: '1.0.0', slug: 'team-stolen' }],
    ['discard', { reason: 'no' }],
  ] as const)
    expect(await app.send('POST', `/v1/drafts/${id}/${act}`, body, 'confined')).toMatchObject({
      status: 403,
    });
  expect(await draft(id)).toEqual(before);
});

test('an edit without effect makes no revision and is not audited', async () => {
  const id = await app.proposed('same', { description: 'The same.', tags: ['a'] });
  const audited = (await publishing.audit()).length;
  const same = { description: 'The same.', tags: ['a'], when_to_use: '', slug: 'same', notes: '' };
  expect((await app.send('PATCH', `/v1/drafts/${id}`, same)).data).toMatchObject({ revision: 1 });
  expect((await app.send('PATCH', `/v1/drafts/${id}`, {})).data).toMatchObject({ revision: 1 });
  expect(await publishing.audit()).toHaveLength(audited);
});

test('an edit outside the file makes a revision too, with the same file', async () => {
  const id = await app.proposed('beside', { description: 'The same.' }, { notes: 'Old.' });
  const { revision: _, ...before } = await draft(id);
  const edit = (changes: object) => app.send('PATCH', `/v1/drafts/${id}`, changes, 'curator');
  expect((await edit({ notes: 'Good.' })).data).toEqual({ ...before, notes: 'Good.', revision: 2 });
  expect((await edit({ slug: 'renamed-beside' })).data).toMatchObject({ revision: 3 });
  expect((await edit({ notes: 'Late.', expected_revision: 1 })).status).toBe(409);
  expect((await edit({ slug: 'late', expected_revision: 2 })).status).toBe(409);
  expect(await draft(id)).toMatchObject({ slug: 'renamed-beside', notes: 'Good.', revision: 3 });
  const { data } = await app.send('GET', `/v1/drafts/${id}/diff`);
  expect(data['revisions']).toMatchObject([
    { revision: 3, by: 'user:cora@example.com', diff: '' },
    { revision: 2, by: 'user:cora@example.com', diff: '' },
    { revision: 1, by: 'service:tester', diff: '' },
  ]);
  expect((await publishing.audit()).slice(-2)).toEqual([`draft.edit draft/${id}`, `draft.edit draft/${id}`]);
});

test('an edit of a revision that is no longer the newest is a conflict', async () => {
  const id = await app.proposed('raced');
  await app.send('PATCH', `/v1/drafts/${id}`, { description: 'Second.', expected_revision: 1 });
  expect(
    await app.send('PATCH', `/v1/drafts/${id}`, { description: 'Late.', expected_revision: 1 }),
  ).toMatchObject({ status: 409, data: { error: 'conflict', details: { revision: 2 } } });
  expect(await draft(id)).toMatchObject({ description: 'Second.', revision: 2 });
});

test('a published draft has its version, and the catalog has the item with its requirements', async () => {
  const id = await app.proposed('released', { requires: ['lib@^1'], body: '# Use it\n' });
  const reply = await app.send('POST', `/v1/drafts/${id}/publish`, { version: '1.2.0' }, 'curator');
  expectSchema(draftRoutes.publishDraft.answer, reply.data);
  expect(reply).toMatchObject({
    status: 200,
    data: { draft_id: id, version: { slug: 'released', version: '1.2.0', requires: ['lib@^1'] } },
  });
  expect(await draft(id)).toMatchObject({
    state: 'published',
    published_version: '1.2.0',
    reviewed_by: 'user:cora@example.com',
  });
  expect(await publishing.item('released')).toMatchObject({
    version: '1.2.0',
    requires: ['lib@^1'],
    owners: ['user:cora@example.com'],
  });
  expect((await publishing.audit()).slice(-2)).toEqual([
    'version.publish skill/released@1.2.0',
    `draft.publish draft/${id}`,
  ]);
  for (const [method, path, body] of [
    ['POST', 'publish', { version: '1.2.1' }],
    ['POST', 'publish', { version: '1.2.0' }],
    ['POST', 'discard', undefined],
    ['PATCH', '', { notes: 'x' }],
  ] as const)
    expect(await app.send(method, `/v1/drafts/${id}/${path}`.replace(/\/$/, ''), body)).toMatchObject({
      status: 409,
    });
});

test('a draft may be published under another slug, which it then keeps', async () => {
  const id = await app.proposed('working-title', {}, { kind: 'agent' });
  await app.send('POST', `/v1/drafts/${id}/publish`, { version: '1.0.0', slug: 'final-title' });
  expect(await draft(id)).toMatchObject({ slug: 'final-title', state: 'published' });
  expect(await publishing.item('final-title', 'agent')).toMatchObject({ version: '1.0.0' });
  expect(await publishing.item('working-title', 'agent')).toBeUndefined();
});

test('publishing content that this version already has only marks the draft', async () => {
  await publishing.publish('twice@1.0.0', { body: 'Same.' });
  const id = await app.proposed('twice', { body: 'Same.' });
  expect(await app.send('POST', `/v1/drafts/${id}/publish`, { version: '1.0.0' })).toMatchObject({
    status: 200,
  });
  expect(await draft(id)).toMatchObject({ state: 'published', published_version: '1.0.0' });
});

test('a publish that is refused leaves the draft pending', async () => {
  await publishing.publish('a@1.0.0', { requires: ['core@1.0.0'] });
  await publishing.publish('taken@1.0.0', { body: 'Other content.' });
  const conflicting = await app.proposed('b', { requires: ['core@2.0.0'] });
  const taken = await app.proposed('taken', { body: 'Content.' });
  const publish = (id: string, body: object, by?: string) =>
    app.send('POST', `/v1/drafts/${id}/publish`, body, by);
  const { status, data } = await publish(conflicting, { version: '1.0.0' });
  expect(status).toBe(409);
  expect(data['message']).toContain(
    'skill `b` requires `core@2.0.0` but skill `a` already requires `core@1.0.0`',
  );
  expect(await publish(taken, { version: '1.0.0' })).toMatchObject({ status: 409 });
  // Somebody else owns it.
  expect(await publish(taken, { version: '1.0.1' }, 'curator')).toMatchObject({ status: 403 });
  expect(await publish(taken, { version: '1.0' })).toMatchObject({ status: 400 });
  for (const id of [conflicting, taken])
    expect(await draft(id)).toMatchObject({ state: 'pending', reviewed_at: null, published_version: null });
  expect(await publishing.item('b')).toBeUndefined();
});

test('a discarded draft leaves the pending ones and stays readable', async () => {
  const id = await app.proposed('unwanted');
  const reply = await app.send('POST', `/v1/drafts/${id}/discard`, { reason: 'no need' });
  expectSchema(draftRoutes.discardDraft.answer, reply.data);
  expect(reply.data).toMatchObject({ state: 'discarded', reviewed_by: 'service:tester' });
  const ids = async (state: string) =>
    ((await app.send('GET', `/v1/drafts?state=${state}&limit=200`)).data['items'] as { id: string }[]).map(
      (item) => item.id,
    );
  expect(await ids('pending')).not.toContain(id);
  expect(await ids('discarded')).toEqual([id]);
  expect(await ids('all')).toContain(id);
  expect(await app.send('GET', `/v1/drafts/${id}/skill-md`)).toMatchObject({ status: 200 });
  expect(await app.send('POST', `/v1/drafts/${id}/discard`)).toMatchObject({ status: 409 });
});

test('pages together have every draft once, newest first', async () => {
  const { tenant } = await publishingIn(registry, 'pages');
  const own = draftsApp(registry, { '': registry.caller(tenant) });
  const made: string[] = [];
  for (const slug of ['a', 'b', 'c', 'd', 'e']) {
    made.push(await own.proposed(slug));
    if (slug !== 'c') registry.clock.advance(1_000);
  }
  const seen: { id: string; created_at: string }[] = [];
  for (let cursor = ''; ; ) {
    const { data } = await own.send('GET', `/v1/drafts?limit=2${cursor}`);
    expectSchema(draftRoutes.listDrafts.answer, data);
    seen.push(...(data['items'] as typeof seen));
    if (data['next_cursor'] === null) break;
    cursor = `&cursor=${data['next_cursor']}`;
    expect(await own.send('GET', `/v1/drafts?state=all${cursor}`)).toMatchObject({ status: 400 });
  }
  expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(made));
  expect(seen).toHaveLength(5);
  const times = seen.map(({ created_at }) => created_at);
  expect(times).toEqual(times.toSorted().reverse());
  const forged = [-2.2e14, -1, 8.64e15, 1.5].map((time) =>
    encodeCursor([time, made[0] ?? ''], ['drafts', 'pending']),
  );
  for (const cursor of ['made-up', ...forged])
    expect(await own.send('GET', `/v1/drafts?cursor=${cursor}`)).toMatchObject({ status: 400 });
});

test('revisions and the published item are compared', async () => {
  await publishing.publish('compared@1.0.0', { description: 'Published.' });
  const id = await app.proposed('compared', { description: 'Proposed.' });
  await app.send('PATCH', `/v1/drafts/${id}`, { description: 'Edited.' }, 'curator');
  const { data } = await app.send('GET', `/v1/drafts/${id}/diff`);
  expectSchema(draftRoutes.getDraftDiff.answer, data);
  const hunk = (before: string, after: string) =>
    `@@ -1,6 +1,6 @@\n ---\n name: example\n-description: ${before}\n+description: ${after}\n ---\n # Steps\n \n`;
  expect(data).toEqual({
    revisions: [
      {
        revision: 2,
        by: 'user:cora@example.com',
        at: expect.any(String),
        diff: `--- SKILL.md (revision 1)\n+++ SKILL.md (revision 2)\n${hunk('Proposed.', 'Edited.')}`,
      },
      { revision: 1, by: 'service:tester', at: expect.any(String), diff: '' },
    ],
    published: {
      version: '1.0.0',
      diff: `--- SKILL.md (1.0.0)\n+++ SKILL.md (revision 2)\n${hunk('Published.', 'Edited.')}`,
    },
  });
  const alone = await app.proposed('not-published');
  expect((await app.send('GET', `/v1/drafts/${alone}/diff`)).data).toMatchObject({ published: null });
});

test('another tenant cannot access it', async () => {
  const id = await app.proposed('ours');
  expect((await app.send('GET', '/v1/drafts?state=all', undefined, 'stranger')).data['items']).toEqual([]);
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', '/skill-md', undefined],
    ['GET', '/skill-md?revision=1', undefined],
    ['GET', '/diff', undefined],
    ['PATCH', '', { notes: 'x' }],
    ['POST', '/publish', { version: '1.0.0' }],
    ['POST', '/discard', undefined],
  ] as const) {
    const reply = await app.send(method, `/v1/drafts/${id}${path}`, body, 'stranger');
    expect(reply.status, `${method} ${path}`).toBe(404);
    const unknown = id.replace(/^.{8}/, '00000000');
    expect(await app.send(method, `/v1/drafts/${unknown}${path}`, body)).toMatchObject({ status: 404 });
  }
  expect(await draft(id)).toMatchObject({ state: 'pending' });
});

test('the bytes of a proposal are referenced like those of a version', async () => {
  const bytes = bundleOf({ body: 'Held.' });
  const { digest } = await readBundle(bytes, bundleCodec);
  await app.proposed('held', { body: 'Held.' });
  expect(await registry.blobs.has(digest)).toBe(true);
  const row = await registry.unguarded
    .selectFrom('blobs')
    .select('size_bytes')
    .where('digest', '=', digest)
    .executeTakeFirst();
  expect(row).toEqual({ size_bytes: bytes.length });
});

test('all files of a draft can be read before it is published', async () => {
  const files = { 'scripts/run.sh': '#!/bin/sh\nexit 0\n', 'logo.png': new Uint8Array([0, 1, 2]) };
  const id = await app.proposed('with-files', { files });
  const listed = await app.send('GET', `/v1/drafts/${id}/files`);
  expectSchema(draftRoutes.listDraftFiles.answer, JSON.parse(listed.text));
  expect(JSON.parse(listed.text)).toMatchObject([
    { path: 'SKILL.md' },
    { path: 'logo.png', size_bytes: 3 },
    { path: 'scripts/run.sh', size_bytes: 17 },
  ]);
  expect((await app.send('GET', `/v1/drafts/${id}/files/scripts/run.sh`)).text).toBe('#!/bin/sh\nexit 0\n');
  expect((await app.send('GET', `/v1/drafts/${id}/files/scripts/other.sh`)).status).toBe(404);
  expect((await app.send('GET', `/v1/drafts/${id}/files`, undefined, 'stranger')).status).toBe(404);
});

test('only the revision that the reviewer has read is published', async () => {
  const id = await app.proposed('read-first');
  await app.send('PATCH', `/v1/drafts/${id}`, { description: 'Changed meanwhile.' });
  const release = (expected_revision: number) =>
    app.send('POST', `/v1/drafts/${id}/publish`, { version: '1.0.0', expected_revision });
  expect(await release(1)).toMatchObject({ status: 409, data: { details: { revision: 2 } } });
  expect((await draft(id))['state']).toBe('pending');
  expect((await release(2)).status).toBe(200);
});
