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
  return world;
}

function textAt(world: World, path: string): string | undefined {
  const content = world.files.read(path);
  return content && new TextDecoder().decode(content.bytes);
}

test('stored bytes and the archived package are checked, and nothing is written', async () => {
  const world = await worldOf();
  const reads: string[] = [];
  const only = (name: string) => () => expect.fail(`${name} changes the disk`);
  const files = {
    ...world.files,
    write: only('write'),
    makeFolder: only('makeFolder'),
    read: (path: string) => {
      reads.push(path);
      return world.files.read(path);
    },
  };
  const progress: number[] = [];
  expect(
    drill({ files, home: world.deps.home }, { onProgress: (done, total) => progress.push(done, total) }),
  ).toEqual({ ok: true, entries: 3, problems: [] });
  expect(progress).toEqual([0, 3, 1, 3, 2, 3]);
  const texts = [skillText('pdf'), skillText('pdf').replace('Steps', 'Stages'), 'echo\n'];
  expect(reads.filter((path) => path.startsWith('/home/blobs/')).sort()).toEqual(
    texts.map((text) => `/home/blobs/${sha256Hex(text)}`).sort(),
  );
});

test('one entry can be drilled alone', async () => {
  const world = await worldOf();
  expect(drill(world.deps, { wanted: 'e2' })).toEqual({ ok: true, entries: 1, problems: [] });
});

test('bytes that cannot be read are a problem of their entry, and the others are drilled', async () => {
  const world = await worldOf();
  world.disk.chmod(`/home/blobs/${sha256Hex('echo\n')}`, 0);
  expect(drill(world.deps)).toMatchObject({
    entries: 3,
    problems: [{ entry: 'e2', path: 'scripts/run.sh', message: expect.stringContaining('refused') }],
  });
});

test('missing and damaged bytes are found', async () => {
  const world = await worldOf();
  world.files.remove(`/home/blobs/${sha256Hex(skillText('pdf'))}`);
  world.files.write(`/home/blobs/${sha256Hex('echo\n')}`, new TextEncoder().encode('rm\n'));
  expect(drill(world.deps)).toMatchObject({
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
  expect(drill(world.deps)).toMatchObject({
    problems: [{ entry: 'e3', path: '/skills/.archive/pdf' }],
  });
  const gone = await worldOf();
  gone.disk.rename('/skills/.archive/pdf', '/elsewhere');
  expect(drill(gone.deps)).toMatchObject({ problems: [{ entry: 'e3' }] });
});

test('a package that was restored is not looked for in the archive', async () => {
  const world = await worldOf();
  for (const skill of archivedSkills(world.deps, [world.root])) await restoreSkill(world.deps, skill, user);
  await patchSkill(world.deps, world.target('pdf'), { find: 'Stages', replace: 'Steps' }, user);
  expect(drill(world.deps)).toMatchObject({ ok: true, entries: 5 });
});

test.each([
  ['"path":"scripts/run.sh"', '"path":"../../../outside.md"'],
  ['"path":"scripts/run.sh"', '"path":"references/../../../../outside.md"'],
  ['"path":"scripts/run.sh"', '"path":".."'],
])('with %s forged as %s, the entry is a problem, and nothing is written', async (honest, forged) => {
  const world = await worldOf();
  const ledger = textAt(world, '/home/ledger.jsonl')?.replaceAll(honest, forged);
  world.files.write('/home/ledger.jsonl', new TextEncoder().encode(ledger));
  const outside = () => ['/', '/home', '/skills'].map((folder) => world.files.list(folder));
  const before = outside();
  const { ok, problems } = drill(world.deps);
  expect([ok, problems.length]).toEqual([false, 1]);
  expect(outside()).toEqual(before);
});
