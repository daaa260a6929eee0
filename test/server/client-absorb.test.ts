import { afterAll, expect, test } from 'vitest';
import { type ClientWorld, Person, startServer } from './client-world.js';

const server = await startServer();
afterAll(() => server.stop());

/** Has published `notes` and `changes`, of which `notes` was absorbed by `releases`. */
async function author(world: ClientWorld): Promise<Person> {
  const person = new Person();
  await person.login(world);
  for (const name of ['notes', 'changes'])
    await person.run(['publish', person.putSkill(name), '--version', '1.0.0']);
  const words = ['publish', person.putSkill('releases'), '--version', '2.0.0', '--absorbs', 'notes'];
  await person.run(words);
  return person;
}

async function reader(world: ClientWorld): Promise<Person> {
  const person = new Person();
  await person.login(world, ['skills:read']);
  await person.run(['init']);
  return person;
}

const said = 'notes was absorbed into releases';

test('add installs the item that an old name leads to, writes its name, and says so', async () => {
  const world = await server.world();
  await author(world);
  const person = await reader(world);
  const added = await person.coppice(['add', 'notes@^1']);
  expect([added.code, added.stderr]).toEqual([0, expect.stringContaining(said)]);
  expect(person.text('coppice.toml')).toContain('releases');
  expect(person.text('coppice.toml')).not.toContain('notes');
  expect(person.text('coppice.lock')).toContain('[skill.releases]');
});

test('ensure renames in a manifest without a lock, changes nothing with --frozen, and keeps what is locked', async () => {
  const world = await server.world();
  const owner = new Person();
  await owner.login(world);
  await owner.run(['publish', owner.putSkill('notes'), '--version', '1.0.0']);
  const locked = await reader(world);
  await locked.run(['add', 'notes']);
  const manifest = locked.text('coppice.toml') ?? '';
  await owner.run(['publish', owner.putSkill('releases'), '--version', '2.0.0', '--absorbs', 'notes']);

  const fresh = await reader(world);
  fresh.put('coppice.toml', manifest);
  expect((await fresh.coppice(['ensure', '--frozen'])).code).toBe(1);
  expect(fresh.text('coppice.toml')).toBe(manifest);
  const done = await fresh.coppice(['ensure']);
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining(said)]);
  expect(fresh.text('coppice.lock')).toContain('[skill.releases]');
  expect((await fresh.coppice(['ensure', '--frozen'])).code).toBe(0);

  expect((await locked.coppice(['ensure'])).code).toBe(0);
  expect(locked.text('coppice.toml')).toBe(manifest);
});

test('info shows the item that an old name leads to, and an old version where it is named', async () => {
  const world = await server.world();
  await author(world);
  const person = await reader(world);
  const { stdout, stderr } = await person.coppice(['info', 'notes']);
  expect([stdout, stderr]).toEqual([expect.stringContaining('releases 2.0.0'), `${said}\n`]);
  expect(await person.document(['info', 'notes'])).toMatchObject({ slug: 'releases', absorbed: 'notes' });
  expect(await person.document(['info', 'notes@1.0.0'])).toMatchObject({
    slug: 'notes',
    state: 'archived',
    absorbedInto: 'releases',
  });
});

test('a draft is proposed for what others own, and says whose consent it waits for', async () => {
  const world = await server.world();
  await author(world);
  const other = new Person();
  await other.login(world, ['skills:read', 'skills:publish']);
  const words = ['publish', other.putSkill('merged'), '--absorbs', 'changes'];
  const refused = await other.coppice([...words, '--version', '1.0.0']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('propose a draft')]);
  const { stdout } = await other.coppice([...words, '--propose']);
  expect(stdout).toMatch(
    /^proposed skill merged, absorbing changes as the draft .*\nchanges waits for the consent of service:/,
  );
});
