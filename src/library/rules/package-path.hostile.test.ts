import { expect, test } from 'vitest';
import { Fault } from '../../system/disk/faulty-disk.js';
import type { ErrorCode } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { editSkill, patchSkill, removeSupportFile, writeSupportFile } from '../write/author.js';
import { createSkill } from '../write/author-create.js';
import { skillText, World } from '../write/write.world.js';
import type { WriteDeps } from '../write/write-target.js';

const user = { actor: 'user' } as const;

function hostileWorld(): World {
  const world = new World({
    'pdf/SKILL.md': skillText('pdf'),
    'pdf/references/api.md': 'api\n',
    'pdf/assets/a.png': 'a\n',
    'linked/SKILL.md': skillText('linked'),
  });
  world.files.makeFolder('/outside');
  world.files.write('/outside/mine.txt', new TextEncoder().encode('mine\n'));
  world.disk.symlink('/outside', '/skills/linked/references');
  world.disk.symlink('..', '/skills/linked/scripts');
  world.disk.symlink('nowhere', '/skills/linked/templates');
  world.files.makeFolder('/skills/linked/assets', 0o755);
  world.disk.symlink('/outside/mine.txt', '/skills/linked/assets/a.txt');
  world.disk.symlink('/outside', '/skills/linked/assets/deep');
  world.disk.symlink('/outside', '/skills/category');
  return world;
}

/** What must not change: everything below the root, and what is outside. */
function worldState(world: World): unknown {
  return [world.tree(), world.files.list('/outside'), world.files.read('/outside/mine.txt')?.bytes];
}

async function checkRefused(code: ErrorCode, attack: (world: World) => Promise<unknown>): Promise<void> {
  const world = hostileWorld();
  const before = worldState(world);
  await expect(attack(world)).rejects.toMatchObject({ name: 'CoppiceError', code });
  expect(worldState(world)).toEqual(before);
  expect(world.entries().filter(({ state }) => state !== 'rolled-back')).toEqual([]);
}

const write = (folder: string, path: string) => (world: World) =>
  writeSupportFile(world.deps, world.target(folder), path, 'x', user);
const remove = (folder: string, path: string) => (world: World) =>
  removeSupportFile(world.deps, world.target(folder), path, user);
const patch = (folder: string, file: string) => (world: World) =>
  patchSkill(world.deps, world.target(folder), { find: 'mine', replace: 'x', file }, user);
const create = (name: string, category?: string) => (world: World) =>
  createSkill(
    world.deps,
    { root: world.root, name, category, description: 'X.', createdBy: 'user', taken: () => undefined },
    user,
  );

test.for([
  '',
  '/',
  '/etc/passwd',
  '../other/SKILL.md',
  '../../secrets.txt',
  'references',
  'references/',
  'references/..',
  'references/../SKILL.md',
  'references/../../x',
  'references/./x',
  'references//x',
  'references\\x.md',
  'C:/x',
  'C:x',
  'references/a\0.md',
  'SKILL.md',
  'README.md',
  'other/x.md',
  'References/x.md',
  'ｒeferences/x.md',
  'references/nul',
  'references/COM1.md',
  'references/x.',
  'references/x ',
  'references/a\u2215..\u2215b',
  'references/\u202ex',
  `references/${'x'.repeat(300)}`,
  `references/${'x/'.repeat(600)}x`,
])('no file is written at %j', async (path) => await checkRefused('path-unsafe', write('pdf', path)));

test.for([
  ['write through a linked folder', 'path-unsafe', write('linked', 'references/x.md')],
  ['write through a folder that is linked to the root', 'path-unsafe', write('linked', 'scripts/pdf/x.md')],
  ['write through a dangling link', 'path-unsafe', write('linked', 'templates/x.md')],
  ['write through a link further down', 'path-unsafe', write('linked', 'assets/deep/x.md')],
  ['write over a linked file', 'path-unsafe', write('linked', 'assets/a.txt')],
  ['patch a linked file', 'path-unsafe', patch('linked', 'assets/a.txt')],
  ['patch behind a linked folder', 'path-unsafe', patch('linked', 'references/mine.txt')],
  ['remove a linked file', 'path-unsafe', remove('linked', 'assets/a.txt')],
  ['remove behind a linked folder', 'path-unsafe', remove('linked', 'references/mine.txt')],
  ['remove SKILL.md as a support file', 'path-unsafe', remove('pdf', 'SKILL.md')],
  ['write over a folder', 'not-a-file', write('pdf', 'references/folder')],
  ['write below a file', 'not-a-folder', write('pdf', 'references/api.md/x')],
  ['write a name that differs in case', 'already-exists', write('pdf', 'references/API.md')],
  ['write into a folder that differs in case', 'already-exists', write('pdf', 'references/FOLDER/x.md')],
  ['write into a package that is not there', 'not-found', write('missing', 'references/x.md')],
  ['create in a linked category', 'path-unsafe', create('new', 'category')],
  ['create above the root', 'bad-name', create('../up')],
  ['create below a path', 'bad-name', create('a/b')],
  ['create with a path as category', 'bad-name', create('new', '../up')],
  ['create a device', 'bad-name', create('con')],
  ['create with capitals', 'bad-name', create('Pdf')],
  ['create with a look-alike', 'bad-name', create('рdf')],
  ['create where listings do not look', 'bad-name', create('site-packages')],
  ['create over a folder', 'already-exists', create('pdf')],
] as const)('cannot %s', async ([, code, attack]) => {
  await checkRefused(code, async (world) => {
    world.files.makeFolder('/skills/pdf/references/folder', 0o755);
    return await attack(world).finally(() => world.files.remove('/skills/pdf/references/folder'));
  });
});

test.for([
  ['the support folder', '/skills/pdf/references', 'references/new.md'],
  ['the package', '/skills/pdf', 'references/new.md'],
  ['the file', '/skills/pdf/assets/a.png', 'assets/a.png'],
] as const)(
  'a link that is swapped in for %s at any operation leads nothing in or out',
  async ([, swapped, path]) => {
    await checkSwaps(swapped, (world, deps) =>
      writeSupportFile(deps, world.target('pdf'), path, 'new\n', user),
    );
  },
);

test('a link that is swapped in for SKILL.md at any operation leads nothing in or out', async () => {
  await checkSwaps('/skills/pdf/SKILL.md', (world, deps) =>
    editSkill(deps, world.target('pdf'), skillText('pdf', 'Edited.\n'), user),
  );
});

/** Just before each operation the thing is moved away and a link to the outside takes its name. */
async function checkSwaps(
  swapped: string,
  change: (world: World, deps: WriteDeps) => Promise<unknown>,
): Promise<void> {
  let isOver = false;
  for (let at = 1; !isOver; at += 1) {
    const world = hostileWorld();
    const outside = () => [world.files.list('/outside'), world.files.read('/outside/mine.txt')?.bytes];
    const before = outside();
    const isFile = world.files.stat(swapped)?.kind === 'file';
    const swap = () => {
      world.disk.rename(swapped, '/skills/away');
      world.disk.symlink(isFile ? '/outside/mine.txt' : '/outside', swapped);
    };
    const fault = new Fault(at, { act: 'meanwhile', run: swap });
    await change(world, world.depsOn(fault.on(world.disk))).catch((error: unknown) => {
      expect(error, `${fault}`).toMatchObject({ name: 'CoppiceError' });
    });
    expect(outside(), `${fault}`).toEqual(before);
    expect(world.files.stat(`/home/blobs/${sha256Hex('mine\n')}`), `${fault}`).toBeUndefined();
    isOver = !fault.struck;
  }
}
