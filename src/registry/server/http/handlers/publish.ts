/*
 * Handlers for publishing, and for changing the state of what is published.
 */

import type { Kind } from '../../../api/names.js';
import type { ChangeAnswer, publishRoutes } from '../../../api/routes/publish.js';
import {
  archiveItem,
  deprecateItem,
  moveItem,
  undeprecateItem,
} from '../../../items/lifecycle/item-state.js';
import { setOwners } from '../../../items/lifecycle/owners.js';
import { removeChannel, setChannel, yankVersion } from '../../../items/lifecycle/version-state.js';
import { publishSet, publishVersion } from '../../../items/publish/publish-version.js';
import type { ItemName } from '../../../rules/access/principal.js';
import { requirementText } from '../../../rules/versions/requirement.js';
import type { Handlers } from '../handler.js';

export const publishHandlers: Handlers<typeof publishRoutes> = {
  publish: async ({ registry, caller, upload }) => {
    const { outcome, version } = await publishVersion(registry, caller(), upload.metadata, upload.bundle);
    return { status: outcome === 'published' ? 201 : 200, json: version };
  },

  publishSet: async ({ registry, caller, upload: { metadata, bundles } }) => {
    const versions = metadata.map((one, at) => ({ metadata: one, bytes: bundles[at] ?? new Uint8Array() }));
    const published = await publishSet(registry, caller(), versions);
    const isNew = published.some(({ outcome }) => outcome === 'published');
    return {
      status: isNew ? 201 : 200,
      json: { versions: published.map(({ outcome, version }) => ({ ...version, outcome })) },
    };
  },

  validate: async ({ registry, upload }) => {
    const { bundle, facts, scan } = await registry.bundles.check(upload.bundle);
    return {
      json: {
        ok: true,
        name: facts.name,
        description: facts.description,
        tags: facts.tags,
        requires: facts.requirements.map(requirementText),
        size_bytes: bundle.sizeBytes,
        digest: bundle.digest,
        content_digest: bundle.contentDigest,
        scan: { verdict: scan.verdict, findings: scan.findings },
        warnings: facts.warnings,
      },
    };
  },

  yank: async ({ registry, caller, params, query, body }) => ({
    json: await yankVersion(registry, caller(), nameOf(params, query), {
      version: params.version,
      reason: body.reason,
      ifUnrequired: body.if_unrequired,
    }),
  }),

  unyank: async ({ registry, caller, params, query, body }) => ({
    json: await yankVersion(registry, caller(), nameOf(params, query), {
      version: params.version,
      reason: body.reason,
      undo: true,
    }),
  }),

  deprecate: async ({ registry, caller, params, query, body }) => ({
    json: await deprecateItem(registry, caller(), nameOf(params, query), body),
  }),

  undeprecate: async ({ registry, caller, params, query, body }) => ({
    json: await undeprecateItem(registry, caller(), nameOf(params, query), body.reason),
  }),

  archive: async ({ registry, caller, params, query, body }) => ({
    json: withVersion(await archiveItem(registry, caller(), nameOf(params, query), body)),
  }),

  unarchive: async ({ registry, caller, params, query, body }) => ({
    json: withVersion(await moveItem(registry, caller(), nameOf(params, query), 'unarchive', body.reason)),
  }),

  flag: async ({ registry, caller, params, query, body }) => ({
    json: await moveItem(registry, caller(), nameOf(params, query), 'flag', body.reason),
  }),

  unflag: async ({ registry, caller, params, query, body }) => ({
    json: await moveItem(registry, caller(), nameOf(params, query), 'unflag', body.reason),
  }),

  setOwners: async ({ registry, caller, params, query, body }) => ({
    json: await setOwners(registry, caller(), nameOf(params, query), body.owners),
  }),

  setChannel: async ({ registry, caller, params, query, body }) => ({
    json: await setChannel(registry, caller(), nameOf(params, query), params.channel, body.version),
  }),

  removeChannel: async ({ registry, caller, params, query }) => ({
    json: await removeChannel(registry, caller(), nameOf(params, query), params.channel),
  }),
};

function nameOf({ slug }: { readonly slug: string }, { kind }: { readonly kind: Kind }): ItemName {
  return { kind, slug };
}

function withVersion(answer: ChangeAnswer) {
  return { ...answer, slug: answer.item.slug, version: answer.item.version };
}
