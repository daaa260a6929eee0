import fc from 'fast-check';
import semver from 'semver';
import { expect, test } from 'vitest';
import type { ItemState } from '../../api/names.js';
import { keyOf } from './item-key.js';
import { offer, offersOf, requirement, resolved } from './offer.fixture.js';
import type { LockedVersion, Offer, OfferedVersion } from './offer.js';
import type { Requirement } from './requirement.js';
import type { Resolution } from './resolve.js';

const slugs = ['a', 'b', 'c', 'd', 'e'];
const versions = ['1.0.0', '1.1.0', '2.0.0', '2.1.0-beta.1'];
const ranges = ['*', '^1', '^2', '1.0.0', '>=1.1', '^2.1.0-beta.0', '^9'];

const requirements = fc
  .uniqueArray(fc.constantFrom(...slugs), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(...names.map((name) => fc.constantFrom(...ranges).map((range) => `${name}@${range}`))),
  );

const someOffer = (slug: string): fc.Arbitrary<Offer> =>
  fc
    .record({
      state: fc.constantFrom<ItemState>('published', 'published', 'published', 'archived'),
      versions: fc.dictionary(
        fc
          .tuple(fc.constantFrom(...versions), fc.constantFrom('', '', '', '!'))
          .map(([version, mark]) => version + mark),
        requirements.map((all) => all.filter((one) => !one.startsWith(`${slug}@`))),
        { minKeys: 1, maxKeys: 3 },
      ),
    })
    .map((given) => offer(slug, oneOfEach(given.versions), { state: given.state }));

const world = fc.record({
  offers: fc.subarray(slugs, { minLength: 2 }).chain((some) => fc.tuple(...some.map(someOffer))),
  wanted: requirements.filter((all) => all.length > 0).map((all) => all.map(requirement)),
  locked: fc.array(
    fc.record({
      kind: fc.constant('skill' as const),
      slug: fc.constantFrom(...slugs),
      version: fc.constantFrom(...versions),
    }),
    { maxLength: 3 },
  ),
});

test('the answer is the first in the order of preference that satisfies all requirements', () => {
  fc.assert(
    fc.property(world, ({ offers, wanted, locked }) => {
      const expected = tryEverything(offers, wanted, locked);
      expect(shown(resolved(wanted, locked, offersOf(offers)))).toEqual(expected);
    }),
    { numRuns: 1_500 },
  );
});

test('the order of the input does not matter', () => {
  const shuffled = world.chain((given) =>
    fc.record({
      given: fc.constant(given),
      offers: fc.shuffledSubarray(given.offers, { minLength: given.offers.length }),
      wanted: fc.shuffledSubarray(given.wanted, { minLength: given.wanted.length }),
      locked: fc.shuffledSubarray(given.locked, { minLength: given.locked.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ given, offers, wanted, locked }) => {
      expect(resolved(wanted, locked, offersOf(offers))).toEqual(
        resolved(given.wanted, given.locked, offersOf(given.offers)),
      );
    }),
    { numRuns: 300 },
  );
});

test('both sides of a conflict require the same item, each by a path from the manifest', () => {
  fc.assert(
    fc.property(world, ({ offers, wanted, locked }) => {
      const resolution = resolved(wanted, locked, offersOf(offers));
      if (resolution.kind === 'resolved') return;
      const { slug, demands } = resolution.conflict;
      for (const { path, range } of demands) {
        const names = [...path.map((step) => step.split('@')[0]), slug];
        expect(wanted.some((one) => one.slug === names[0])).toBe(true);
        const last = path.at(-1);
        const requires = last === undefined ? wanted : requiresOf(offers, last);
        expect(requires.some((one) => one.slug === slug && one.range === range)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

/** Each version once, yanked or not. */
function oneOfEach(given: Readonly<Record<string, readonly string[]>>): Record<string, readonly string[]> {
  const seen = new Set<string>();
  return Object.fromEntries(
    Object.entries(given).filter(([version]) => {
      const isNew = !seen.has(version.replace('!', ''));
      seen.add(version.replace('!', ''));
      return isNew;
    }),
  );
}

function requiresOf(offers: readonly Offer[], name: string): readonly Requirement[] {
  const [slug, version] = name.split('@');
  return (
    offers.find((one) => one.slug === slug)?.versions.find((one) => one.version === version)?.requires ?? []
  );
}

type Shown = readonly string[] | 'conflict';

function shown(resolution: Resolution): Shown {
  if (resolution.kind === 'conflict') return 'conflict';
  return resolution.chosen.map(
    ({ offer: { slug }, version, depth }) => `${slug}@${version.version} ${depth}`,
  );
}

/** Tries every choice of versions, and returns the preferred one of those that satisfy all requirements. */
function tryEverything(
  offers: readonly Offer[],
  wanted: readonly Requirement[],
  locked: readonly LockedVersion[],
): Shown {
  const allowed = new Map(offers.map((one) => [keyOf(one), allowedOf(one, locked)]));
  const named = new Set(
    offers.flatMap(({ slug, versions: all }) =>
      all.filter(({ version }) =>
        wanted.some((one) => one.slug === slug && semver.satisfies(version, one.range)),
      ),
    ),
  );
  const suits: Suits = (version, all) => fitsAll(version, all, named);
  const binding = (all: readonly Requirement[]) =>
    all.filter((one) => allowed.get(keyOf(one))?.some((version) => suits(version, [one.range])));
  let best: { readonly order: readonly number[]; readonly shown: readonly string[] } | undefined;
  for (const choice of choices(offers, allowed)) {
    const walked = walk(choice, suits, binding, wanted);
    if (walked === undefined) continue;
    const order = walked.map(({ key, version }) => allowed.get(key)?.indexOf(version) ?? 0);
    if (best !== undefined && comparePreference(best.order, order) <= 0) continue;
    const sorted = [...walked].sort((a, b) => a.depth - b.depth || (a.key < b.key ? -1 : 1));
    best = {
      order,
      shown: sorted.map(({ key, version, depth }) => `${key.split('/')[1]}@${version.version} ${depth}`),
    };
  }
  return best?.shown ?? 'conflict';
}

type Suits = (version: OfferedVersion, ranges: readonly string[]) => boolean;

type Choice = ReadonlyMap<string, OfferedVersion>;

function* choices(
  offers: readonly Offer[],
  allowed: ReadonlyMap<string, readonly OfferedVersion[]>,
): Iterable<Choice> {
  const [first, ...rest] = offers;
  if (first === undefined) {
    yield new Map();
    return;
  }
  for (const choice of choices(rest, allowed)) {
    yield choice;
    for (const version of allowed.get(keyOf(first)) ?? [])
      yield new Map([[keyOf(first), version], ...choice]);
  }
}

/** What the choice leads to, breadth first; undefined where it fails a range, or has more than is required. */
function walk(
  choice: Choice,
  suits: Suits,
  binding: (requires: readonly Requirement[]) => readonly Requirement[],
  wanted: readonly Requirement[],
) {
  const bySlug = (requires: readonly Requirement[]) =>
    [...binding(requires)].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const found = new Map<string, { key: string; version: OfferedVersion; depth: number; ranges: string[] }>();
  const waiting = bySlug(wanted).map((one) => ({ one, depth: 0 }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const key = keyOf(next.one);
    const known = found.get(key);
    known?.ranges.push(next.one.range);
    if (known !== undefined) continue;
    const version = choice.get(key);
    if (version === undefined) return undefined;
    const depth = next.depth + 1;
    found.set(key, { key, version, depth: next.depth, ranges: [next.one.range] });
    waiting.push(...bySlug(version.requires).map((one) => ({ one, depth })));
  }
  const suitsAll = [...found.values()].every(({ version, ranges: all }) => suits(version, all));
  return suitsAll && found.size === choice.size ? [...found.values()] : undefined;
}

function allowedOf({ kind, slug, state, versions: all }: Offer, locked: readonly LockedVersion[]) {
  const isLocked = ({ version }: OfferedVersion) =>
    locked.some((one) => one.kind === kind && one.slug === slug && one.version === version);
  const open = all.filter((one) => state !== 'archived' && !one.isYanked && !isLocked(one));
  return [...all.filter(isLocked), ...open];
}

/** A prerelease that the manifest names suits every range that it is within. */
function fitsAll(
  offered: OfferedVersion,
  all: readonly string[],
  named: ReadonlySet<OfferedVersion>,
): boolean {
  const includePrerelease = named.has(offered);
  return all.every((range) => semver.satisfies(offered.version, range, { includePrerelease }));
}

/** Below 0 where the first is preferred. The first difference is always a decision about the same name. */
function comparePreference(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((preference, index) => preference !== b[index]);
  return (a[at] ?? 0) - (b[at] ?? 0);
}
