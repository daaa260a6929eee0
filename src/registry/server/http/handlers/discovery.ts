/*
 * Handlers for programs that discover skills at well-known addresses.
 */

import type { operationRoutes } from '../../../api/routes/operation.js';
import type { Catalog } from '../../../items/catalog/catalog.js';
import { readDiscovered } from '../../../items/catalog/discovery.js';
import { fetchFile } from '../../../items/catalog/fetch-bundle.js';
import { noSuchItem } from '../../../items/catalog/find-item.js';
import { findLatest } from '../../../items/catalog/find-version.js';
import type { Handlers } from '../handler.js';
import { fileAnswer } from '../handler.js';

export type DiscoveryRoutes = Pick<typeof operationRoutes, 'discovery' | 'oldDiscovery' | 'oldDiscoveryFile'>;

export function discoveryHandlers(catalog: Catalog): Handlers<DiscoveryRoutes> {
  return {
    discovery: async ({ registry, tenant, origin }) => {
      const skills = await readDiscovered(registry.database, tenant.id);
      return {
        json: {
          $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
          skills: skills.map(({ slug, version, description, digest }) => ({
            name: slug,
            type: 'archive',
            description,
            url: `${origin}/v1/skills/${slug}/versions/${encodeURIComponent(version)}/bundle.tar.gz`,
            digest,
          })),
        },
      };
    },
    oldDiscovery: async ({ registry, tenant }) => {
      const skills = await readDiscovered(registry.database, tenant.id);
      return {
        json: { skills: skills.map(({ slug, description, files }) => ({ name: slug, description, files })) },
      };
    },
    oldDiscoveryFile: async ({ tenant, params }) => {
      const name = { kind: 'skill', slug: params.slug } as const;
      const found = await findLatest(catalog, tenant.id, name);
      if (found.state !== 'published') throw noSuchItem(name);
      return fileAnswer(await fetchFile(catalog, found, params.path));
    },
  };
}
