/*
 * A whole manifest to exact versions, in one round trip.
 */

import { CoppiceError } from '../../system/errors.js';
import type { ResolveAnswer, ResolveRequest } from '../api/resolve.js';
import { rangeFault, requirementText } from '../rules/requirement.js';
import {
  type ChosenVersion,
  type ConflictingDemand,
  type ResolveConflict,
  resolve,
} from '../rules/resolve.js';
import type { Catalog } from './catalog.js';
import { readOffers } from './read-offers.js';

export async function resolveManifest(
  catalog: Catalog,
  tenantId: number,
  { items, locked }: ResolveRequest,
): Promise<ResolveAnswer> {
  for (const { slug, range } of items) {
    const fault = rangeFault(range);
    if (fault !== undefined) throw new CoppiceError('bad-value', `\`${slug}@${range}\` is ${fault}`);
  }
  const resolution = resolve(items, locked, await readOffers(catalog, tenantId, items));
  if (resolution.kind === 'conflict') throw conflictOf(resolution.conflict);
  return {
    nodes: resolution.chosen.map(({ offer: { kind, slug }, version, depth }) => ({
      kind,
      slug,
      version: version.version,
      digest: version.digest,
      content_digest: version.contentDigest,
      size_bytes: version.sizeBytes,
      requires: version.requires.map(requirementText).sort(),
      depth,
    })),
    unresolved: resolution.unresolved.map(({ requiredBy, ...requirement }) => ({
      ...requirement,
      required_by: requiredBy,
    })),
    warnings: resolution.chosen.flatMap(warningsOf),
  };
}

function warningsOf({ offer, version }: ChosenVersion): readonly string[] {
  const { kind, slug, state, deprecated } = offer;
  const warnings: string[] = [];
  if (deprecated !== null) {
    const instead = deprecated.replacement === null ? '' : `; use \`${deprecated.replacement}\` instead`;
    warnings.push(`${kind} \`${slug}\` is deprecated: ${deprecated.message}${instead}`);
  }
  if (state !== 'published') warnings.push(`${kind} \`${slug}\` is ${state}`);
  if (version.isYanked) warnings.push(`${kind} \`${slug}@${version.version}\` is yanked`);
  return warnings;
}

function conflictOf({ kind, slug, demands }: ResolveConflict): CoppiceError {
  const [first, second] = demands;
  return new CoppiceError(
    'conflict',
    `no choice of versions satisfies both ${wayTo(slug, first)} and ${wayTo(slug, second)}`,
    { data: { kind, slug, demands } },
  );
}

function wayTo(slug: string, { path, range }: ConflictingDemand): string {
  return `\`${['manifest', ...path, `${slug}@${range}`].join(' > ')}\``;
}
