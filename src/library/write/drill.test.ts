import { expect, test } from 'vitest';

import { sha256Hex } from '../../text/hash.js';
import { archiveSkill } from './archive.js';
import { archivedSkills } from './archive-find.js';
import { restoreSkill } from './archive-restore.js';
import { patchSkill, writeSupportFile } from './author.js';
import { drill } from './drill.js';
import { skillText, World } from './write.world.js';

const user = { actor: 'user' } as const;

async function worldOf(): Promise<World> {
  const world = new World({ 'pdf/SKILL.md': skillText('pdf') });
  await patchSkill(world.deps, world.target('pdf'), { find: 'Steps', replace: 'Stages' }, user);
  await writeSupportFile(world.deps, world.target('pdf'), 'scripts/run.sh', 'echo\n', user);
  await archiveSkill(world.deps, { target: world.target('pdf') }, user);
  world.files.makeFolder('/drill');
  return world;
}

function textAt(world: World, path: string): string | undefined {
  const content = world.files.read(path);
  return content && new TextDecoder().decode(content.bytes);
}

test('stored bytes are restored into an empty folder', async () => {
  const world = await worldOf();
  expect(drill(world.deps, '/drill')).toEqual({ ok: true, entries: 3, problems: [] });
  expect(textAt(world, '/drill/e1/before/SKILL.md')).toBe(skillText('pdf'));
  expect(textAt(world, '/drill/e1/after/SKILL.md')).toBe(skillText('pdf').replace('Steps', 'Stages'));
  expect(world.files.list('/drill/e2/before')).toBeUndefined();
  expect(textAt(world, '/drill/e2/after/scripts/run.sh')).toBe('echo\n');
  expect(textAt(world, '/drill/e3/package/scripts/run.sh')).toBe('echo\n');
});

test('one entry can be drilled alone', async () => {
  const world = await worldOf();
  expect(drill(world.deps, '/drill', 'e2')).toEqual({ ok: true, entries: 1, problems: [] });
  expect(world.files.list('/drill')).toEqual([{ name: 'e2', kind: 'folder' }]);
});

test('bytes that cannot be read are a problem of their entry, and the others are drilled', async () => {
  const world = await worldOf();
  world.disk.chmod(`/home/blobs/${sha256Hex('echo\n')}`, 0);
  expect(drill(world.deps, '/drill')).toMatchObject({
    entries: 3,
    problems: [{ entry: 'e2', path: 'scripts/run.sh', message: expect.stringContaining('refused') }],
  });
});

test('missing and damaged bytes are found', async () => {
  const world = await worldOf();
  world.files.remove(`/home/blobs/${sha256Hex(skillText('pdf'))}`);
  world.files.write(`/home/blobs/${sha256Hex('echo\n')}`, new TextEncoder().encode('rm\n'));
  expect(drill(world.deps, '/drill')).toMatchObject({
    ok: false,
    problems: [
      { entry: 'e1', path: 'SKILL.md', message: expect.stringContaining('missing') },
      { entry: 'e2', path: 'scripts/run.sh', message: expect.stringContaining('damaged') },
    ],
  });
});

test('a package that was changed in the archive, or is gone from it, is found', async () => {
  const world = await worldOf();
  world.put('.archive/pdf/extra.md', 'x');
  expect(drill(world.deps, '/drill')).toMatchObject({
    problems: [{ entry: 'e3', path: '/skills/.archive/pdf' }],
  });
  const gone = await worldOf();
  gone.disk.rename('/skills/.archive/pdf', '/elsewhere');
  expect(drill(gone.deps, '/drill')).toMatchObject({ problems: [{ entry: 'e3' }] });
});

test('a package that was restored is not looked for in the archive', async () => {
  const world = await worldOf();
  for (const skill of archivedSkills(world.deps, [world.root])) await restoreSkill(world.deps, skill, user);
  await patchSkill(world.deps, world.target('pdf'), { find: 'Stages', replace: 'Steps' }, user);
  expect(drill(world.deps, '/drill')).toMatchObject({ ok: true, entries: 5 });
});

test.each([
  ['"path":"scripts/run.sh"', '"path":"../../../outside.md"'],
  ['"path":"scripts/run.sh"', '"path":"references/../../../../outside.md"'],
  ['"path":"scripts/run.sh"', '"path":".."'],
  ['"id":"e2"', '"id":"../e2"'],
])('with %s forged as %s, nothing is restored outside of the folder', async (honest, forged) => {
  const world = await worldOf();
  const ledger = textAt(world, '/home/ledger.jsonl')?.replaceAll(honest, forged);
  world.files.write('/home/ledger.jsonl', new TextEncoder().encode(ledger));
  const outside = () => ['/', '/home', '/skills'].map((folder) => world.files.list(folder));
  const before = outside();
  const { ok, problems } = drill(world.deps, '/drill');
  expect([ok, problems.length]).toEqual([false, 1]);
  expect(outside()).toEqual(before);
});
