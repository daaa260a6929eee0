/*
 * The resolution of a manifest in the simplest way: choose for every name the best version that fits all who ask, and
 * begin again whenever a choice brings new demands. It never goes back on a choice for the sake of another name, so it
 * finds conflicts where the real one may still find a way.
 */

import semver from 'semver';
import type { VersionAnswer } from '../../registry/api/item.js';
import { splitRange } from '../../registry/api/item-slug.js';
import type { ResolveAnswer, ResolveRequest } from '../../registry/api/resolve.js';
import { closest } from '../../text/closest.js';
import { CoppiceError } from '../../text/errors.js';
import type { ItemName } from '../rules/manifest.js';

interface Demand extends ItemName {
  readonly range: string;
  /** Undefined for the manifest. */
  readonly by: VersionAnswer | undefined;
  readonly depth: number;
}

export function resolveNaively(
  { items, locked }: ResolveRequest,
  versions: readonly VersionAnswer[],
  archived: readonly (ItemName & { readonly reason: string })[] = [],
): ResolveAnswer {
  const isArchived = (name: ItemName) => archived.some((one) => isSame(one, name));
  const isLocked = (version: VersionAnswer) =>
    locked.some((one) => isSame(one, version) && one.version === version.version);
  const fitting = (demands: readonly Demand[]) =>
    versions
      .filter((version) => demands.every((demand) => fits(version, demand)))
      .filter((version) => (version.yanked === null && !isArchived(version)) || isLocked(version))
      .sort((a, b) => Number(isLocked(b)) - Number(isLocked(a)) || semver.rcompare(a.version, b.version));

  const demands: Demand[] = items.map((item) => ({ ...item, by: undefined, depth: 0 }));
  for (let at = 0; at < demands.length; at += 1) {
    const demand = demands[at];
    if (demand === undefined || fitting([demand]).length === 0) continue;
    const all = satisfiable(demands).filter((other) => isSame(other, demand));
    const [chosen] = fitting(all);
    if (chosen === undefined) throw conflict(all);
    for (const entry of chosen.requires) {
      const { slug, range = '*' } = splitRange(entry);
      const isNew = !demands.some((known) => known.by === chosen && known.slug === slug);
      if (isNew) demands.push({ kind: 'skill', slug, range, by: chosen, depth: demand.depth + 1 });
    }
  }

  function satisfiable(all: readonly Demand[]): readonly Demand[] {
    return all.filter((one) => fitting([one]).length > 0);
  }

  const answer = answerOf(demands, satisfiable(demands), fitting);
  return { ...answer, unresolved: answer.unresolved.map((one) => ({ ...one, ...why(one) })) };

  function why(name: ItemName & { readonly range: string }) {
    const own = versions.filter((version) => isSame(version, name));
    const gone = archived.find((one) => isSame(one, name));
    const names = versions.filter(({ kind }) => kind === name.kind).map(({ slug }) => slug);
    const similar = closest(name.slug, names).map((slug) => ({ kind: name.kind, slug }));
    if (own.length === 0) return { cause: 'unpublished' as const, reason: 'it was never published', similar };
    if (gone !== undefined)
      return { cause: 'archived' as const, reason: `it was archived by ada on 2026-01-01: ${gone.reason}` };
    const isYanked = own.some(({ version }) => semver.satisfies(version, name.range));
    if (isYanked)
      return { cause: 'yanked' as const, reason: `every version that fits ${name.range} is yanked` };
    return { cause: 'no-version' as const, reason: `no published version fits ${name.range}` };
  }
}

/** Walks from the manifest once more: demands of versions that were given up again do not count. */
function answerOf(
  all: readonly Demand[],
  satisfiable: readonly Demand[],
  fitting: (demands: readonly Demand[]) => readonly VersionAnswer[],
): ResolveAnswer {
  const chosen = new Map<VersionAnswer, number>();
  const isReal = ({ by }: Demand) => by === undefined || chosen.has(by);
  for (const demand of satisfiable) {
    if (!isReal(demand)) continue;
    const rivals = satisfiable.filter((other) => isSame(other, demand));
    const [version] = fitting(rivals);
    if (version === undefined) throw conflict(rivals);
    if (!chosen.has(version)) chosen.set(version, demand.depth);
  }
  return {
    nodes: [...chosen]
      .map(([version, depth]) => ({
        kind: version.kind,
        slug: version.slug,
        version: version.version,
        digest: version.digest,
        content_digest: version.content_digest,
        size_bytes: version.size_bytes,
        requires: [...version.requires].sort(),
        depth,
      }))
      .sort((a, b) => a.depth - b.depth || (a.slug < b.slug ? -1 : 1)),
    unresolved: all
      .filter((demand) => !satisfiable.includes(demand) && isReal(demand))
      .map(({ kind, slug, range, by }) => ({
        kind,
        slug,
        range,
        required_by: by === undefined ? null : `${by.slug}@${by.version}`,
      })),
    warnings: [...chosen.keys()].flatMap(({ kind, slug, version, yanked }) =>
      yanked === null ? [] : [`${kind} \`${slug}@${version}\` is yanked`],
    ),
  };
}

function fits(version: VersionAnswer, demand: Demand): boolean {
  return isSame(version, demand) && semver.satisfies(version.version, demand.range);
}

function isSame(a: ItemName, b: ItemName): boolean {
  return a.kind === b.kind && a.slug === b.slug;
}

function conflict(demands: readonly Demand[]): CoppiceError {
  const ways = demands.map(({ slug, range, by }) => {
    const path = by === undefined ? [] : [`${by.slug}@${by.version}`];
    return `\`${['manifest', ...path, `${slug}@${range}`].join(' > ')}\``;
  });
  return new CoppiceError('conflict', `no choice of versions satisfies ${ways.join(' and ')}`);
}
