import { expect, test } from 'vitest';
import { ensureProject } from '../../src/client/ensure/ensure.js';
import { EnsureWorld } from '../../src/client/ensure/ensure.world.js';
import { offline } from '../../src/client/remote/memory-remote.fixture.js';

const slugs = (items: readonly { readonly slug: string }[]) => items.map(({ slug }) => slug);

async function worldWithApp() {
  const world = EnsureWorld.inMemory();
  await world.remote.put('leaf@1.0.0');
  await world.remote.put('lib@1.0.0', { requires: ['leaf'] });
  await world.remote.put('app@1.0.0', { requires: ['lib@^1'], files: { 'references/a.md': 'a\n' } });
  world.manifest(['app']);
  return world;
}

test('the items of the manifest are installed with all that they require, the deepest first', async () => {
  const world = await worldWithApp();
  const result = await world.ensure();
  expect(result).toEqual({
    ok: true,
    repaired: [],
    installed: ['leaf', 'lib', 'app'].map((slug) => ({ kind: 'skill', slug, version: '1.0.0' })),
    unchanged: [],
    removed: [],
    moved: [],
    skipped: [],
    failed: [],
    lockChanged: true,
  });
  expect(world.text('.claude/skills/app/references/a.md')).toBe('a\n');
  expect(Object.keys(world.seen())).toEqual([
    '.claude/skills/app/SKILL.md',
    '.claude/skills/app/references/a.md',
    '.claude/skills/leaf/SKILL.md',
    '.claude/skills/lib/SKILL.md',
  ]);
  expect(world.text('coppice.lock')).toContain('[skill.leaf]');
});

test('a second run makes no requests and writes nothing', async () => {
  const world = await worldWithApp();
  await world.ensure();
  world.remote.calls.length = 0;
  const before = world.tree();
  // The registry is offline, and no disk operation may change anything.
  world.remote.faults = { refusal: offline };
  const disk = { ...world.disk };
  for (const name of ['write', 'rename', 'link', 'unlink', 'mkdir', 'rmdir', 'fchmod', 'symlink'] as const)
    Object.assign(disk, { [name]: () => expect.unreachable(name) });
  const result = await new EnsureWorld({ disk, remote: world.remote }).ensure();
  expect(result.ok && !result.lockChanged && slugs(result.unchanged)).toEqual(['leaf', 'lib', 'app']);
  expect([world.remote.calls, world.tree()]).toEqual([[], before]);
});

test('the lock keeps its versions until an update is requested, even if newer ones are published', async () => {
  const world = await worldWithApp();
  await world.ensure();
  await world.remote.put('leaf@1.1.0', { body: 'newer\n' });
  await world.remote.put('lib@1.1.0', { requires: ['leaf'], body: 'newer\n' });
  expect((await world.ensure()).lockChanged).toBe(false);
  const one = await world.ensure({ moving: { kind: 'skill', slug: 'lib' } });
  expect(one.installed).toEqual([{ kind: 'skill', slug: 'lib', version: '1.1.0' }]);
  const all = await world.ensure({ moving: 'everything' });
  expect(all.installed).toEqual([{ kind: 'skill', slug: 'leaf', version: '1.1.0' }]);
  expect(world.verify()).toEqual({ ok: true, checked: 3, problems: [], lockFaults: [], skipped: [] });
});

test('new items of the manifest are resolved without updating the others', async () => {
  const world = await worldWithApp();
  await world.ensure();
  await world.remote.put('leaf@1.1.0', { body: 'newer\n' });
  await world.remote.put('more@1.0.0', { requires: ['leaf'] });
  world.manifest(['app', 'more']);
  const result = await world.ensure();
  expect([slugs(result.installed), slugs(result.unchanged)]).toEqual([['more'], ['leaf', 'lib', 'app']]);
});

test('items removed from the manifest are unlinked without a request', async () => {
  const world = await worldWithApp();
  await world.remote.put('other@1.0.0', { requires: ['leaf'] });
  world.manifest(['app', 'other']);
  await world.ensure();
  world.manifest(['other']);
  world.remote.faults = { refusal: offline };
  const result = await world.ensure();
  expect([slugs(result.removed), result.lockChanged, result.ok]).toEqual([['app', 'lib'], true, true]);
  expect(Object.keys(world.tree('.claude'))).toEqual(['.claude/skills/leaf', '.claude/skills/other']);
  expect(world.text('coppice.lock')).not.toContain('skill.lib');
});

test('an item that is not published yet is skipped with a warning, and asked for again by an update only', async () => {
  const world = await worldWithApp();
  world.manifest(['app', 'ghost@^2']);
  const reason = 'no version that fits ^2 is published yet; coppice update looks for one';
  const skipped = [{ kind: 'skill', slug: 'ghost', reason }];
  expect(await world.ensure()).toMatchObject({ ok: true, skipped, lockChanged: true });
  expect(world.warnings).toEqual([`skipping skill \`ghost\`: ${reason}`]);
  world.remote.calls.length = 0;
  expect(await world.ensure()).toMatchObject({ ok: true, skipped, lockChanged: false });
  expect(await world.ensure({ strict: true })).toMatchObject({ ok: false, skipped, lockChanged: false });
  expect(await world.ensure({ frozen: true })).toMatchObject({ ok: true, skipped });
  expect(world.verify()).toMatchObject({ ok: true });
  expect(world.remote.calls).toEqual([]);
  await world.remote.put('ghost@2.0.0');
  expect(await world.ensure({ moving: { kind: 'skill', slug: 'ghost' } })).toMatchObject({
    ok: true,
    skipped: [],
    lockChanged: true,
  });
  expect(world.text('.claude/skills/ghost/SKILL.md')).toContain('How ghost is done.');
});

test('what was published and is archived is no forward reference: it fails with the reason, and the rest is linked', async () => {
  const world = await worldWithApp();
  world.remote.archive('leaf', 'replaced by branch');
  const result = await world.ensure();
  expect(result).toMatchObject({ ok: false, lockChanged: false });
  expect(result.failed).toMatchObject([
    {
      slug: 'leaf',
      code: 'conflict',
      reason: expect.stringContaining('archived by ada on 2026-01-01: replaced by branch'),
    },
  ]);
  expect(slugs(result.installed)).toContain('app');
});

test('what is installed and does not resolve any more stays, and frozen and verify say so', async () => {
  const world = await worldWithApp();
  await world.ensure();
  const before = world.tree();
  world.manifest(['app@^9']);
  expect(await world.refusal()).toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(
      /^skill `app` cannot be installed: no published version fits \^9.*stays installed$/,
    ),
  });
  expect(await world.refusal({ frozen: true })).toMatchObject({ code: 'conflict' });
  expect(world.verify()).toMatchObject({
    ok: false,
    lockFaults: ['skill `app` is locked at 1.0.0, but the manifest requires ^9'],
  });
  expect({ ...world.tree(), 'coppice.toml': '' }).toEqual({ ...before, 'coppice.toml': '' });
});

test('a registry cannot invent a requirement, nor leave one out', async () => {
  for (const invented of [['evil'], []]) {
    const world = await worldWithApp();
    await world.remote.put('evil@1.0.0');
    world.remote.faults = { invented: { app: invented } };
    expect(await world.refusal()).toMatchObject({
      code: 'bad-answer',
      message: expect.stringMatching(/says that skill `app` requires .*, but its SKILL.md requires lib/),
    });
    expect(Object.keys(world.tree())).toEqual(['coppice.toml']);
  }
});

test('a requirement is not invented either for a package that is in the store already', async () => {
  const world = await worldWithApp();
  await world.ensure();
  await world.remote.put('evil@1.0.0');
  world.takeAway('coppice.lock');
  const before = world.tree();
  world.remote.faults = { invented: { leaf: ['evil'] } };
  expect(await world.refusal()).toMatchObject({ code: 'bad-answer' });
  expect(world.tree()).toEqual(before);
});

test('agents and commands are installed where their agent reads them, and skills for every agent', async () => {
  const world = EnsureWorld.inMemory();
  await world.remote.put('pdf@1.0.0');
  await world.remote.put('reviewer@1.0.0', { kind: 'agent', requires: ['pdf'] });
  await world.remote.put('notes@1.0.0', { kind: 'command' });
  world.manifest(['agent:reviewer', 'command:notes'], ['claude', 'agents', 'hermes']);
  const result = await world.ensure();
  expect([slugs(result.installed), result.skipped]).toEqual([['pdf', 'reviewer', 'notes'], []]);
  expect(Object.keys(world.seen(''))).toEqual([
    '.agents/skills/pdf/SKILL.md',
    '.claude/agents/reviewer.md',
    '.claude/commands/notes.md',
    '.claude/skills/pdf/SKILL.md',
    '.hermes/skills/pdf/SKILL.md',
    'coppice.lock',
    'coppice.toml',
  ]);
  world.manifest(['agent:reviewer'], ['agents', 'codex']);
  expect(await world.ensure()).toMatchObject({
    ok: true,
    skipped: [
      {
        kind: 'agent',
        slug: 'reviewer',
        reason:
          'The shared folder .agents contains only skills; Codex does not read agents from Markdown files',
      },
    ],
  });
  expect(Object.keys(world.tree())).toEqual([
    '.agents/skills/pdf',
    '.codex/skills/pdf',
    'coppice.lock',
    'coppice.toml',
  ]);
});

test('each agent that does not read an item is reported once, and the others get the item', async () => {
  const world = EnsureWorld.inMemory();
  await world.remote.put('notes@1.0.0', { kind: 'command' });
  world.manifest(['command:notes'], ['claude', 'agents', 'codex', 'gemini', 'opencode']);
  expect(await world.ensure({ strict: true })).toMatchObject({ ok: true, skipped: [] });
  expect(world.warnings).toEqual([
    'Codex does not read commands from Markdown files: notes was not installed for it',
    'Gemini CLI does not read commands from Markdown files: notes was not installed for it',
  ]);
  expect(Object.keys(world.seen(''))).toEqual([
    '.claude/commands/notes.md',
    '.opencode/commands/notes.md',
    'coppice.lock',
    'coppice.toml',
  ]);
  expect(world.verify().ok).toBe(true);
});

test('a dry run reports what would be done, and changes nothing', async () => {
  const world = await worldWithApp();
  const before = world.tree();
  const reported = await world.ensure({ dryRun: true });
  expect([world.tree(), world.files.list(world.home)]).toEqual([before, undefined]);
  expect(await world.ensure()).toEqual(reported);
});

test('an empty manifest gives an empty lock', async () => {
  const world = EnsureWorld.inMemory();
  world.manifest([]);
  expect(await world.ensure()).toMatchObject({ ok: true, installed: [], lockChanged: true });
  expect(await world.ensure({ frozen: true })).toMatchObject({ ok: true, lockChanged: false });
  expect(world.remote.calls).toEqual([]);
});

test('items that require each other are installed', async () => {
  const world = EnsureWorld.inMemory();
  await world.remote.put('hen@1.0.0', { requires: ['egg'] });
  await world.remote.put('egg@1.0.0', { requires: ['hen'] });
  world.manifest(['hen']);
  expect(slugs((await world.ensure()).installed)).toEqual(['egg', 'hen']);
  expect((await world.ensure({ frozen: true })).ok).toBe(true);
});

test('progress is reported for what is fetched', async () => {
  const world = await worldWithApp();
  const reported: string[] = [];
  const onProgress = ({ done, total }: { readonly done: number; readonly total: number }) =>
    reported.push(`${done}/${total}`);
  await ensureProject({ ...world.deps(), onProgress }, { project: world.project });
  expect(reported).toEqual(['0/3', '1/3', '2/3', '3/3']);
});

test('unfinished lock files of a killed ensure are removed, and nothing else', async () => {
  const world = await worldWithApp();
  await world.ensure();
  const lock = world.text('coppice.lock') ?? '';
  const left = { '.coppice-1a.tmp': lock, '.coppice-2b.tmp': lock.slice(0, 5), '.coppice-3c.tmp': '' };
  const others = {
    '.coppice-4d.tmp': '[registry]\nurl = "https://e.org"\n',
    '.coppice-Mine.tmp': lock,
    '.coppice-1a.tmp.md': lock,
    'notes/.coppice-1a.tmp': lock,
  };
  for (const [path, text] of Object.entries({ ...left, ...others })) world.put(path, text);
  // An empty file may still be being written. The in-memory disk advances its own clock with each change.
  const remaining = () => Object.keys(left).filter((path) => world.text(path) !== undefined);
  await world.ensure();
  expect(remaining()).toEqual(Object.keys(left));
  await world.ensure({ copy: true });
  expect(remaining()).toEqual(['.coppice-3c.tmp']);
  expect(world.tree()).toMatchObject(others);
});

test('version changes are reported, also by a dry run', async () => {
  const world = await worldWithApp();
  await world.ensure();
  await world.remote.put('app@1.1.0');
  const moved = [{ kind: 'skill', slug: 'app', from: '1.0.0', to: '1.1.0' }];
  expect(await world.ensure({ moving: 'everything', dryRun: true })).toMatchObject({ moved });
  expect(await world.ensure({ moving: 'everything' })).toMatchObject({ moved });
  expect(await world.ensure()).toMatchObject({ moved: [] });
});
