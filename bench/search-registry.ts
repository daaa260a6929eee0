/*
 * The catalog of a registry on the embedded database with the skills of a set, to be searched as by its route: the same
 * function, without HTTP.
 */

import { catalogRoutes } from '../src/registry/api/routes/catalog.js';
import { countRevisions } from '../src/registry/data/db/changes.js';
import type { Database } from '../src/registry/data/db/database.js';
import { memoryBlobs } from '../src/registry/data/storage/memory-blobs.js';
import { inlineBundles } from '../src/registry/items/bundle/bundles.js';
import { openCatalog } from '../src/registry/items/catalog/catalog.js';
import { listItems } from '../src/registry/items/catalog/list-items.js';
import { refreshLatest } from '../src/registry/items/publish/search-columns.js';
import type { Registry } from '../src/registry/registry.js';
import { searchDocument } from '../src/search/skill-document.js';
import { parseSkill } from '../src/skill/parse.js';
import { systemClock } from '../src/system/clock.js';
import { silentLog } from '../src/system/log.js';
import { Turns } from '../src/system/turns.js';
import { sha256Hex } from '../src/text/hash.js';
import { addTenant, withRegistryDatabase } from './registry-database.js';
import type { FoundSkill, Searched } from './search-file.js';

export interface PublishedText {
  readonly id: string;
  readonly text: string;
}

export type RegistrySearch = (asked: Searched) => Promise<readonly FoundSkill[]>;

/** Only skills that can be published: with a name and a description. */
export async function withSearchedRegistry<T>(
  skills: readonly PublishedText[],
  run: (search: RegistrySearch) => Promise<T>,
): Promise<T> {
  return withRegistryDatabase(async (database) => {
    const tenantId = await addTenant(database, { slug: 'acme', items: 0, at: new Date(0) });
    const idOf = new Map<string, string>();
    for (const { id, text } of skills) {
      const slug = unusedSlug(id, idOf);
      if (await insertItem(database, tenantId, slug, text)) idOf.set(slug, id);
    }
    const revisions = countRevisions();
    const changes = { revision: revisions.of, advance: revisions.advance, announce: async () => undefined };
    const registry: Registry = {
      database,
      changes,
      clock: systemClock,
      log: silentLog,
      blobs: memoryBlobs(),
      bundles: inlineBundles,
      usage: { record: () => undefined, flush: async () => undefined, close: async () => undefined },
      embedder: undefined,
      turns: new Turns(),
    };
    const catalog = openCatalog(registry);
    return run(async ({ question, keywords }) => {
      const query = catalogRoutes.listItems.query.parse({
        question,
        limit: '10',
        ...(keywords && { keywords: keywords.join(',') }),
      });
      const { items } = await listItems(catalog, tenantId, query);
      return items.map(({ slug, score = 0 }) => ({ id: idOf.get(slug) ?? slug, score }));
    });
  });
}

function unusedSlug(id: string, used: ReadonlyMap<string, string>): string {
  const folder = id.split('/').at(-2) ?? id;
  const plain = folder.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const base = plain.replaceAll(/^-+|-+$/g, '').slice(0, 55) || 'skill';
  let slug = base;
  for (let number = 2; used.has(slug); number++) slug = `${base}-${number}`;
  return slug;
}

async function insertItem(
  database: Database,
  tenantId: number,
  slug: string,
  text: string,
): Promise<boolean> {
  const { fields } = parseSkill(text, { folder: slug });
  const { name, description } = searchDocument(slug, new TextEncoder().encode(text), slug);
  if (name === '' || description === '' || text.includes('\0')) return false;
  const at = new Date(0);
  const digest = `sha256:${sha256Hex(text)}`;
  await database.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('items')
      .values({
        tenant_id: tenantId,
        kind: 'skill',
        slug,
        owners: ['user:a'],
        state_at: at,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('versions')
      .values({
        tenant_id: tenantId,
        item_id: id,
        version: '1.0.0',
        digest,
        content_digest: digest,
        size_bytes: 1,
        unpacked_bytes: 1,
        name: name.slice(0, 64),
        description: fields.description.slice(0, 1_024),
        when_to_use: fields.whenToUse ?? null,
        tags: fields.tags,
        skill_md: text,
        files: '[]',
        scan_verdict: 'pass',
        scan_findings: '[]',
        published_by: 'user:a',
        published_at: at,
      })
      .execute();
    await refreshLatest(transaction, tenantId, id, at.getTime());
  });
  return true;
}
