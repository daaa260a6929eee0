/*
 * What every port to a registry promises, said as tests. The one in memory and the one over HTTP, with a real registry
 * behind it, keep the same promises; so what was tested with the first holds for the second.
 */

import { expect, test } from 'vitest';
import { splitRange } from '../../registry/api/item-slug.js';
import type { PublishMetadata } from '../../registry/api/routes/publish.js';
import { sha256Hex } from '../../text/hash.js';
import type { ItemName } from '../rules/manifest.js';
import { type ItemSketch, sketchedBundle } from './memory-remote.fixture.js';
import type { Remote } from './remote.js';

/** `open` gives a registry in which nothing is published, to somebody who may do everything. */
export function remoteContract(engine: string, open: () => Promise<Remote>): void {
  const check = (promise: string, prove: (remote: Remote) => Promise<void>) =>
    test(`${engine}: ${promise}`, async () => prove(await open()));

  check('a caller can ask for its own account', async (remote) => {
    expect(await remote.whoAmI()).toMatchObject({ tenant: remote.place.tenant, via: 'token' });
  });

  check('what is not there is nothing, and cannot be changed', async (remote) => {
    expect(await remote.item(skill('ghost'))).toBe(undefined);
    expect(await remote.versions(skill('ghost'))).toBe(undefined);
    expect(await remote.version(skill('ghost'), '1.0.0')).toBe(undefined);
    expect(await remote.search('ghost', { kind: 'skill', limit: 5 })).toEqual([]);
    const refusal = { code: 'not-found' };
    await expect(remote.blob(`sha256:${'0'.repeat(64)}`, 1_000)).rejects.toMatchObject(refusal);
    await expect(remote.setYanked(skill('ghost'), '1.0.0', 'bad')).rejects.toMatchObject(refusal);
    await expect(remote.setDeprecated(skill('ghost'), undefined)).rejects.toMatchObject(refusal);
  });

  check('a version is published once, and the same content twice is once', async (remote) => {
    const bundle = sketchedBundle('lib');
    const first = await remote.publish(metadataOf('lib@1.0.0'), bundle);
    expect(first).toMatchObject({ outcome: 'published', version: { slug: 'lib', version: '1.0.0' } });
    expect(await remote.publish(metadataOf('lib@1.0.0'), bundle)).toMatchObject({
      outcome: 'unchanged',
      version: { digest: first.version.digest },
    });
    const other = sketchedBundle('lib', { body: 'other\n' });
    await expect(remote.publish(metadataOf('lib@1.0.0'), other)).rejects.toMatchObject({ code: 'conflict' });
    await expect(remote.publish(metadataOf('bad@1.0.0'), new Uint8Array(9))).rejects.toThrow();
    expect(await remote.item(skill('bad'))).toBe(undefined);
  });

  check('a bundle comes by its digest, and not where it is longer than expected', async (remote) => {
    const { digest, size_bytes } = await put(remote, 'lib@1.0.0', { files: { 'a.md': 'a' } });
    let count = 0;
    const bytes = await remote.blob(digest, size_bytes, (more) => {
      count += more;
    });
    expect(`sha256:${sha256Hex(bytes)}`).toBe(digest);
    expect([bytes.length, count]).toEqual([size_bytes, size_bytes]);
    await expect(remote.blob(digest, size_bytes - 1)).rejects.toMatchObject({ code: 'bundle-too-large' });
  });

  check(
    'versions come as they were published, the last one first, and the latest is the highest that is not yanked',
    async (remote) => {
      for (const version of ['1.0.0', '1.10.0', '1.9.0']) await put(remote, `lib@${version}`);
      const listed = async () =>
        (await remote.versions(skill('lib')))?.map(
          ({ version, is_latest }) => `${version}${is_latest ? ' *' : ''}`,
        );
      expect(await listed()).toEqual(['1.9.0', '1.10.0 *', '1.0.0']);
      const yanked = await remote.setYanked(skill('lib'), '1.10.0', 'broken');
      expect(yanked.yanked?.reason).toBe('broken');
      expect(await listed()).toEqual(['1.9.0 *', '1.10.0', '1.0.0']);
      expect((await remote.item(skill('lib')))?.version).toBe('1.9.0');
      expect((await remote.setYanked(skill('lib'), '1.10.0', undefined)).yanked).toBe(null);
      expect((await remote.version(skill('lib'), '1.10.0'))?.yanked).toBe(null);
    },
  );

  check('an item is deprecated and taken back', async (remote) => {
    await put(remote, 'lib@1.0.0');
    const said = { message: 'use the other', replacement: null };
    expect((await remote.setDeprecated(skill('lib'), said)).item.deprecated).toEqual(said);
    expect((await remote.item(skill('lib')))?.deprecated).toEqual(said);
    expect((await remote.setDeprecated(skill('lib'), undefined)).item.deprecated).toBe(null);
  });

  check('a manifest is resolved with all that is required', async (remote) => {
    await put(remote, 'leaf@1.0.0');
    await put(remote, 'leaf@1.2.0');
    await put(remote, 'leaf@2.0.0');
    await put(remote, 'app@1.0.0', { requires: ['leaf@^1', 'ghost@^3'] });
    const answer = await resolve(remote, ['app', 'nothing@^1']);
    expect(answer.nodes.map(({ slug, version, depth }) => [slug, version, depth])).toEqual([
      ['app', '1.0.0', 0],
      ['leaf', '1.2.0', 1],
    ]);
    expect(answer.nodes[0]?.requires).toEqual(['ghost@^3', 'leaf@^1']);
    expect(
      answer.unresolved.map(({ slug, range, required_by }) => [slug, range, required_by]).sort(),
    ).toEqual([
      ['ghost', '^3', 'app@1.0.0'],
      ['nothing', '^1', null],
    ]);
    expect(namesIn(await resolve(remote, ['app'], ['leaf@1.0.0']))).toEqual(['app@1.0.0', 'leaf@1.0.0']);
    await expect(resolve(remote, ['app', 'leaf@^2'])).rejects.toMatchObject({ code: 'conflict' });
  });

  check('a yanked version is only for those who have it locked', async (remote) => {
    await put(remote, 'lib@1.0.0');
    await put(remote, 'lib@1.1.0');
    await remote.setYanked(skill('lib'), '1.1.0', 'broken');
    expect(namesIn(await resolve(remote, ['lib']))).toEqual(['lib@1.0.0']);
    const locked = await resolve(remote, ['lib'], ['lib@1.1.0']);
    expect(namesIn(locked)).toEqual(['lib@1.1.0']);
    expect(locked.warnings).toEqual(['skill `lib@1.1.0` is yanked']);
  });

  check('kinds have names of their own', async (remote) => {
    await put(remote, 'lib@1.0.0');
    await put(remote, 'lib@2.0.0', { kind: 'agent' });
    expect((await remote.item(skill('lib')))?.version).toBe('1.0.0');
    expect((await remote.item({ kind: 'agent', slug: 'lib' }))?.version).toBe('2.0.0');
    expect((await remote.search('lib', { kind: 'agent', limit: 5 })).map(({ version }) => version)).toEqual([
      '2.0.0',
    ]);
  });

  check('what is proposed gets an id, and events are taken', async (remote) => {
    await put(remote, 'lib@1.0.0');
    const proposal = { ...skill('fresh'), origin: 'evolver', notes: 'seen twice' } as const;
    expect((await remote.propose(proposal, sketchedBundle('fresh'))).id).not.toBe('');
    const event = { skill_id: 'lib', kind: 'skill', event: 'install', count: 1 } as const;
    await remote.reportUsage([{ ...event, project_hash: '0123456789abcdef' }]);
  });

  check('counts about a change that nobody else has are taken', async (remote) => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const days = [{ day: -1, loads: 4, bad: 1, other_loads: 0, other_bad: 0 }];
    const report = { machine: '0123456789abcdef', effects: [{ digest, days }] };
    expect(await remote.poolEffects(report)).toEqual({ effects: [{ digest, machines: [] }] });
  });
}

function skill(slug: string): ItemName {
  return { kind: 'skill', slug };
}

/** `lib@1.0.0` */
function metadataOf(target: string, kind: ItemName['kind'] = 'skill'): PublishMetadata {
  const { slug, range: version = '' } = splitRange(target);
  return { kind, slug, version, tags: [], allow_secret: false };
}

async function put(remote: Remote, target: string, { kind, ...sketch }: ItemSketch = {}) {
  const metadata = metadataOf(target, kind);
  // Two versions with the same content are one too many for some.
  const body = `# Steps of ${target}\n`;
  return (await remote.publish(metadata, sketchedBundle(metadata.slug, { body, ...sketch }))).version;
}

function resolve(remote: Remote, wanted: readonly string[], locked: readonly string[] = []) {
  return remote.resolve({
    items: wanted.map((target) => {
      const { slug, range = '*' } = splitRange(target);
      return { ...skill(slug), range };
    }),
    locked: locked.map((target) => {
      const { slug, range: version = '' } = splitRange(target);
      return { ...skill(slug), version };
    }),
  });
}

function namesIn({ nodes }: Awaited<ReturnType<Remote['resolve']>>): readonly string[] {
  return nodes.map(({ slug, version }) => `${slug}@${version}`);
}
