/*
 * Resolves a whole manifest to exact versions in one round trip, and lists everything that one version requires.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { DependencyAnswer } from '../../api/item.js';
import { namespaceOf, splitRange } from '../../api/item-slug.js';
import type { ResolveAnswer, ResolveRequest } from '../../api/resolve.js';
import type { ItemName } from '../../rules/access/principal.js';
import { closure } from '../../rules/versions/closure.js';
import { keyOf } from '../../rules/versions/item-key.js';
import { latestOf } from '../../rules/versions/latest.js';
import { highestFitting, type OfferedVersion } from '../../rules/versions/offer.js';
import { rangeFault, requirementText } from '../../rules/versions/requirement.js';
import {
  type ChosenVersion,
  type ConflictingDemand,
  type ResolveConflict,
  resolve,
} from '../../rules/versions/resolve.js';
import { type Catalog, revisionOf } from './catalog.js';
import { explainUnresolved } from './explain-unresolved.js';
import { noSuchItem } from './find-item.js';
import { noSuchVersion } from './find-version.js';
import { readOffers } from './read-offers.js';

export async function resolveManifest(
  catalog: Catalog,
  tenantId: number,
  { items, locked, namespaces }: ResolveRequest,
): Promise<ResolveAnswer> {
  const { database, turns } = catalog.registry;
  await turns.run(checkRanges(items));
  const resolution = await turns.run(resolve(items, locked, await readOffers(catalog, tenantId, items)));
  if (resolution.kind === 'conflict') throw conflictOf(resolution.conflict);
  if (!namespaces && !items.some(hasNamespace)) refuseNamespaces(resolution.chosen.map(({ offer }) => offer));
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
    unresolved: await explainUnresolved(database, tenantId, resolution.unresolved, turns),
    warnings: resolution.chosen.flatMap(warningsOf),
  };
}

function hasNamespace({ slug }: Pick<ItemName, 'slug'>): boolean {
  return namespaceOf(slug) !== null;
}

/** A client of 0.1 would call its lock malformed afterwards. */
function refuseNamespaces(chosen: readonly ItemName[]): void {
  const found = chosen.find(hasNamespace);
  if (found === undefined) return;
  throw new CoppiceError(
    'bad-value',
    `\`${found.slug}\` is required, and names with a namespace need Coppice 0.2: update the client`,
  );
}

/** In steps: a range takes long to parse, and a manifest may have a thousand. */
function* checkRanges(items: ResolveRequest['items']): Generator<undefined, void> {
  for (const { slug, range } of items) {
    yield;
    const fault = rangeFault(range);
    if (fault !== undefined) throw new CoppiceError('bad-value', `\`${slug}@${range}\` is ${fault}`);
  }
}

/**
 * Everything that a version requires, directly or not; by default the latest version, and nothing where every version is
 * yanked. It is cached while the catalog does not change: most requests are for the same few items.
 */
export function readClosure(
  catalog: Catalog,
  tenantId: number,
  name: ItemName,
  version?: string,
): Promise<readonly DependencyAnswer[]> {
  const key = `${tenantId}/${keyOf(name)}@${version ?? ''}`;
  return catalog.closures.get(key, revisionOf(catalog, tenantId), async () => {
    const offers = await readOffers(catalog, tenantId, [name]);
    const { versions } = offers.get(keyOf(name)) ?? { versions: [] };
    if (versions.length === 0) throw noSuchItem(name);
    const root = version === undefined ? latestOf(versions) : versions.find(isVersion(version));
    if (root === undefined && version !== undefined) throw noSuchVersion(name, version);
    const nodes = closure({ ...name, requires: root?.requires ?? [] }, (requirement) => {
      const offer = offers.get(keyOf(requirement));
      return offer && highestFitting(offer, requirement.range);
    });
    return nodes.map(({ requirement: { slug, range }, depth, version: found }) => ({
      slug,
      version_range: range,
      depth,
      ...(found && { version: found.version, digest: found.digest }),
    }));
  });
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
    `no choice of versions satisfies both ${pathText(slug, first)} and ${pathText(slug, second)}`,
    {
      hint: `a project has one version of each item: change ${rootText(first)} or ${rootText(second)}, or ask the owners for versions that agree on \`${slug}\``,
      data: { kind, slug, demands },
    },
  );
}

function pathText(slug: string, { path, range }: ConflictingDemand): string {
  return `\`${['manifest', ...path, `${slug}@${range}`].join(' > ')}\``;
}

/** The item of the manifest at the beginning of the path. */
function rootText({ path, range }: ConflictingDemand): string {
  const [root] = path;
  return root === undefined ? `the range ${range} of the manifest` : `the entry \`${splitRange(root).slug}\``;
}

/** Build metadata does not count. */
function isVersion(wanted: string): (offered: OfferedVersion) => boolean {
  const number = wanted.split('+', 1)[0];
  return ({ version }) => version.split('+', 1)[0] === number;
}
