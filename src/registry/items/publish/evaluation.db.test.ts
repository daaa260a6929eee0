import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishDraft } from '../../drafts/close-draft.js';
import { readDraft } from '../../drafts/draft-answer.js';
import { createDraft, editDraft } from '../../drafts/edit-draft.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { type BundleSketch, bundleOf, metadataOf } from '../bundle/bundle.fixture.js';
import { purgeVersion } from '../lifecycle/purge.js';
import { claimOf } from './evaluation.fixture.js';
import { publishSet } from './publish-version.js';
import { publishingIn, refusalOf } from './publishing.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

const strict = { require_eval: { min_score: 0.8, min_difference: 0.2 } };
const none = 'conflict: `lib` is not published: it has no result of an evaluation of exactly these bytes';

test('without the setting, a version needs no evaluation, and one that comes with it is shown', async () => {
  const { publish, publisher, version } = await publishingIn(registry, 'free');
  await publish('plain@1.0.0');
  expect((await version('plain@1.0.0'))?.evaluations).toEqual([]);
  const sketch = { body: '# Judged\n' };
  const { digest, ...claim } = await claimOf(sketch);
  await publish('lib@1.0.0', sketch, {
    evaluation: { digest, ...claim },
    by: publisher('user:ada@example.com'),
  });
  expect((await version('lib@1.0.0'))?.evaluations).toEqual([
    { claimed_by: 'user:ada@example.com', claimed_at: '2026-01-15T12:00:00.000Z', ...claim },
  ]);
});

test('with the setting, a version without a good result is refused and leaves no row', async () => {
  const { publish, traces, item } = await publishingIn(registry, 'strict', strict);
  const before = await traces();
  expect(await refusalOf(publish('lib@1.0.0'))).toBe(none);
  expect(await refusalOf(publish('lib@1.0.0', {}, { evaluation: await claimOf({}, { score: 0.6 }) }))).toBe(
    'conflict: `lib` is not published: its score is 0.60, and 0.8 is required',
  );
  expect(await traces()).toEqual(before);
  expect(await item('lib')).toBeUndefined();
  const { outcome } = await publish('lib@1.0.0', {}, { evaluation: await claimOf() });
  expect(outcome).toBe('published');
  // Publishing the same content again changes nothing, so it needs nothing.
  expect((await publish('lib@1.0.0')).outcome).toBe('unchanged');
  // Nothing evaluates agents and commands.
  await publish('helper@1.0.0', {}, { kind: 'agent' });
});

test('a result is about bytes: it holds for the same content again, and is void as soon as it changes', async () => {
  const { publish, version } = await publishingIn(registry, 'void', strict);
  const cases = { 'evals/one/prompt.md': 'Ask.\n' };
  await publish('lib@1.0.0', { files: cases }, { evaluation: await claimOf({ files: cases }) });
  await publish('lib@1.0.1', { files: cases });
  expect((await version('lib@1.0.1'))?.evaluations).toHaveLength(1);
  expect(await refusalOf(publish('lib@1.1.0', { body: '# Other\n', files: cases }))).toBe(none);
  const stale = await claimOf({ files: cases });
  expect(await refusalOf(publish('lib@1.1.0', { body: '# Other\n' }, { evaluation: stale }))).toBe(
    'bad-value: the evaluation is about other bytes than those of the bundle',
  );
});

test('nobody replaces what another claims, and a caller replaces their own claim', async () => {
  const { publish, publisher, version } = await publishingIn(registry, 'claims');
  const [ada, bob] = [publisher('user:ada@example.com'), publisher('user:bob@example.com')];
  const claim = async (score: number, agent = 'claude') => ({
    evaluation: await claimOf({}, { score, agent }),
  });
  await publish('lib@1.0.0', {}, { ...(await claim(0.5)), by: ada });
  registry.clock.advance(1_000);
  await publish('copy@1.0.0', {}, { ...(await claim(1)), by: bob });
  registry.clock.advance(1_000);
  await publish('lib@1.0.0', {}, { ...(await claim(0.7)), by: ada });
  registry.clock.advance(1_000);
  await publish('lib@1.0.0', {}, { ...(await claim(0.6, 'codex')), by: ada });
  const shown = (await version('lib@1.0.0'))?.evaluations ?? [];
  expect(shown.map(({ claimed_by, agent, score }) => [claimed_by, agent, score])).toEqual([
    ['user:ada@example.com', 'codex', 0.6],
    ['user:ada@example.com', 'claude', 0.7],
    ['user:bob@example.com', 'claude', 1],
  ]);
});

test('another tenant sees none of it', async () => {
  const one = await publishingIn(registry, 'one');
  const two = await publishingIn(registry, 'two', strict);
  await one.publish('lib@1.0.0', {}, { evaluation: await claimOf() });
  expect(await refusalOf(two.publish('lib@1.0.0'))).toBe(none);
});

test('of a set, one version without a result refuses all', async () => {
  const { admin, item } = await publishingIn(registry, 'set', strict);
  const [first, second] = [{ body: '# First\n' }, { body: '# Second\n' }];
  const versions = [
    { metadata: metadataOf('first@1.0.0', { evaluation: await claimOf(first) }), bytes: bundleOf(first) },
    { metadata: metadataOf('lib@1.0.0'), bytes: bundleOf(second) },
  ];
  expect(await refusalOf(publishSet(registry, admin, versions))).toBe(none);
  expect(await item('first')).toBeUndefined();
});

test('a draft is published with the result of its proposal, and an edit makes that void', async () => {
  const { admin, version } = await publishingIn(registry, 'drafts', strict);
  const propose = async (sketch: BundleSketch, isEvaluated: boolean) => {
    const about = { slug: 'lib', kind: 'skill', origin: 'cli', notes: '' } as const;
    const evaluation = isEvaluated ? await claimOf(sketch) : undefined;
    return (await createDraft(registry, admin, { ...about, tags: [], evaluation }, bundleOf(sketch))).id;
  };
  const release = (id: string) => publishDraft(registry, admin, id, { version: '1.0.0' });
  expect(await refusalOf(release(await propose({ body: '# None\n' }, false)))).toBe(none);
  const edited = await propose({ body: '# Edited\n' }, true);
  await editDraft(registry, admin, edited, { description: 'Says something else.' });
  expect(await refusalOf(release(edited))).toBe(none);
  const whole = await propose({ body: '# Whole\n' }, true);
  const shown = async (id: string) => (await readDraft(registry.database, admin.tenant, id)).evaluations;
  expect([await shown(edited), await shown(whole)]).toEqual([[], [expect.objectContaining({ score: 0.9 })]]);
  await release(whole);
  expect((await version('lib@1.0.0'))?.evaluations).toHaveLength(1);
});

test('a purge removes the claims with the last version that has the content', async () => {
  const { publish, tenant, version } = await publishingIn(registry, 'purge');
  await publish('lib@1.0.0', {}, { evaluation: await claimOf() });
  await publish('lib@1.0.1');
  const purge = (number: string) =>
    purgeVersion(
      registry,
      tenant.id,
      { kind: 'skill', slug: 'lib', version: number },
      { reason: 'a test', force: false },
    );
  await purge('1.0.0');
  expect((await version('lib@1.0.1'))?.evaluations).toHaveLength(1);
  await purge('1.0.1');
  await publish('lib@1.0.2');
  expect((await version('lib@1.0.2'))?.evaluations).toEqual([]);
});
