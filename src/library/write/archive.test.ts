import { expect, test } from 'vitest';

import { CoppiceError } from '../../text/errors.js';
import { UsageStore } from '../../usage/store.js';
import { archiveSkill, archiveSkills } from './archive.js';
import { archivedSkills, findArchived } from './archive-find.js';
import { restoreSkill } from './archive-restore.js';
import { now, skillText, World } from './write.world.js';

const user = { actor: 'user' } as const;

function worldOf(more: Readonly<Record<string, string>> = {}): World {
  const world = new World({ 'docs/pdf/SKILL.md': skillText('pdf'), ...more });
  world.put('docs/pdf/scripts/run.sh', 'echo\n', 0o755);
  return world;
}

async function archive(world: World, folder: string, name?: string): Promise<void> {
  await archiveSkill(world.deps, { target: world.target(folder, name) }, user);
}

function find(world: World, wanted: string) {
  return findArchived(archivedSkills(world.deps, [world.root]), wanted);
}

async function restore(world: World, wanted: string, as?: string) {
  const [found] = find(world, wanted);
  if (found === undefined) throw new Error(`${wanted} is not in the archive`);
  return await restoreSkill(world.deps, found, { ...user, as });
}

function usageOf(world: World): UsageStore {
  return new UsageStore({ path: '/home/usage.json', files: world.files, clock: world.deps.clock });
}

test('an archive that cannot be read hides no other, and is reported', async () => {
  const world = worldOf();
  await archive(world, 'docs/pdf');
  world.files.makeFolder('/other');
  world.files.write('/other/.archive', new Uint8Array());
  const reported: string[] = [];
  const roots = [{ label: 'other', path: '/other' }, world.root];
  const found = archivedSkills(world.deps, roots, ({ code, path }) => reported.push(`${code} ${path}`));
  expect(found.map(({ target }) => target.id)).toEqual(['home:pdf']);
  expect(reported).toEqual(['unreadable /other/.archive']);
});

test('an archived skill is in the archive of its root, whole, and the ledger knows where it was', async () => {
  const world = worldOf();
  const written = await archiveSkill(
    world.deps,
    { target: world.target('docs/pdf'), reason: 'idle' },
    { actor: 'curator', run: 'run-1' },
  );
  expect(written).toMatchObject({ id: 'home:pdf', path: '/skills/.archive/pdf/SKILL.md', entry: 'e1' });
  expect(world.fileTree()).toEqual({
    '.archive/pdf/SKILL.md': `644 ${skillText('pdf')}`,
    '.archive/pdf/scripts/run.sh': '755 echo\n',
  });
  expect(world.entries()).toMatchObject([
    {
      actor: 'curator',
      action: 'archive',
      manifest: {
        id: 'home:pdf',
        originalPath: 'docs/pdf',
        category: 'docs',
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        reason: 'idle',
        run: 'run-1',
      },
    },
  ]);
  expect(usageOf(world).get('home:pdf')).toMatchObject({
    state: 'archived',
    archivedAt: now,
    lastActivityAt: 0,
  });
});

test('restore brings the same bytes and modes back to the same path, and does not count as activity', async () => {
  const world = worldOf();
  const before = world.tree();
  await archive(world, 'docs/pdf');
  expect(await restore(world, 'pdf')).toMatchObject({ id: 'home:pdf', path: '/skills/docs/pdf/SKILL.md' });
  expect(world.tree()).toEqual({ '.archive': 'folder', ...before });
  expect(usageOf(world).get('home:pdf')).toMatchObject({
    state: 'active',
    restoredAt: now,
    lastActivityAt: 0,
  });
});

test('a category folder that is gone is made again', async () => {
  const world = worldOf();
  await archive(world, 'docs/pdf');
  world.files.remove('/skills/docs');
  await restore(world, 'pdf');
  expect(world.text('docs/pdf/SKILL.md')).toBe(skillText('pdf'));
});

test.for(['home:named', 'named', 'folder'])('a skill is found in the archive by %s', async (wanted) => {
  const world = new World({
    'folder/SKILL.md': skillText('named'),
    'folder-two/SKILL.md': skillText('named-two'),
  });
  await archive(world, 'folder', 'named');
  await archive(world, 'folder-two', 'named-two');
  expect(find(world, wanted).map(({ target }) => target.id)).toEqual(['home:named']);
});

test('a second skill of the same folder name gets the entry as a suffix, and the newest comes first', async () => {
  const world = new World({
    'one/pdf/SKILL.md': skillText('pdf', 'one\n'),
    'two/pdf/SKILL.md': skillText('pdf', 'two\n'),
  });
  await archive(world, 'one/pdf');
  world.time += 1;
  await archive(world, 'two/pdf');
  expect(find(world, 'pdf').map(({ target, originalPath }) => [target.folder, originalPath])).toEqual([
    ['/skills/.archive/pdf-e2', 'two/pdf'],
    ['/skills/.archive/pdf', 'one/pdf'],
  ]);
  expect(await restore(world, 'pdf')).toMatchObject({ path: '/skills/two/pdf/SKILL.md' });
  expect(await restore(world, 'pdf')).toMatchObject({ path: '/skills/one/pdf/SKILL.md' });
  expect(find(world, 'pdf')).toEqual([]);
});

test('two skills of the same folder name can be archived in one go', async () => {
  const world = new World({ 'one/pdf/SKILL.md': skillText('pdf'), 'two/pdf/SKILL.md': skillText('pdf') });
  const requests = ['one/pdf', 'two/pdf'].map((folder) => ({ target: world.target(folder) }));
  const outcomes = await archiveSkills(world.deps, requests, { actor: 'curator', run: 'r' });
  expect(outcomes.map(({ kind }) => kind)).toEqual(['committed', 'committed']);
  expect(
    find(world, 'pdf')
      .map(({ originalPath }) => originalPath)
      .sort(),
  ).toEqual(['one/pdf', 'two/pdf']);
});

test('a folder that somebody else put into the archive can be restored', async () => {
  const world = new World({ '.archive/old/SKILL.md': skillText('ancient'), '.archive/notes/x.txt': 'x' });
  expect(archivedSkills(world.deps, [world.root])).toMatchObject([
    { target: { id: 'home:ancient', name: 'ancient' }, originalPath: 'old', archivedAt: 0, entry: null },
  ]);
  await restore(world, 'ancient');
  expect(world.text('old/SKILL.md')).toBe(skillText('ancient'));
});

test('a skill in the archive that cannot be read is listed all the same', async () => {
  const world = new World({ 'a/SKILL.md': skillText('named'), 'b/SKILL.md': skillText('b') });
  await archive(world, 'a', 'named');
  await archive(world, 'b');
  world.disk.chmod('/skills/.archive/a/SKILL.md', 0);
  expect(find(world, 'home:named').map(({ originalPath }) => originalPath)).toEqual(['a']);
  expect(find(world, 'b')).toHaveLength(1);
});

test('an existing folder is left alone, and the skill can be restored under another name', async () => {
  const world = worldOf();
  usageOf(world).record('home:pdf', 'use');
  await archive(world, 'docs/pdf');
  world.put('docs/pdf/SKILL.md', skillText('pdf', 'Another one.\n'));
  await expect(restore(world, 'pdf')).rejects.toMatchObject({
    code: 'already-exists',
    hint: 'coppice restore home:pdf --as NEW-NAME',
  });
  const [archived] = find(world, 'pdf');
  const elsewhere = { ...user, as: 'forms', taken: () => 'claude:forms' };
  await expect(archived && restoreSkill(world.deps, archived, elsewhere)).rejects.toMatchObject({
    code: 'already-exists',
  });
  await expect(restore(world, 'pdf', '../up')).rejects.toMatchObject({ code: 'bad-name' });
  expect(await restore(world, 'pdf', 'forms')).toMatchObject({
    id: 'home:forms',
    path: '/skills/docs/forms/SKILL.md',
  });
  expect(world.text('docs/pdf/SKILL.md')).toBe(skillText('pdf', 'Another one.\n'));
  expect(world.text('docs/forms/SKILL.md')).toBe(skillText('pdf').replace('name: pdf', 'name: forms'));
  expect(usageOf(world).get('home:pdf')).toMatchObject({ useCount: 1, aliases: [] });
  expect(usageOf(world).get('home:forms')).toMatchObject({ useCount: 0, state: 'active', restoredAt: now });
});

test('a skill that is restored under another name to a free path keeps its usage', async () => {
  const world = worldOf();
  usageOf(world).record('home:pdf', 'use');
  await archive(world, 'docs/pdf');
  await restore(world, 'pdf', 'forms');
  expect(usageOf(world).get('home:forms')).toMatchObject({
    useCount: 1,
    state: 'active',
    aliases: ['home:pdf'],
  });
});

test('a pinned skill is not archived, and the hint says how to unpin it', async () => {
  const world = worldOf();
  for (const pin of ['pin', 'freeze'] as const) {
    await expect(
      archiveSkill(world.deps, { target: world.target('docs/pdf'), pin }, user),
    ).rejects.toMatchObject({
      code: 'pinned',
      hint: 'coppice unpin home:pdf',
    });
  }
  expect(world.entries()).toEqual([]);
});

test('a skill that contains others is not archived; files in its support folders are its own', async () => {
  const world = worldOf({
    'group/SKILL.md': skillText('group'),
    'group/inner/SKILL.md': skillText('inner'),
    'docs/pdf/references/sample/SKILL.md': skillText('sample'),
  });
  await expect(archive(world, 'group')).rejects.toMatchObject({ code: 'holds-skills' });
  await archive(world, 'docs/pdf');
  expect(world.text('.archive/pdf/references/sample/SKILL.md')).toBe(skillText('sample'));
});

test('a package with a link in it has no digest, and moves as it is', async () => {
  const world = worldOf();
  world.disk.symlink('../pdf', '/skills/docs/pdf/self');
  await archive(world, 'docs/pdf');
  expect(world.entries()[0]?.manifest?.digest).toBeNull();
  await restore(world, 'pdf');
  expect(world.tree()['docs/pdf/self']).toBe('link');
});

test('what a root holds only by a link is not moved', async () => {
  const world = worldOf();
  world.files.makeFolder('/elsewhere/pack', 0o755);
  world.files.write('/elsewhere/pack/SKILL.md', new TextEncoder().encode(skillText('pack')));
  world.disk.symlink('/elsewhere/pack', '/skills/pack');
  await expect(archive(world, 'pack')).rejects.toMatchObject({ code: 'path-unsafe' });
  world.put('SKILL.md', skillText('skills'));
  const whole = { id: 'home:skills', name: 'skills', root: world.root, folder: world.root.path };
  await expect(archiveSkill(world.deps, { target: whole }, user)).rejects.toMatchObject({
    code: 'holds-skills',
  });
});

test.each([
  ['is refused', 'pin', 3],
  ['cannot be recorded', 'none', 3],
] as const)(
  'of a run that stops at a failure, nothing is begun after one that %s',
  async (_, pin, failing) => {
    const names = Array.from({ length: 6 }, (_, index) => `s${index}`);
    const world = new World(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])));
    const requests = names.map(
      (name, at) => ({ target: world.target(name), pin: at === failing ? pin : 'none' }) as const,
    );
    let puts = 0;
    const usage = {
      get: () => undefined,
      rename: () => ({ ok: true }) as const,
      record: () => ({ ok: true }) as const,
      put: () => {
        puts += 1;
        if (pin === 'none' && puts > failing)
          return { ok: false, error: new CoppiceError('disk-full', 'no room') } as const;
        return { ok: true } as const;
      },
    };
    const options = { actor: 'curator', run: 'r', stopsAtFailure: true } as const;
    const outcomes = await archiveSkills({ ...world.deps, usage }, requests, options);
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: failing }, () => 'committed'),
      ...Array.from({ length: 6 - failing }, () => 'failed'),
    ]);
    // The one whose state could not be recorded is moved, and the next write settles it.
    const isMoved = pin === 'none' ? failing + 1 : failing;
    expect(world.files.list('/skills')?.map(({ name }) => name)).toEqual([
      '.archive',
      ...names.slice(isMoved),
    ]);
    const states = world.entries().map(({ state }) => state);
    expect(states.filter((state) => state === 'prepared')).toHaveLength(isMoved - failing);
  },
);

test('many are archived with few waits for the disk, and one that is refused does not stop the others', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `s${index}`);
  const world = new World(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])));
  const requests = names.map(
    (name) => ({ target: world.target(name), pin: name === 's7' ? 'pin' : 'none' }) as const,
  );
  let ledgerAppends = 0;
  const files = {
    ...world.deps.files,
    append: (...given: Parameters<typeof world.files.append>) => {
      if (given[0] === '/home/ledger.jsonl') ledgerAppends += 1;
      world.files.append(...given);
    },
  };
  const outcomes = await archiveSkills({ ...world.deps, files }, requests, { actor: 'curator', run: 'r' });
  expect(outcomes.map(({ kind }) => kind).filter((kind) => kind === 'committed')).toHaveLength(299);
  expect(outcomes[7]).toMatchObject({ kind: 'failed', error: { code: 'pinned' } });
  expect(world.files.list('/skills')?.map(({ name }) => name)).toEqual(['.archive', 's7']);
  expect(world.entries().every(({ state, run }) => state === 'committed' && run === 'r')).toBe(true);
  expect(ledgerAppends).toBe(6);
});
