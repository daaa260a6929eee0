import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EnsureWorld } from '../../src/client/ensure/ensure.world.js';
import { type MemoryRemote, memoryRemote } from '../../src/client/remote/memory-remote.fixture.js';
import { CoppiceError } from '../../src/text/errors.js';

const slugs = ['a', 'b', 'c', 'd', 'e'];
const versions = ['1.0.0', '1.1.0', '2.0.0'];
const demand = fc
  .tuple(fc.constantFrom(...slugs, 'ghost'), fc.constantFrom('', '@^1', '@*', '@>=1.1.0'))
  .map(([slug, range]) => `${slug}${range}`);
const demands = fc.uniqueArray(demand, { maxLength: 3, selector: (entry) => entry.replace(/@.*/, '') });
const release = fc.record({
  slug: fc.constantFrom(...slugs),
  version: fc.constantFrom(...versions),
  requires: demands,
  body: fc.string({ unit: 'grapheme', maxLength: 20 }),
  files: fc.dictionary(fc.constantFrom('a.md', 'b/c.txt', 'b/d/e.py'), fc.string({ maxLength: 20 })),
});
const releases = fc.uniqueArray(release, {
  maxLength: 8,
  selector: ({ slug, version }) => `${slug}@${version}`,
});
const agents = fc.uniqueArray(fc.constantFrom('claude', 'agents', 'codex'), { minLength: 1 });

type Release = typeof release extends fc.Arbitrary<infer R> ? R : never;

async function publish(remote: MemoryRemote, given: readonly Release[]): Promise<void> {
  for (const { slug, version, requires, body, files } of given) {
    const own = requires.filter((entry) => entry.replace(/@.*/, '') !== slug);
    await remote.put(`${slug}@${version}`, { requires: own, body, files });
  }
}

/** Undefined where the registry finds that no choice of versions satisfies everybody. */
async function installed(world: EnsureWorld) {
  try {
    return await world.ensure();
  } catch (error) {
    if (error instanceof CoppiceError && error.code === 'conflict') return undefined;
    throw error;
  }
}

test('a lock gives the same bytes in another home, whatever is published since', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(releases, releases, demands, agents, async (given, later, items, read) => {
      const remote = memoryRemote();
      await publish(remote, given);
      const [first, twin, other] = [1, 2, 3].map(() => EnsureWorld.inMemory(remote));
      if (first === undefined || twin === undefined || other === undefined) throw new Error('three worlds');
      for (const world of [first, twin, other]) world.manifest(items, read);
      const result = await installed(first);
      if (result === undefined) return;
      await installed(twin);
      expect(twin.tree()).toEqual(first.tree());

      const known = new Set(given.map(({ slug, version }) => `${slug}@${version}`));
      await publish(
        remote,
        later.filter(({ slug, version }) => !known.has(`${slug}@${version}`)),
      );
      other.put('coppice.lock', first.text('coppice.lock') ?? '');
      expect(await other.ensure({ frozen: true })).toMatchObject({ ok: true, lockChanged: false });
      expect([other.tree(), other.seen('')]).toEqual([first.tree(), first.seen('')]);
      expect(other.verify()).toMatchObject({ ok: true, problems: [] });
      expect(await other.ensure({ copy: true, frozen: true })).toMatchObject({ ok: true });
      expect(other.seen('')).toEqual(first.seen(''));
      count += result.installed.length;
    }),
    { numRuns: 60 },
  );
  expect(count).toBeGreaterThan(0);
});

test('whatever order a manifest is changed in, the same is installed as by starting with the last one', async () => {
  await fc.assert(
    fc.asyncProperty(releases, fc.array(demands, { minLength: 2, maxLength: 4 }), async (given, steps) => {
      const remote = memoryRemote();
      // One version of each, so that what is locked already makes no difference.
      await publish(
        remote,
        given.filter(({ slug }, index) => given.findIndex((one) => one.slug === slug) === index),
      );
      const world = EnsureWorld.inMemory(remote);
      let last: Awaited<ReturnType<typeof installed>>;
      for (const items of steps) {
        world.manifest(items);
        last = await installed(world);
      }
      // What is installed and does not fit any more is refused, where a new project would leave it open.
      if (last === undefined) return;
      const fresh = EnsureWorld.inMemory(remote);
      fresh.manifest(steps.at(-1) ?? []);
      await installed(fresh);
      expect(world.tree()).toEqual(fresh.tree());
    }),
    { numRuns: 60 },
  );
});
