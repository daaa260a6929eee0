import { expect, test } from 'vitest';
import { isErrorLike } from '../evidence/interpret/error-like.js';
import { storeBlobs } from '../library/write/blobs.js';
import { drill } from '../library/write/drill.js';
import { drillGate, saveDrillState } from '../library/write/drill-state.js';
import { sha256Hex } from '../system/hash.js';
import { day, EvolveWorld, end, now, outcomes, start } from './evolve.world.js';
import { exitCodeOf } from './report.js';
import { ReviewWorld } from './review/review.world.js';

/*
 * The cases that tell most about a program of this kind, each under the name by which it is known elsewhere. What is
 * behind them is tested more closely beside the code.
 */

function worldOf(...names: readonly string[]): EvolveWorld {
  const world = new EvolveWorld(Object.fromEntries(names.map((name) => [name, {}])));
  for (const name of names) world.fails(name);
  return world;
}

const required = { requireRestoreDrill: true };

test('successful_json_with_error_word_in_field_name_is_not_error', () => {
  expect(isErrorLike('{"success":true,"error_events":0,"note":"no error, nothing failed"}')).toBe(false);
});

test('dry_run_plans_without_writing', async () => {
  const world = worldOf('deploy');
  const before = world.tree();
  expect(Object.keys(before)).toContain('/home/skills/deploy/SKILL.md');
  const { mode, summary } = await world.run();
  expect({ mode, ...summary }).toMatchObject({ mode: 'dry-run', planned: 1, applied: 0 });
  expect(world.tree()).toEqual(before);
});

test('low_risk_update_preserves_existing_and_appends', async () => {
  const world = worldOf('deploy');
  const before = world.text('deploy');
  await world.apply();
  const after = world.text('deploy');
  expect(after.startsWith(before)).toBe(true);
  for (const part of [start, end, 'boom']) expect(after).toContain(part);
});

test('apply_low_risk_updates_with_backup', async () => {
  const world = worldOf('deploy');
  const before = world.text('deploy');
  const { summary } = await world.apply();
  expect(summary.applied).toBe(1);
  expect(world.text(`/home/blobs/${sha256Hex(before)}`)).toBe(before);
  expect(world.entries()).toMatchObject([{ action: 'note', state: 'committed' }]);
});

test('spills_near_limit_evidence_to_reference_file', async () => {
  const world = new EvolveWorld({ near: { body: `${'x'.repeat(89_900)}\n` } });
  world.fails('near', { result: 'Error: only in the reference file' });
  const { candidates } = await world.apply();
  expect(candidates[0]).toMatchObject({ status: 'applied', sizeStrategy: 'reference-spillover' });
  expect([...world.text('near')].length).toBeLessThanOrEqual(100_000);
  expect(world.text('/home/skills/near/references/coppice-auto-near.md')).toContain(
    'only in the reference file',
  );
});

test('skips_when_skill_already_exceeds_hard_cap', async () => {
  const world = new EvolveWorld({ over: { body: `${'x'.repeat(100_100)}\n` } });
  world.fails('over');
  const before = world.text('over');
  expect(outcomes(await world.apply())).toEqual({ over: 'skipped skill-content-hard-cap' });
  expect(world.text('over')).toBe(before);
});

test.each([{ applyLowRisk: true }, { approveAutoApply: true }])(
  'refuses_apply_without_auto_approval, requires_explicit_approval: %j',
  async (flag) => {
    const world = worldOf('deploy');
    const before = world.text('deploy');
    const report = await world.run(flag);
    expect([report.refused, exitCodeOf(report)]).toEqual(['auto-approval-required', 1]);
    expect(world.text('deploy')).toBe(before);
  },
);

test('skips_pinned_even_with_auto_approval', async () => {
  const world = new EvolveWorld({ kept: { extra: 'pinned: true\n' } });
  world.fails('kept');
  const before = world.text('kept');
  expect(outcomes(await world.apply())).toEqual({ kept: 'skipped pinned-skill' });
  expect(world.text('kept')).toBe(before);
});

test('semantic_does_not_select_skills_without_evidence_threshold', async () => {
  const world = new EvolveWorld({ busy: {}, idle: {} });
  world.fails('busy');
  world.fails('idle', { count: 1 });
  const embedder = () =>
    Promise.resolve({
      name: 'fake',
      embed: (texts: readonly string[]) => Promise.resolve(texts.map(() => new Float32Array([1]))),
    });
  const models = { embedder, reranker: () => Promise.reject(new Error('none')), textLimit: 512 };
  const { selection, candidates } = await world.run({ semantic: true }, { models });
  expect(selection).toMatchObject({ mode: 'semantic', eligible: 1 });
  expect(candidates.map(({ skill }) => skill)).toEqual(['home:busy']);
});

test('failing backend: semantic execution is unavailable, and the order by evidence stands', async () => {
  const { selection, summary } = await worldOf('deploy').run({ semantic: true, rerank: true });
  expect(selection).toMatchObject({ mode: 'semantic-unavailable', fallback: 'deterministic-evidence' });
  expect(summary.planned).toBe(1);
});

test('auto_apply_skips_core_by_default_but_applies_non_core', async () => {
  const world = worldOf('core-one', 'deploy');
  const report = await world.apply();
  expect(outcomes(report)).toEqual({
    'core-one': 'skipped core-skill-auto-apply-protected',
    deploy: 'applied',
  });
  expect(report.candidates.find(({ skill }) => skill === 'home:core-one')?.apply).toBeUndefined();
});

test.each([
  ['skips_bundled_manifest_skill_even_if_allowlisted', '.bundled_manifest', 'given:1\n', 'bundled'],
  ['skips_hub_installed_skill', '.hub/lock.json', '{"installed":{"given":{}}}', 'hub'],
])('%s', async (_, path, manifest, source) => {
  const world = worldOf('given');
  world.put(`/home/skills/${path}`, manifest);
  const names = { protectCore: true, coreSkills: [], allow: ['given'], block: [] };
  const { candidates } = await world.apply({ names });
  expect(candidates).toMatchObject([{ source, status: 'skipped', reason: 'source-not-agent-created' }]);
});

test('skips_external_dir_skill', async () => {
  const world = new EvolveWorld();
  world.put('/work/more/outside/SKILL.md', '---\nname: outside\ndescription: Outside.\n---\n\nDo it.\n');
  world.put('/home/config.toml', '[[library.external_dirs]]\npath = "/work/more"\nlabel = "more"\n');
  world.fails('more:outside');
  const { candidates } = await world.apply();
  expect(candidates).toMatchObject([{ source: 'external', reason: 'source-not-agent-created' }]);
});

test('variants_apply_uses_winner_only', async () => {
  const world = worldOf('deploy');
  const { candidates } = await world.apply({ variants: 4 });
  const [candidate] = candidates;
  expect(candidate?.variants?.filter(({ selected }) => selected)).toHaveLength(1);
  expect(candidate?.selectedVariant).toMatchObject({
    index: candidate?.variants?.find(({ selected }) => selected)?.index,
  });
  expect(world.text('deploy').split(start)).toHaveLength(2);
});

test('rejects_hash_mismatch', async () => {
  const world = new ReviewWorld({ deploy: {} });
  world.fails('deploy');
  const { id } = await world.propose('deploy');
  world.put('/home/skills/deploy/SKILL.md', `${world.text('deploy')}By hand.\n`);
  await expect(world.accept(id)).rejects.toMatchObject({ code: 'changed-on-disk' });
  expect(world.text('deploy')).toMatch(/By hand\.\n$/);
});

test('creates_backup_and_rollback_restores', async () => {
  const world = worldOf('deploy');
  const before = world.text('deploy');
  const { candidates } = await world.apply();
  expect(await world.undo(candidates[0]?.apply?.entry)).toMatchObject([{ kind: 'undone' }]);
  expect(world.text('deploy')).toBe(before);
});

test('rollback_refuses_to_clobber_post_apply_changes_without_force', async () => {
  const world = worldOf('deploy');
  const { candidates } = await world.apply();
  world.put('/home/skills/deploy/SKILL.md', `${world.text('deploy')}By hand.\n`);
  const [undone] = await world.undo(candidates[0]?.apply?.entry);
  expect(undone).toMatchObject({ kind: 'failed', error: { code: 'changed-since' } });
  expect(world.text('deploy')).toMatch(/By hand\.\n$/);
});

test('passes for clean manifest, and the live file is untouched', async () => {
  const world = worldOf('deploy');
  await world.apply();
  const live = world.text('deploy');
  world.files.makeFolder('/home/tmp/drill');
  expect(drill(world.deps(), '/home/tmp/drill')).toEqual({ ok: true, entries: 1, problems: [] });
  expect(world.text('deploy')).toBe(live);
});

test('fails when backup corrupted', async () => {
  const world = worldOf('deploy');
  const before = world.text('deploy');
  await world.apply();
  world.put(`/home/blobs/${sha256Hex(before)}`, 'damaged');
  world.files.makeFolder('/home/tmp/drill');
  expect(drill(world.deps(), '/home/tmp/drill')).toMatchObject({
    ok: false,
    problems: [{ path: 'SKILL.md' }],
  });
});

test('gate: an unreadable state blocks when required', async () => {
  const world = worldOf('deploy');
  await world.apply();
  world.put('/home/drill.json', '{half');
  expect(drillGate(world.deps(), world.entries(), () => true)).toBe('unreadable');
  world.fails('deploy', { result: 'Error: news' });
  expect(outcomes(await world.apply(required))).toEqual({ deploy: 'skipped restore-drill-required' });
});

test('gate: blocks the first apply when a prior apply has no drill, and the second of the same pass', async () => {
  const world = worldOf('a', 'b');
  expect(Object.values(outcomes(await world.apply(required))).sort()).toEqual([
    'applied',
    'skipped restore-drill-required',
  ]);
  world.fails('a', { result: 'Error: news' });
  expect(Object.values(outcomes(await world.apply(required)))).not.toContain('applied');
  saveDrillState(world.deps(), { at: now, ok: true, entry: null, upTo: world.entries().at(-1)?.id ?? null });
  expect(Object.values(outcomes(await world.apply(required)))).toContain('applied');
});

test('unsafe relative paths refused: a support file never leaves the skill', async () => {
  const world = new ReviewWorld({ deploy: {} });
  world.fails('deploy');
  const proposal = await world.propose('deploy');
  world.forge(proposal, { path: '/home/../../etc/passwd', support: { path: '../../out.md', text: 'x' } });
  await world.accept(proposal.id).catch(() => undefined);
  expect(world.files.stat('/home/skills/out.md')).toBeUndefined();
  expect(world.files.stat('/home/out.md')).toBeUndefined();
});

test('a proposal is judged by what it would write, not by what it claims: forged counts and kinds change nothing', async () => {
  const world = new ReviewWorld({ deploy: {} });
  world.fails('deploy');
  const proposal = await world.propose('deploy');
  const destructive = `---\nname: deploy\ndescription: Does deploy.\n---\n\nAll gone.\n`;
  world.forge(proposal, {
    content: destructive,
    risk: 'low',
    summary: { ...proposal.summary, toolEvents: 99 },
  });
  const before = world.text('deploy');
  const outcome = await world.accept(proposal.id).then(
    ({ kind }) => kind,
    () => 'refused',
  );
  expect(outcome).not.toBe('accepted');
  expect(world.text('deploy')).toBe(before);
});

test('the store of bytes never trusts a name: what is damaged under it is mended while it is at hand', () => {
  const world = new EvolveWorld();
  const bytes = new TextEncoder().encode('good');
  world.put(`/home/blobs/${sha256Hex(bytes)}`, 'bad');
  storeBlobs(world.deps(), [bytes]);
  expect(world.text(`/home/blobs/${sha256Hex(bytes)}`)).toBe('good');
});

test('only the window counts: what happened before it is no evidence', async () => {
  const world = new EvolveWorld({ deploy: {} });
  world.fails('deploy', { at: now - 8 * day });
  expect((await world.run()).candidates).toEqual([]);
});
