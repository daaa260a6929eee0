import { expect, test } from 'vitest';
import { EnsureWorld } from '../../src/client/ensure/ensure.world.js';

const slugs = (items: readonly { readonly slug: string }[]) => items.map(({ slug }) => slug);

async function worldWith(...items: readonly string[]) {
  const world = EnsureWorld.inMemory();
  for (const item of items) {
    const [, kind = 'skill', slug = ''] = /^(?:(agent|command):)?(.+)$/.exec(item) ?? [];
    await world.remote.put(`${slug}@1.0.0`, { kind: kind as 'skill' });
  }
  world.manifest(items);
  return world;
}

test("what is somebody's own is never replaced, and is reported", async () => {
  const world = await worldWith('folder', 'file', 'link', 'dangling', 'agent:own', 'free');
  const at = (name: string) => `${world.project}/.claude/${name}`;
  world.put('own/SKILL.md', 'mine\n');
  world.put('.claude/skills/folder/SKILL.md', 'mine\n');
  world.put('.claude/skills/file', 'mine\n');
  world.put('.claude/agents/own.md', 'mine\n');
  world.links.make(at('skills/link'), '../../own');
  world.links.make(at('skills/dangling'), '/nowhere');
  world.links.make(at('skills/stranger'), '../../own');
  const before = world.tree();
  const result = await world.ensure();
  expect([result.ok, slugs(result.installed)]).toEqual([true, ['free']]);
  expect(result.skipped.map(({ slug, reason }) => `${slug}: ${reason}`)).toEqual([
    'own: .claude/agents/own.md was not made by Coppice, and is kept',
    'dangling: .claude/skills/dangling was not made by Coppice, and is kept',
    'file: .claude/skills/file was not made by Coppice, and is kept',
    'folder: .claude/skills/folder was not made by Coppice, and is kept',
    'link: .claude/skills/link was not made by Coppice, and is kept',
  ]);
  expect(world.tree()).toMatchObject(before);
  expect(await world.ensure()).toMatchObject({ ok: true, lockChanged: false, skipped: result.skipped });
  expect(await world.ensure({ strict: true })).toMatchObject({ ok: false });
  expect(world.verify()).toMatchObject({ ok: true, checked: 6, problems: [], skipped: result.skipped });
  world.manifest([]);
  expect(slugs((await world.ensure()).removed)).toEqual(['free']);
  expect(world.tree()).toMatchObject({ ...before, 'coppice.toml': expect.anything() });
});

test('a folder that leads out of the project is left alone', async () => {
  for (const [folder, reason] of [
    ['.claude', '.claude is a link that leads out of the project'],
    ['.claude/skills', '.claude/skills is a link that leads out of the project'],
  ] as const) {
    const world = await worldWith('pdf');
    world.files.makeFolder('/elsewhere/skills');
    world.files.makeFolder(`${world.project}/${folder}/..`.replace(/\/[^/]+\/\.\.$/, ''));
    world.links.make(`${world.project}/${folder}`, '/elsewhere');
    expect(await world.ensure()).toMatchObject({
      ok: true,
      installed: [],
      skipped: [{ slug: 'pdf', reason }],
    });
    expect(await world.ensure({ copy: true })).toMatchObject({ installed: [], skipped: [{ slug: 'pdf' }] });
    expect([world.files.list('/elsewhere'), world.files.list('/elsewhere/skills')]).toEqual([
      [{ name: 'skills', kind: 'folder' }],
      [],
    ]);
  }
});

test('what is in the way of a folder is left alone', async () => {
  const world = await worldWith('pdf');
  world.put('.claude', 'a file\n');
  expect((await world.ensure()).skipped).toMatchObject([{ slug: 'pdf', reason: '.claude is not a folder' }]);
  world.takeAway('.claude');
  world.links.make(`${world.project}/.claude`, 'nowhere');
  expect((await world.ensure()).skipped).toMatchObject([{ slug: 'pdf', reason: '.claude is a broken link' }]);
});

test('two agents that share a folder share what is in it', async () => {
  const world = await worldWith('pdf');
  world.files.makeFolder(`${world.project}/.agents/skills`);
  world.files.makeFolder(`${world.project}/.claude`);
  world.links.make(`${world.project}/.claude/skills`, '../.agents/skills');
  for (const agents of [['claude', 'agents'], ['claude'], ['agents']]) {
    world.manifest(['pdf'], agents);
    await world.ensure();
    expect(Object.keys(world.tree())).toEqual([
      '.agents/skills/pdf',
      '.claude/skills',
      'coppice.lock',
      'coppice.toml',
    ]);
    expect(await world.ensure()).toMatchObject({ installed: [], removed: [], unchanged: [{ slug: 'pdf' }] });
  }
  world.manifest([], ['claude']);
  expect((await world.ensure()).removed).toEqual([{ kind: 'skill', slug: 'pdf' }]);
});

test('a link that was taken away or leads to an older package is put right', async () => {
  const world = await worldWith('pdf');
  await world.ensure();
  const before = world.tree();
  world.takeAway('.claude/skills/pdf');
  expect(slugs((await world.ensure()).installed)).toEqual(['pdf']);
  world.takeAway('.claude/skills/pdf');
  world.links.make(`${world.project}/.claude/skills/pdf`, `${world.home}/store/${'0'.repeat(64)}`);
  expect(slugs((await world.ensure()).installed)).toEqual(['pdf']);
  expect(world.tree()).toEqual(before);
});

test('copies have the same files, and can be written to', async () => {
  const world = await worldWith('pdf', 'agent:own');
  await world.remote.put('deep@1.0.0', { files: { 'a/b/c.md': 'c\n' } });
  world.manifest(['pdf', 'agent:own', 'deep']);
  await world.ensure();
  const linked = world.seen();
  const result = await world.ensure({ copy: true });
  expect([slugs(result.installed), result.lockChanged]).toEqual([['own', 'deep', 'pdf'], false]);
  expect([world.seen(), world.tree('.claude')]).toEqual([linked, linked]);
  expect(world.files.stat(`${world.project}/.claude/skills/deep/a/b/c.md`)?.mode).toBe(0o644);
  expect(await world.ensure({ copy: true })).toMatchObject({ installed: [], removed: [] });
  expect(world.verify()).toMatchObject({ ok: true, checked: 3 });
  await world.ensure({ copy: false });
  expect(Object.values(world.tree('.claude')).every((text) => text.startsWith('-> '))).toBe(true);
  expect(await world.ensure()).toMatchObject({ installed: [], removed: [] });
});

test('where nothing is said of copies, a project that has some keeps them, and gets more of them', async () => {
  const world = await worldWith('pdf', 'more', 'agent:own');
  world.manifest(['pdf']);
  await world.ensure({ copy: true });
  await world.remote.put('pdf@1.1.0', { body: 'newer\n' });
  world.manifest(['pdf', 'more', 'agent:own']);
  expect(slugs((await world.ensure({ moving: 'everything' })).installed)).toEqual(['own', 'more', 'pdf']);
  expect(world.tree('.claude')).toEqual(world.seen());
  world.manifest(['more']);
  await world.ensure();
  expect(Object.keys(world.tree('.claude'))).toEqual(['.claude/skills/more/SKILL.md']);
});

test('a copy follows its item, and leaves with it', async () => {
  const world = await worldWith('pdf', 'agent:own');
  await world.ensure({ copy: true });
  await world.remote.put('pdf@1.1.0', { body: 'newer\n' });
  await world.remote.put('own@1.1.0', { kind: 'agent', body: 'newer\n' });
  expect(slugs((await world.ensure({ copy: true, moving: 'everything' })).installed)).toEqual(['own', 'pdf']);
  expect(Object.values(world.seen()).every((text) => text.includes('newer'))).toBe(true);
  world.manifest([]);
  expect(slugs((await world.ensure({ copy: true })).removed)).toEqual(['pdf', 'own']);
  expect(world.tree('.claude')).toEqual({});
});

test('a copy that was changed is kept and reported, also when its item leaves', async () => {
  const world = await worldWith('pdf', 'agent:own');
  await world.ensure({ copy: true });
  world.put('.claude/skills/pdf/notes.md', 'mine\n');
  world.put('.claude/agents/own.md', 'mine\n');
  const skipped = [
    { slug: 'own', reason: '.claude/agents/own.md was changed here, and is kept' },
    { slug: 'pdf', reason: '.claude/skills/pdf was changed here, and is kept' },
  ];
  const before = world.tree('.claude');
  for (const copy of [true, false]) {
    expect(await world.ensure({ copy })).toMatchObject({ ok: true, installed: [], skipped });
    expect(world.verify()).toMatchObject({ ok: false, problems: skipped });
  }
  world.manifest([]);
  expect(await world.ensure({ copy: true })).toMatchObject({
    removed: [],
    skipped: [
      { slug: 'pdf', reason: '.claude/skills/pdf was changed here, and is kept' },
      { slug: 'own', reason: '.claude/agents/own.md was changed here, and is kept' },
    ],
  });
  expect(world.tree('.claude')).toEqual(before);
  expect(await world.ensure({ copy: true })).toMatchObject({ removed: [], skipped: [] });
});

/** The same project at another place, with the files that were committed. */
function cloned(world: EnsureWorld): EnsureWorld {
  const other = EnsureWorld.inMemory(world.remote);
  for (const [path, text] of Object.entries(world.tree())) other.put(path, text);
  return other;
}

test('copies that came with the project are as good as ours, and follow their items', async () => {
  const world = await worldWith('pdf', 'agent:own');
  await world.ensure({ copy: true });
  const other = cloned(world);
  expect(await other.ensure({ copy: true })).toMatchObject({
    installed: [],
    skipped: [],
    unchanged: [{}, {}],
  });
  await world.remote.put('pdf@1.1.0', { body: 'newer\n' });
  expect(slugs((await other.ensure({ moving: 'everything' })).installed)).toEqual(['pdf']);
  expect(other.text('.claude/skills/pdf/SKILL.md')).toContain('newer');
  // And back again, over a copy that was known by other bytes.
  for (const [path, text] of Object.entries(other.tree())) world.put(path, text);
  expect(world.verify().problems).toEqual([
    { kind: 'skill', slug: 'pdf', reason: 'it is missing from the store' },
  ]);
  expect(await world.ensure({ copy: true })).toMatchObject({
    installed: [],
    skipped: [],
    unchanged: [{}, {}],
  });
  world.manifest([]);
  await world.ensure({ copy: true });
  expect(world.tree('.claude')).toEqual({});
});

test("where links are made, somebody's folder with the very bytes is in place, and stays when its item leaves", async () => {
  const world = await worldWith('pdf');
  await world.ensure({ copy: true });
  const other = cloned(world);
  const before = other.tree('.claude');
  expect(await other.ensure()).toMatchObject({ installed: [], skipped: [], unchanged: [{ slug: 'pdf' }] });
  await world.remote.put('pdf@1.1.0', { body: 'newer\n' });
  expect(slugs((await other.ensure({ moving: 'everything' })).skipped)).toEqual(['pdf']);
  other.manifest([]);
  expect((await other.ensure()).removed).toEqual([]);
  expect(other.tree('.claude')).toEqual(before);
});

test('a link into the store of another home is ours, and is put right', async () => {
  const world = await worldWith('pdf', 'agent:own', 'old');
  await world.ensure();
  const before = world.seen();
  const moved = new EnsureWorld({ disk: world.disk, home: '/moved', remote: world.remote });
  moved.manifest(['pdf', 'agent:own']);
  expect(moved.verify().ok).toBe(false);
  expect(await moved.ensure()).toMatchObject({ skipped: [], removed: [{ slug: 'old' }] });
  expect(moved.verify().ok).toBe(true);
  expect(Object.values(moved.tree('.claude')).every((text) => text.startsWith('-> ~/store/'))).toBe(true);
  const { '.claude/skills/old/SKILL.md': _, ...kept } = before;
  expect(moved.seen()).toEqual(kept);
});

test('what leaves the folders of one agent for those of another was not removed', async () => {
  const world = await worldWith('pdf', 'old');
  world.manifest(['pdf', 'old'], ['claude', 'agents', 'codex']);
  await world.ensure();
  world.manifest(['pdf'], ['gemini']);
  expect(await world.ensure()).toMatchObject({
    installed: [{ slug: 'pdf' }],
    removed: [{ kind: 'skill', slug: 'old' }],
  });
});

test('where links cannot be made, the error says what to do', async () => {
  const world = await worldWith('pdf');
  const disk = {
    ...world.disk,
    symlink: () => {
      throw Object.assign(new Error('no'), { code: 'EPERM' });
    },
  };
  const bare = new EnsureWorld({ disk, remote: world.remote });
  expect(await bare.refusal()).toMatchObject({ hint: 'give --copy, and files are copied instead' });
  expect(bare.text('coppice.lock')).toBe(undefined);
  expect(slugs((await bare.ensure({ copy: true })).installed)).toEqual(['pdf']);
});
