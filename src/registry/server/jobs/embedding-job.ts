/*
 * The job that computes the vectors of items for the search by meaning: at the start those that are missing or of another
 * model, then those in the outbox. A vector is made from the name and the description of the latest version. If that
 * version changes meanwhile, the vector is not stored, since the change has added work of its own.
 */

import { embeddedText } from '../../../search/embedded-text.js';
import type { Schedule } from '../../../system/schedule.js';
import { change, everyTenant } from '../../data/db/database.js';
import type { Topic } from '../../data/outbox.js';
import type { Registry } from '../../registry.js';
import { type EmbeddingWork, embeddingWork } from '../../rules/outbox-work.js';
import { vectorBytes } from '../../rules/vector-bytes.js';
import { outboxWorker } from './outbox-worker.js';
import type { Job } from './periodic-job.js';

/** Without a model the vector is removed, since it may be that of an older version; a later start makes it again. */
export const embeddingTopic: Topic<EmbeddingWork> = {
  name: 'embedding',
  schema: embeddingWork,
  perform: async (registry, { tenantId, payload: { itemId } }) => {
    const { embedder, database } = registry;
    const item = await database
      .selectFrom('items as item')
      .leftJoin('versions as version', (join) =>
        join.onRef('version.tenant_id', '=', 'item.tenant_id').onRef('version.id', '=', 'item.latest_id'),
      )
      .select(['item.id', 'item.latest_id as latestId', 'version.name', 'version.description'])
      .where('item.tenant_id', '=', tenantId)
      .where('item.id', '=', itemId)
      .executeTakeFirst();
    if (item === undefined) return;
    const { id, latestId, name, description } = item;
    const [vector] =
      name === null || description === null
        ? []
        : ((await embedder?.embed([embeddedText({ name, description })])) ?? []);
    await store(registry, embedder?.name ?? '', tenantId, [{ id, latestId, vector }]);
  },
};

/** How many texts the model gets at once. Only a few, since a model on this machine does nothing else meanwhile. */
const batchSize = 4;

/** Embeds items without a vector, or with one of another model. Returns how many. */
export async function fillEmbeddings(
  registry: Pick<Registry, 'database' | 'changes' | 'embedder'>,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const { embedder, database } = registry;
  if (embedder === undefined) return 0;
  let [filled, after] = [0, 0];
  while (!isStopping()) {
    const items = await database
      .selectFrom('items as item')
      .innerJoin('versions as version', (join) =>
        join.onRef('version.tenant_id', '=', 'item.tenant_id').onRef('version.id', '=', 'item.latest_id'),
      )
      .select(['item.id', 'item.tenant_id as tenantId', 'item.latest_id as latestId'])
      .select(['version.name', 'version.description'])
      .where('item.id', '>', after)
      .where('item.embedding_model', 'is distinct from', embedder.name)
      .orderBy('item.id')
      .limit(batchSize)
      .modifyEnd(everyTenant('the model is the same for all'))
      .execute();
    const last = items.at(-1);
    if (last === undefined) break;
    after = last.id;
    const vectors = await embedder.embed(items.map(embeddedText));
    const made = items.map((item, index) => ({ ...item, vector: vectors[index] }));
    for (const tenantId of new Set(items.map((item) => item.tenantId)))
      await store(
        registry,
        embedder.name,
        tenantId,
        made.filter((item) => item.tenantId === tenantId),
      );
    filled += items.length;
  }
  return filled;
}

interface MadeVector {
  readonly id: number;
  /** The version that was embedded. */
  readonly latestId: number | null;
  readonly vector: Float32Array | undefined;
}

async function store(
  registry: Pick<Registry, 'database' | 'changes'>,
  model: string,
  tenantId: number,
  made: readonly MadeVector[],
): Promise<void> {
  await change(registry, { tenantId, part: 'catalog' }, async (transaction) => {
    for (const { id, latestId, vector } of made) {
      await transaction
        .updateTable('items')
        .set({
          embedding: vector === undefined ? null : vectorBytes(vector),
          embedding_model: vector === undefined ? null : model,
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('latest_id', 'is not distinct from', latestId)
        .execute();
    }
  });
}

export function embeddingJob(registry: Registry, schedule?: Schedule): Job {
  return outboxWorker(registry, embeddingTopic, {
    ...(schedule && { schedule }),
    begin: async (isStopping) => {
      const filled = await fillEmbeddings(registry, isStopping);
      if (filled > 0)
        registry.log.info({ filled, model: registry.embedder?.name }, 'computed missing vectors of items');
    },
  });
}
