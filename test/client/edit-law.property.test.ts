/*
 * `add`, `update` and `remove` are one law: what is refused leaves the manifest, the lock and the folders of the project
 * as they were, byte for byte; what is not refused has installed all that was asked for. Over random registries, projects
 * and changes of the registry, with a model of what can be had.
 */

import fc from 'fast-check';
import semver from 'semver';
import { expect, test } from 'vitest';
import { editProject } from '../../src/client/ensure/edit-project.js';
import { ensureProject } from '../../src/client/ensure/ensure.js';
import { EnsureWorld } from '../../src/client/ensure/ensure.world.js';
import { type MemoryRemote, memoryRemote, offline } from '../../src/client/remote/memory-remote.fixture.js';
import { addOrUpdateItem, removeItem } from '../../src/client/rules/edit-manifest.js';
import { isSameItem, readRequirement } from '../../src/client/rules/item-names.js';
import { readLock } from '../../src/client/rules/lock.js';
import { readManifest } from '../../src/client/rules/manifest.js';
import { CoppiceError } from '../../src/text/errors.js';

const slugs = ['a', 'b', 'c', 'd'] as const;
const slug = fc.constantFrom(...slugs);
const range = fc.constantFrom('*', '^1', '^2', '>=1.1.0');
const version = fc.constantFrom('1.0.0', '1.1.0', '2.0.0');
const requires = fc.uniqueArray(fc.tuple(fc.constantFrom(...slugs, 'ghost'), range), {
  maxLength: 2,
  selector: ([name]) => name,
});
const release = fc.record({ slug, version, requires });
const releases = fc.uniqueArray(release, {
  minLength: 1,
  maxLength: 8,
  selector: (one) => `${one.slug}@${one.version}`,
});

/** What happens in the registry between the first install and the verb. */
const happening = fc.oneof(
  fc.record({ act: fc.constant('archive' as const), slug }),
  fc.record({ act: fc.constant('yank' as const), slug, version }),
);
const verb = fc.oneof(
  fc.record({
    act: fc.constant('add' as const),
    items: fc.uniqueArray(fc.record({ slug: fc.constantFrom(...slugs, 'ghost'), range }), {
      minLength: 1,
      maxLength: 2,
      selector: (one) => one.slug,
    }),
  }),
  fc.record({ act: fc.constant('remove' as const), slug }),
  fc.record({ act: fc.constant('update' as const), slug: fc.option(slug) }),
);
const trouble = fc.constantFrom('none', 'none', 'none', 'outage', 'bytes', 'content-digest', 'invented');

type Release = typeof release extends fc.Arbitrary<infer R> ? R : never;
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never;
type Verb = typeof verb extends fc.Arbitrary<infer V> ? V : never;

test('what is refused changes no byte, and what is not refused is installed whole', async () => {
  const counts: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(
      releases,
      fc.uniqueArray(fc.tuple(slug, range), { maxLength: 3, selector: ([name]) => name }),
      fc.array(happening, { maxLength: 3 }),
      verb,
      trouble,
      fc.boolean(),
      async (published, wanted, happened, asked, fault, copy) => {
        const remote = memoryRemote();
        await publish(remote, published);
        const world = EnsureWorld.inMemory(remote);
        world.manifest(wanted.map(([name, ask]) => `${name}@${ask}`));
        if ((await outcomeOf(() => world.ensure({ copy }))) !== 'done') return;
        await change(remote, happened, published);
        makeTrouble(remote, fault);

        const before = everything(world);
        const outcome = await outcomeOf(() => run(world, asked, copy));
        const key = `${asked.act} ${outcome === 'done' ? 'done' : 'refused'}`;
        counts[key] = (counts[key] ?? 0) + 1;
        if (outcome !== 'done') expect(everything(world)).toEqual(before);
        else {
          await expectWhole(world, asked, published);
          if (asked.act === 'add')
            for (const item of asked.items) expectOffered(item, published, happened, before['coppice.lock']);
        }
      },
    ),
    { numRuns: 400 },
  );
  for (const act of ['add', 'remove', 'update'])
    expect(counts[`${act} done`], JSON.stringify(counts)).toBeGreaterThan(0);
  for (const act of ['add', 'update'])
    expect(counts[`${act} refused`], JSON.stringify(counts)).toBeGreaterThan(0);
});

async function publish(remote: MemoryRemote, given: readonly Release[]): Promise<void> {
  for (const one of given) {
    const own = one.requires.filter(([name]) => name !== one.slug).map(([name, ask]) => `${name}@${ask}`);
    await remote.put(`${one.slug}@${one.version}`, { requires: own });
  }
}

async function change(
  remote: MemoryRemote,
  happened: readonly Happening[],
  published: readonly Release[],
): Promise<void> {
  for (const one of happened) {
    if (one.act === 'archive') remote.archive(one.slug, 'too old');
    else if (published.some((other) => other.slug === one.slug && other.version === one.version))
      await remote.setYanked({ kind: 'skill', slug: one.slug }, one.version, 'broken');
  }
}

function makeTrouble(remote: MemoryRemote, fault: string): void {
  if (fault === 'outage') remote.faults = { refusal: offline };
  if (fault === 'bytes' || fault === 'content-digest')
    remote.faults = { lies: Object.fromEntries(slugs.map((name) => [name, fault])) };
  if (fault === 'invented')
    remote.faults = { invented: Object.fromEntries(slugs.map((name) => [name, [name === 'a' ? 'b' : 'a']])) };
}

async function run(world: EnsureWorld, asked: Verb, copy: boolean): Promise<unknown> {
  const options = { project: world.project, copy };
  switch (asked.act) {
    case 'add': {
      const items = asked.items.map(({ slug, range }) => {
        const wanted = { from: 'registry', range } as const;
        return { kind: 'skill', slug, wanted } as const;
      });
      return await editProject(world.deps(), { ...options, required: items }, (text) =>
        items.reduce((edited, item) => addOrUpdateItem(edited, readManifest(edited), item), text),
      );
    }
    case 'remove':
      return await editProject(world.deps(), options, (text) =>
        removeItem(text, { kind: 'skill', slug: asked.slug }),
      );
    case 'update': {
      const moving = asked.slug === null ? 'everything' : ({ kind: 'skill', slug: asked.slug } as const);
      return await ensureProject(world.deps(), { ...options, moving, allOrNothing: true });
    }
    default:
      return asked satisfies never;
  }
}

async function outcomeOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return 'done';
  } catch (error) {
    if (error instanceof CoppiceError) return error.code;
    throw error;
  }
}

/** Files, links, and empty folders of the project; and the record of its copies, which decides what is ours. */
function everything(world: EnsureWorld): Readonly<Record<string, string>> {
  const folders: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const { name, kind } of world.files.list(`${world.project}${folder}`) ?? [])
      if (kind === 'folder') {
        folders[`${folder}/${name}/`] = '';
        walk(`${folder}/${name}`);
      }
  };
  walk('');
  const copies = (world.files.list(`${world.home}/projects`) ?? []).map(({ name }) => {
    const content = world.files.read(`${world.home}/projects/${name}`);
    return [`copies ${name}`, new TextDecoder().decode(content?.bytes)] as const;
  });
  return { ...world.tree(), ...folders, ...Object.fromEntries(copies) };
}

/** The project has what it asks for, with everything that this requires except what was never published. */
async function expectWhole(world: EnsureWorld, asked: Verb, published: readonly Release[]): Promise<void> {
  const lock = readLock(world.text('coppice.lock') ?? '');
  const { items } = readManifest(world.text('coppice.toml') ?? '');
  const isThere = (name: string) => world.text(`.claude/skills/${name}/SKILL.md`) !== undefined;
  for (const node of lock.nodes) expect(isThere(node.slug), node.slug).toBe(true);
  for (const { slug: name, range: open } of lock.unresolved) {
    const fitting = published.filter((one) => one.slug === name && semver.satisfies(one.version, open));
    expect(fitting, `${name}@${open} was published, and is not left open`).toEqual([]);
  }
  const demands = [
    ...items.map((item) => ({ ...item, range: item.wanted.from === 'registry' ? item.wanted.range : '' })),
    ...lock.nodes.flatMap((node) => node.requires.flatMap((entry) => readRequirement(entry) ?? [])),
  ];
  for (const demand of demands) {
    const isLocked = lock.nodes.some((node) => isSameItem(node, demand));
    expect(isLocked || lock.unresolved.some((one) => isSameItem(one, demand)), demand.slug).toBe(true);
  }
  if (asked.act === 'add') {
    for (const { slug: name, range: ask } of asked.items) {
      const origin = lock.nodes.find((node) => node.slug === name)?.origin;
      expect(origin?.from === 'registry' && semver.satisfies(origin.version, ask)).toBe(true);
    }
  }
  if (asked.act === 'remove') expect(items.some((item) => item.slug === asked.slug)).toBe(false);
  expect(world.verify()).toMatchObject({ ok: true, lockFaults: [] });
  world.remote.faults = { refusal: offline };
  expect(await world.ensure({ frozen: true })).toMatchObject({ ok: true });
  expect(await world.ensure()).toMatchObject({ ok: true, lockChanged: false });
}

/** What was added is offered to a project without a lock, or was in the lock before. */
function expectOffered(
  { slug: name, range: ask }: Extract<Verb, { act: 'add' }>['items'][number],
  published: readonly Release[],
  happened: readonly Happening[],
  lock: string | undefined,
): void {
  const isGone = happened.some((one) => one.act === 'archive' && one.slug === name);
  const isYanked = (given: string) =>
    happened.some((one) => one.act === 'yank' && one.slug === name && one.version === given);
  const isOffered = published.some(
    (one) => one.slug === name && semver.satisfies(one.version, ask) && !isGone && !isYanked(one.version),
  );
  const wasLocked = lock?.includes(`[skill.${name}]`) === true;
  expect(isOffered || wasLocked, `${name}@${ask}`).toBe(true);
}
