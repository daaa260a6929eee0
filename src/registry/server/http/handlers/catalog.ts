/*
 * Handlers of the catalog routes. Only these count use: a bundle is a download, a SKILL.md a view. A HEAD request and a
 * preview by a curator do not count.
 */

import { CoppiceError } from '../../../../text/errors.js';
import type { Kind, Scope, UsageEvent } from '../../../api/names.js';
import type { catalogRoutes } from '../../../api/routes/catalog.js';
import type { Catalog } from '../../../items/catalog/catalog.js';
import { fetchBundle, fetchFile } from '../../../items/catalog/fetch-bundle.js';
import { noSuchItem } from '../../../items/catalog/find-item.js';
import {
  type FoundVersion,
  findByDigest,
  findLatest,
  findVersion,
  noSuchVersion,
} from '../../../items/catalog/find-version.js';
import { followAbsorbed } from '../../../items/catalog/follow-absorbed.js';
import { listItems, listTags } from '../../../items/catalog/list-items.js';
import { readNearItems } from '../../../items/catalog/near-items.js';
import { readDetail, readItem, readReferrers } from '../../../items/catalog/read-item.js';
import { listVersions, readVersion } from '../../../items/catalog/read-version.js';
import { readClosure, resolveManifest } from '../../../items/catalog/resolve-items.js';
import type { ItemName, Principal } from '../../../rules/access/principal.js';
import { keyOf } from '../../../rules/versions/item-key.js';
import { recordUse } from '../../../usage/record-usage.js';
import type { Answer, Handlers } from '../handler.js';
import { fileAnswer } from '../handler.js';

export function catalogHandlers(catalog: Catalog): Handlers<typeof catalogRoutes> {
  return {
    listItems: async ({ tenant, principal, query }) => {
      if (query.state === 'published') return { json: await listItems(catalog, tenant.id, query) };
      requireCurator(principal);
      return { json: await listItems(catalog, tenant.id, query), cache: false };
    },

    listTags: async ({ registry, tenant, query }) => ({
      json: await listTags(registry.database, tenant.id, query.kind),
    }),

    getItem: async ({ registry, tenant, params, query }) => {
      const name = nameOf(params, query);
      const item = await readItem(registry.database, tenant.id, name);
      if (item === undefined) throw noSuchItem(name);
      return { json: item };
    },

    getItemDetail: async ({ tenant, principal, params, query }) => ({
      json: await readDetail(catalog, tenant.id, nameOf(params, query), {
        // Callers who may not read drafts do not learn of them here.
        withDrafts: hasScope(principal, 'skills:propose'),
      }),
    }),

    listVersions: async ({ tenant, params, query }) => ({
      json: await listVersions(catalog, tenant.id, nameOf(params, query), query),
    }),

    getVersion: async ({ registry, tenant, params, query }) => {
      const name = nameOf(params, query);
      const version = await readVersion(registry.database, tenant.id, name, params.version);
      if (version === undefined) throw noSuchVersion(name, params.version);
      return { json: version };
    },

    getSkillMd: async (call) => {
      const { tenant, params, query } = call;
      const name = nameOf(params, query);
      requireMayPreview(call);
      const found =
        query.version === undefined
          ? await findLatest(catalog, tenant.id, name)
          : await findVersion(catalog, tenant.id, name, query.version);
      const file = await fetchFile(catalog, found, 'SKILL.md');
      count(catalog, call, 'view', found);
      return { ...fileAnswer(file), mediaType: 'text/markdown; charset=utf-8' };
    },

    getBundle: async (call) => {
      const name = nameOf(call.params, call.query);
      requireMayPreview(call);
      const found = await findLatest(catalog, call.tenant.id, name);
      const into =
        found.state === 'archived' ? await absorbingItem(catalog, call.tenant.id, name) : undefined;
      if (into !== undefined) {
        const answer = await bundleAnswer(catalog, call, await findLatest(catalog, call.tenant.id, into));
        const headers = { ...answer.headers, 'x-coppice-absorbed-into': into.slug };
        return { ...answer, immutable: false, headers };
      }
      if (found.state === 'archived')
        throw new CoppiceError('not-found', `the ${name.kind} \`${name.slug}\` is archived`, {
          hint: `request its version ${found.version} to get it anyway`,
        });
      return { ...(await bundleAnswer(catalog, call, found)), immutable: false };
    },

    getVersionBundle: async (call) => {
      const { tenant, params, query } = call;
      requireMayPreview(call);
      const found = await findVersion(catalog, tenant.id, nameOf(params, query), params.version);
      return bundleAnswer(catalog, call, found);
    },

    getBlob: async (call) => {
      requireMayPreview(call);
      return bundleAnswer(catalog, call, await findByDigest(catalog, call.tenant.id, call.params.digest));
    },

    getFile: async ({ tenant, params, query }) => {
      const found = await findVersion(catalog, tenant.id, nameOf(params, query), params.version);
      return { ...fileAnswer(await fetchFile(catalog, found, params.path)), immutable: true };
    },

    getLatestFile: async ({ tenant, params, query }) => {
      const found = await findLatest(catalog, tenant.id, nameOf(params, query));
      return fileAnswer(await fetchFile(catalog, found, params.path));
    },

    getDependencies: async ({ tenant, params, query }) => ({
      json: await readClosure(catalog, tenant.id, nameOf(params, query), query.version),
    }),

    getReferrers: async ({ tenant, params, query }) => ({
      json: await readReferrers(catalog, tenant.id, nameOf(params, query)),
    }),

    getNear: async ({ tenant, params, query }) => ({
      json: await readNearItems(catalog, tenant.id, nameOf(params, query)),
    }),

    resolve: async ({ tenant, body }) => ({ json: await resolveManifest(catalog, tenant.id, body) }),
  };
}

/** Where the name of an absorbed item leads. */
async function absorbingItem(
  { registry: { database } }: Catalog,
  tenantId: number,
  name: ItemName,
): Promise<ItemName | undefined> {
  const slug = (await followAbsorbed(database, tenantId, [name])).get(keyOf(name));
  return slug === undefined ? undefined : { kind: name.kind, slug };
}

/** The common part of all calls that count as use. */
interface CountedCall {
  readonly tenant: { readonly id: number };
  readonly principal: Principal;
  readonly query: { readonly preview?: boolean | undefined };
  readonly isHead: boolean;
}

async function bundleAnswer(catalog: Catalog, call: CountedCall, found: FoundVersion): Promise<Answer> {
  const bytes = await fetchBundle(catalog, found.digest);
  count(catalog, call, 'download', found);
  return {
    bytes,
    etag: found.digest,
    immutable: true,
    headers: {
      'x-coppice-digest': found.digest,
      'content-disposition': `attachment; filename="${found.slug}-${found.version}.tar.gz"`,
    },
  };
}

function count({ registry }: Catalog, call: CountedCall, event: UsageEvent, found: FoundVersion): void {
  if (!call.isHead && !call.query.preview) recordUse(registry, call, event, found);
}

/** Only curators may preview: a caller who is not counted could hide that an item is used. */
function requireMayPreview({ principal, query }: CountedCall): void {
  if (query.preview) requireCurator(principal);
}

function requireCurator(principal: Principal): void {
  const scope = 'skills:curate';
  if (hasScope(principal, scope)) return;
  throw new CoppiceError('forbidden', `this needs the scope ${scope}`, { data: { scope } });
}

function hasScope(principal: Principal, scope: Scope): boolean {
  return principal.kind !== 'anonymous' && principal.scopes.includes(scope);
}

function nameOf({ slug }: { readonly slug: string }, { kind }: { readonly kind: Kind }): ItemName {
  return { kind, slug };
}
