import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Embedder } from '../../../search/embedding.js';
import { doDueWork } from '../../data/outbox.js';
import { yankVersion } from '../../items/lifecycle/version-state.js';
import { type Publishing, publishingIn } from '../../items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { embeddingJob, embeddingTopic, fillEmbeddings } from './embedding-job.js';

/** A model that counts letters, which is enough to distinguish texts. */
function countingModel(name = 'letters'): Embedder & { readonly embedded: string[] } {
  const embedded: string[] = [];
  return {
    name,
    embedded,
    embed: async (texts) => {
      embedded.push(...texts);
      return texts.map((text) => Float32Array.from('aeiou', (letter) => text.split(letter).length - 1));
    },
  };
}

let registry: TestRegistry;
let team: Publishing;
let embedder: ReturnType<typeof countingModel>;
beforeEach(async () => {
  embedder = countingModel();
  registry = await testRegistry({ embedder });
  team = await publishingIn(registry, 'team');
});
afterEach(() => registry.close());

const lib = { kind: 'skill', slug: 'lib' } as const;
const work = (using = registry) => doDueWork(using, embeddingTopic);

async function stored(): Promise<readonly (readonly [string, string | null, readonly number[] | null])[]> {
  const rows = await registry.unguarded
    .selectFrom('items')
    .select(['slug', 'embedding', 'embedding_model'])
    .orderBy('id')
    .execute();
  return rows.map(({ slug, embedding, embedding_model }) => [
    slug,
    embedding_model,
    embedding && Array.from({ length: embedding.length / 4 }, (_, index) => embedding.readFloatLE(index * 4)),
  ]);
}

test('a publish gives an item the vector of its latest version, of length 1', async () => {
  await team.publish('lib@1.0.0', { name: 'lib', description: 'aa e' });
  const revision = registry.changes.revision({ tenantId: team.tenant.id, part: 'catalog' });
  expect(await work()).toEqual({ done: 1, failed: 0 });
  expect(embedder.embedded).toEqual(['lib. aa e']);
  const [length, a, i] = [Math.sqrt(6), 2, 1];
  const [[slug, model, vector] = []] = await stored();
  expect([slug, model]).toEqual(['lib', 'letters']);
  expect(vector).toEqual([a / length, 1 / length, i / length, 0, 0].map(Math.fround));
  expect(registry.changes.revision({ tenantId: team.tenant.id, part: 'catalog' })).not.toBe(revision);
});

test('an older version that is published later changes nothing, and yanking all removes the vector', async () => {
  await team.publish('lib@2.0.0', { description: 'two' });
  await work();
  const before = await stored();
  await team.publish('lib@1.0.0', { description: 'one' });
  await work();
  expect(await stored()).toEqual(before);
  for (const version of ['1.0.0', '2.0.0'])
    await yankVersion(registry, team.admin, lib, { version, reason: 'broken' });
  await work();
  expect(await stored()).toEqual([['lib', null, null]]);
});

test('the vector of a version that is published meanwhile is not overwritten', async () => {
  await team.publish('lib@1.0.0', { description: 'one' });
  const slow: Embedder = {
    name: 'letters',
    embed: async (texts) => {
      const vectors = await embedder.embed(texts);
      await team.publish('lib@2.0.0', { description: 'uuu' });
      await work();
      return vectors;
    },
  };
  await fillEmbeddings({ ...registry, embedder: slow });
  expect((await stored())[0]?.[2]?.at(-1)).toBeGreaterThan(0.4);
});

test('filling up embeds only items without a vector or with one of another model, of all tenants', async () => {
  const other = await publishingIn(registry, 'other');
  for (let index = 0; index < 40; index += 1) await team.publish(`item-${index}@1.0.0`);
  await other.publish('lib@1.0.0');
  expect(await fillEmbeddings({ ...registry, embedder: undefined })).toBe(0);
  expect(await fillEmbeddings(registry)).toBe(41);
  expect(await fillEmbeddings(registry)).toBe(0);
  expect(await fillEmbeddings({ ...registry, embedder: countingModel('newer') })).toBe(41);
  expect(new Set((await stored()).map(([, model]) => model))).toEqual(new Set(['newer']));
});

test('without a model the work is marked as done, and after a failure it is tried again', async () => {
  await team.publish('lib@1.0.0');
  const failing: Embedder = {
    name: 'failing',
    embed: async () => {
      throw new Error('no answer');
    },
  };
  expect(await work({ ...registry, embedder: failing })).toEqual({ done: 0, failed: 1 });
  registry.clock.advance(60_000);
  expect(await work({ ...registry, embedder: undefined })).toEqual({ done: 1, failed: 0 });
  expect(await stored()).toEqual([['lib', null, null]]);
});

test('the vector of an older version is removed while there is no model', async () => {
  await team.publish('lib@1.0.0');
  await work();
  await team.publish('lib@2.0.0', { description: 'uuu' });
  await work({ ...registry, embedder: undefined });
  expect(await stored()).toEqual([['lib', null, null]]);
  expect(await fillEmbeddings(registry)).toBe(1);
});

test('the job fills up when it starts', async () => {
  await team.publish('lib@1.0.0');
  await registry.unguarded.deleteFrom('outbox').execute();
  const job = embeddingJob(registry, () => () => undefined);
  job.start();
  await job.stop();
  expect(embedder.embedded).toHaveLength(1);
});
