import { expect, test } from 'vitest';
import { acquireLock } from '../system/lock/lock.js';
import { day, EvolveWorld, end, hour, now, outcomes, start } from './evolve.world.js';
import { exitCodeOf } from './rules/report.js';

/** Skills of the home, each of which failed so often. */
function worldOf(failures: Readonly<Record<string, number>>): EvolveWorld {
  const world = new EvolveWorld(Object.fromEntries(Object.keys(failures).map((name) => [name, {}])));
  for (const [name, count] of Object.entries(failures)) world.fails(name, { count });
  return world;
}

const countOf = (text: string, part: string) => text.split(part).length - 1;

test('a dry run plans, shows the difference, and writes nothing at all', async () => {
  const world = worldOf({ deploy: 4 });
  const before = world.tree();
  const report = await world.run();
  expect(report).toMatchObject({
    runId: null,
    mode: 'dry-run',
    at: now,
    window: { days: 7, from: now + 1 - 7 * day, to: now + 1 },
    summary: { planned: 1, applied: 0, skipped: 0, failed: 0 },
    candidates: [
      {
        skill: 'home:deploy',
        source: 'agent',
        status: 'planned',
        reason: null,
        selection: { source: 'savings', score: 4, reasons: ['fixable=0', 'corrections=0', 'unsolved=4'] },
        saves: { fixable: 0, corrections: 0, unsolved: 4, sentence: '4 sessions failed without a known fix' },
        sizeStrategy: 'inline',
        selectedVariant: { index: 0 },
        apply: { applied: false, reason: null, entry: null },
      },
    ],
  });
  expect(report.candidates[0]?.diff).toContain(
    '+- `make` fails with "Traceback: boom" (4 sessions); no fix seen yet.\n',
  );
  expect(exitCodeOf(report)).toBe(0);
  expect(world.tree()).toEqual(before);
});

test.each([{ applyLowRisk: true }, { approveAutoApply: true }])(
  'one write flag alone (%j) is refused and writes nothing',
  async (flag) => {
    const world = worldOf({ deploy: 3 });
    const before = world.tree();
    const report = await world.run(flag);
    expect(outcomes(report)).toEqual({ deploy: 'planned auto-approval-required' });
    expect(exitCodeOf(report)).toBe(1);
    expect(world.tree()).toEqual(before);
  },
);

test('apply appends one block, keeps all that was there, and is one entry of the ledger', async () => {
  const world = worldOf({ deploy: 3 });
  const before = world.text('deploy');
  const report = await world.apply();
  const [candidate] = report.candidates;
  const text = world.text('deploy');
  expect(report).toMatchObject({ runId: '2026-06-15-e1', mode: 'apply-low-risk', summary: { applied: 1 } });
  expect(exitCodeOf(report)).toBe(0);
  expect(text.startsWith(before)).toBe(true);
  expect([countOf(text, start), countOf(text, end), countOf(text, 'boom')]).toEqual([1, 1, 1]);
  expect(candidate?.apply).toMatchObject({
    applied: true,
    verify: {
      passed: true,
      exit_code: 0,
      stages: [{ name: 'builtin-structural' }, { name: 'builtin-validator' }],
    },
  });
  expect(world.entries()).toMatchObject([
    {
      id: candidate?.apply?.entry,
      run: report.runId,
      actor: 'evolver',
      action: 'note',
      state: 'committed',
      notes: [{ id: candidate?.items?.[0]?.id, evidence: candidate?.items?.[0]?.evidence }],
    },
  ]);
});

test('the same evidence writes nothing again, whatever the time; undo gives back every byte', async () => {
  const world = worldOf({ deploy: 3 });
  const before = world.text('deploy');
  const first = await world.apply();
  const written = world.text('deploy');
  world.time += hour;
  const second = await world.apply();
  expect(second.candidates).toMatchObject([
    { status: 'planned', reason: 'unchanged', apply: { applied: false, reason: 'unchanged' } },
  ]);
  expect(world.text('deploy')).toBe(written);
  await world.undo(first.runId);
  expect(world.text('deploy')).toBe(before);
});

test('a note that was undone is not written again until something new happens', async () => {
  const world = worldOf({ deploy: 3 });
  const before = world.text('deploy');
  await world.undo((await world.apply()).runId);
  expect(outcomes(await world.apply())).toEqual({ deploy: 'planned unchanged' });
  expect(world.text('deploy')).toBe(before);
  world.fails('deploy', { result: 'Another fault' });
  expect(outcomes(await world.apply())).toEqual({ deploy: 'applied' });
  expect(world.text('deploy')).toContain('Another fault');
  expect(world.text('deploy')).not.toContain('boom');
});

test('undoing an undo restores the note, and its evidence counts as known', async () => {
  const world = worldOf({ deploy: 3 });
  await world.undo((await world.apply()).runId);
  await world.undo(world.entries().at(-1)?.id);
  const text = world.text('deploy');
  expect(text).toContain('boom');
  expect(outcomes(await world.apply())).toEqual({ deploy: 'planned unchanged' });
  world.fails('deploy', { result: 'Another fault' });
  expect(outcomes(await world.apply())).toEqual({ deploy: 'applied' });
  expect(world.text('deploy')).toContain('boom');
});

test('when the clock was set back between two notes, the later one is still known as ours', async () => {
  const world = worldOf({ deploy: 3 });
  await world.apply();
  world.time -= 30 * 60_000;
  world.fails('deploy', { result: 'Second fault' });
  expect(outcomes(await world.apply())).toEqual({ deploy: 'applied' });
  world.time += hour;
  world.fails('deploy', { result: 'Third fault' });
  expect(outcomes(await world.apply())).toEqual({ deploy: 'applied' });
  expect(world.text('deploy')).toContain('Third fault');
});

test('a skill that was renamed keeps its note as ours', async () => {
  const world = worldOf({ deploy: 3 });
  await world.apply();
  world.put('/home/skills/ship/SKILL.md', world.text('deploy').replace('name: deploy', 'name: ship'));
  for (const path of ['deploy/SKILL.md', 'deploy']) world.files.remove(`/home/skills/${path}`);
  world.usage.rename('home:deploy', 'home:ship');
  world.fails('ship', { result: 'Second fault' });
  expect(outcomes(await world.apply())).toMatchObject({ ship: 'applied' });
  expect(countOf(world.text('ship'), start)).toBe(1);
});

test('of two names of one skill in the evidence, the one it has now is written for', async () => {
  const world = worldOf({ ship: 4 });
  world.fails('deploy', { result: 'Of old' });
  world.usage.put('home:deploy', { createdBy: 'agent' });
  world.usage.rename('home:deploy', 'home:ship');
  expect(outcomes(await world.apply())).toEqual({ ship: 'applied', deploy: 'skipped same-skill' });
});

test('places are for skills that may be written: neither a protected one nor an unchanged one takes any', async () => {
  const world = worldOf({ a: 10, b: 9, c: 8, d: 7, e: 6, f: 5, pinned: 10 });
  world.put('/home/skills/.bundled_manifest', 'a:1\nb:1\nc:1\n');
  world.usage.put('home:pinned', { pinLevel: 'pin' });
  const protectedOnes = {
    pinned: 'skipped pinned-skill',
    a: 'skipped source-not-agent-created',
    b: 'skipped source-not-agent-created',
    c: 'skipped source-not-agent-created',
  };
  expect(outcomes(await world.apply({ maxSkills: 1 }))).toEqual({
    ...protectedOnes,
    d: 'applied',
    e: 'skipped max-skills-reached',
    f: 'skipped max-skills-reached',
  });
  expect(outcomes(await world.apply({ maxSkills: 1 }))).toEqual({
    ...protectedOnes,
    d: 'planned unchanged',
    e: 'applied',
    f: 'skipped max-skills-reached',
  });
});

test('a dry run plans protected skills too, for review, beside as many as may be written', async () => {
  const world = worldOf({ bundled: 10, 'core-a': 9, one: 4, two: 3 });
  world.put('/home/skills/.bundled_manifest', 'bundled:1\n');
  const report = await world.run({ maxSkills: 1 });
  expect(outcomes(report)).toEqual({
    bundled: 'planned source-not-agent-created',
    'core-a': 'planned core-skill-auto-apply-protected',
    one: 'planned',
    two: 'skipped max-skills-reached',
  });
  expect(report.candidates.map(({ source }) => source)).toEqual(['bundled', 'agent', 'agent', 'agent']);
  expect(outcomes(await world.apply({ maxSkills: 1 }))).toMatchObject({
    bundled: 'skipped source-not-agent-created',
    'core-a': 'skipped core-skill-auto-apply-protected',
    one: 'applied',
  });
});

test('there is no hidden limit on how many skills are looked at', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `skill-${String(index).padStart(2, '0')}`);
  const world = worldOf(Object.fromEntries(names.map((name) => [name, 3])));
  expect((await world.run({ maxSkills: 100 })).summary.planned).toBe(30);
  expect((await world.apply({ maxSkills: 100 })).summary.applied).toBe(30);
});

test('only what happened in the window counts, its first and last moments included', async () => {
  const world = new EvolveWorld({ early: {}, first: {}, last: {}, late: {}, single: {} });
  world.fails('early', { at: now - 7 * day });
  world.fails('first', { at: now - 7 * day + 1 });
  world.fails('last', { at: now });
  world.fails('late', { at: now + 1 });
  world.fails('single', { count: 1 });
  expect(outcomes(await world.run())).toEqual({ first: 'planned', last: 'planned' });
  expect(outcomes(await world.run({ minEvidence: 4 }))).toEqual({});
});

test('a skill that is not installed is reported and skipped', async () => {
  const world = worldOf({ deploy: 3 });
  for (const session of ['1', '2', '3', '4'])
    world.happens({ skill: 'gone', isError: true, at: now, session });
  expect((await world.apply()).candidates).toMatchObject([
    { skill: 'gone', source: 'unknown', status: 'skipped', reason: 'skill-not-found' },
    { skill: 'home:deploy', status: 'applied' },
  ]);
});

test('what cannot be planned for one skill has a reason, and the others go on', async () => {
  const world = worldOf({ binary: 3, edited: 3, good: 3, half: 3, large: 3 });
  world.put('/home/skills/edited/SKILL.md', `${world.text('edited')}\n${start}\nby hand\n${end}\n`);
  world.put('/home/skills/half/SKILL.md', `${world.text('half')}\n${start}\n`);
  world.put('/home/skills/large/SKILL.md', `${world.text('large')}${'x'.repeat(100_001)}\n`);
  const bytes = new TextEncoder().encode(`${world.text('binary')}?\n`);
  bytes[bytes.length - 2] = 0xff;
  world.put('/home/skills/binary/SKILL.md', bytes);
  expect(outcomes(await world.apply())).toEqual({
    binary: 'skipped not-text',
    edited: 'skipped managed-block-edited',
    good: 'applied',
    half: 'skipped managed-block-malformed',
    large: 'skipped skill-content-hard-cap',
  });
});

test('stored bytes that are damaged leave it unknown whether a block was edited, so it is left', async () => {
  const world = worldOf({ deploy: 3 });
  await world.apply();
  const written = world.text('deploy');
  const sha256 = world.entries()[0]?.files[0]?.after?.sha256;
  world.put(`/home/blobs/${sha256}`, 'damaged');
  world.fails('deploy', { result: 'Another fault' });
  expect(outcomes(await world.apply())).toEqual({ deploy: 'skipped blob-damaged' });
  expect(world.text('deploy')).toBe(written);
});

test('a skill near the soft limit gets a support file in the same entry, and both are undone together', async () => {
  const world = worldOf({ near: 3 });
  world.put('/home/skills/near/SKILL.md', `${world.text('near')}${'x'.repeat(89_990)}\n`);
  const before = world.tree('/home/skills');
  const report = await world.apply();
  expect(report.candidates).toMatchObject([{ status: 'applied', sizeStrategy: 'reference-spillover' }]);
  const support = '/home/skills/near/references/coppice-auto-near.md';
  expect(world.text(support)).toContain('boom');
  expect(world.entries()).toMatchObject([
    { files: [{ path: 'SKILL.md' }, { path: 'references/coppice-auto-near.md', before: null }] },
  ]);
  world.fails('near', { result: 'Another fault' });
  const second = await world.apply();
  expect(world.text(support)).toContain('Another fault');
  expect(world.files.list('/home/skills/near/references')).toHaveLength(1);
  await world.undo(second.runId);
  expect(world.text(support)).not.toContain('Another fault');
  await world.undo(report.runId);
  expect(world.tree('/home/skills')).toEqual(before);
});

test('a SKILL.md that is a link is left alone, and takes no place from another', async () => {
  const world = worldOf({ linked: 4, deploy: 3 });
  world.put('/outside/SKILL.md', world.text('linked'));
  world.files.remove('/home/skills/linked/SKILL.md');
  world.memory.symlink('/outside/SKILL.md', '/home/skills/linked/SKILL.md');
  expect(outcomes(await world.run({ maxSkills: 1 }))).toEqual({
    linked: 'skipped path-unsafe',
    deploy: 'planned',
  });
  const report = await world.apply({ maxSkills: 1 });
  expect(outcomes(report)).toEqual({ linked: 'skipped path-unsafe', deploy: 'applied' });
  expect(exitCodeOf(report)).toBe(0);
});

test('a skill whose folder is a link is written to where it lies', async () => {
  const world = worldOf({ linked: 3 });
  world.files.makeFolder('/outside');
  world.files.rename('/home/skills/linked', '/outside/linked');
  world.memory.symlink('/outside/linked', '/home/skills/linked');
  expect(outcomes(await world.apply())).toEqual({ linked: 'applied' });
  expect(world.text('/outside/linked/SKILL.md')).toContain(start);
});

test('a support file is never written through a link', async () => {
  const world = worldOf({ near: 3 });
  world.put('/home/skills/near/SKILL.md', `${world.text('near')}${'x'.repeat(89_990)}\n`);
  world.put('/outside/kept.md', 'kept\n');
  world.memory.symlink('/outside', '/home/skills/near/references');
  const before = world.text('near');
  const report = await world.apply();
  expect(outcomes(report)).toEqual({ near: 'failed path-unsafe' });
  expect(exitCodeOf(report)).toBe(1);
  expect(world.tree('/outside')).toEqual({ '/outside/kept.md': 'kept\n' });
  expect(world.text('near')).toBe(before);
});

test('variants are compared as asked; one variant is the plain run', async () => {
  const textOf = async (options: { readonly variants?: number }) => {
    const world = worldOf({ deploy: 3 });
    const { candidates } = await world.apply(options);
    return { text: world.text('deploy'), variants: candidates[0]?.variants ?? [] };
  };
  const [none, one, four] = [await textOf({}), await textOf({ variants: 1 }), await textOf({ variants: 4 })];
  expect(one).toEqual(none);
  expect(four).toEqual(await textOf({ variants: 4 }));
  expect(four.variants.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  expect(four.variants.filter(({ selected }) => selected)).toHaveLength(1);
});

test('a model may order the candidates, and where there is none the report says so', async () => {
  const world = worldOf({ deploy: 3, pdf: 4 });
  const embedder = async () => ({
    name: 'stub',
    embed: async ([text = '']: readonly string[]) => [
      Float32Array.of(1, text.startsWith('pdf') ? 9 : text.startsWith('deploy') ? 0.1 : 0),
    ],
  });
  const reranker = () => Promise.reject(new Error('none'));
  const ordered = await world.run({ semantic: true }, { models: { embedder, reranker, textLimit: 512 } });
  expect(ordered.candidates.map(({ skill }) => skill)).toEqual(['home:deploy', 'home:pdf']);
  const fallen = await world.run({ semantic: true });
  expect(fallen.candidates.map(({ skill }) => skill)).toEqual(['home:pdf', 'home:deploy']);
  expect(fallen.selection).toMatchObject({ fallback: 'deterministic-evidence', error: 'no embedding model' });
});

test('an apply waits for one that is running, and then looks at what that one left', async () => {
  const world = worldOf({ deploy: 3 });
  world.files.makeFolder('/home/locks');
  const lock = await acquireLock(world.files, '/home/locks/evolver', { timeoutMs: 0 });
  const waiting = world.apply();
  const text = `${world.text('deploy')}Edited while it waited.\n`;
  world.put('/home/skills/deploy/SKILL.md', text);
  lock.release();
  expect(outcomes(await waiting)).toEqual({ deploy: 'applied' });
  expect(world.text('deploy').startsWith(text)).toBe(true);
});

test('an apply does nothing where a newer version wrote the records of use', async () => {
  const world = worldOf({ deploy: 3 });
  world.put('/home/usage.json', '{"version": 99}\n');
  const before = world.text('deploy');
  await expect(world.apply()).rejects.toMatchObject({ code: 'newer-format' });
  expect(world.text('deploy')).toBe(before);
});

test('with a drill required, the first note may be written and the next only after a drill', async () => {
  const world = worldOf({ a: 4, b: 3 });
  const required = { requireRestoreDrill: true };
  expect(outcomes(await world.apply(required))).toEqual({
    a: 'applied',
    b: 'skipped restore-drill-required',
  });
  expect(outcomes(await world.apply(required))).toEqual({
    a: 'planned unchanged',
    b: 'skipped restore-drill-required',
  });
  const upTo = world.entries().at(-1)?.id;
  const drilled = (state: object) => world.put('/home/drill.json', JSON.stringify({ at: now, ...state }));
  drilled({ ok: false, entry: null, upTo });
  expect(outcomes(await world.apply(required))).toMatchObject({ b: 'skipped restore-drill-required' });
  drilled({ ok: true, entry: null, upTo });
  expect(outcomes(await world.apply(required))).toMatchObject({ b: 'applied' });
});

test('an unreadable drill state stops further notes, and the report still contains the first', async () => {
  const world = worldOf({ a: 4, b: 3 });
  world.files.makeFolder('/home/drill.json');
  const report = await world.apply({ requireRestoreDrill: true });
  expect(outcomes(report)).toEqual({ a: 'applied', b: 'skipped restore-drill-required' });
  expect(exitCodeOf(report)).toBe(0);
});

test('a note that was interrupted is settled before anything is planned', async () => {
  const world = worldOf({ deploy: 3 });
  const before = world.text('deploy');
  await world.apply();
  const [prepared = ''] = world.text('/home/ledger.jsonl').trim().split('\n');
  world.put('/home/ledger.jsonl', `${prepared}\n`);
  const recovered: string[] = [];
  const report = await world.apply({}, { onRecovered: ({ state }) => recovered.push(state) });
  expect(recovered).toEqual(['rolled-back']);
  expect(outcomes(report)).toEqual({ deploy: 'applied' });
  expect(world.text('deploy').startsWith(before)).toBe(true);
  expect(countOf(world.text('deploy'), start)).toBe(1);
});
