import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ClientWorld, Person, startServer } from './client-world.js';

const server = await startServer();
afterAll(() => server.stop());

async function teamed(): Promise<{ readonly world: ClientWorld; readonly admin: Person }> {
  const world = await server.world();
  const admin = new Person();
  await admin.login(world);
  await asAdmin(world, 'POST', '/v1/namespaces', { name: 'design' });
  await asAdmin(world, 'POST', '/v1/namespaces', { name: 'ops' });
  return { world, admin };
}

async function asAdmin(world: ClientWorld, method: string, path: string, body: object): Promise<void> {
  const response = await fetch(world.url + path, {
    method,
    headers: {
      authorization: `Bearer ${await world.token()}`,
      'x-coppice-tenant': world.tenant,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

const read = (person: Person, path: string) => readFileSync(join(person.project, path), 'utf8');
const isThere = (person: Person, path: string) => existsSync(join(person.project, path));

test('a name with a namespace is published, shown, added, required, verified and removed', async () => {
  const { world, admin } = await teamed();
  await admin.run(['publish', admin.putSkill('logo'), '--namespace', 'design', '--version', '1.0.0']);
  await admin.run([
    'publish',
    admin.putSkill('brand', { extra: 'requires: ["@design/logo@^1"]\n' }),
    '--version',
    '1.0.0',
  ]);
  expect(await admin.document(['info', '@design/logo'])).toMatchObject({
    slug: '@design/logo',
    version: '1.0.0',
  });
  expect(await admin.document(['info', '@design/logo@1.0.0'])).toMatchObject({ version: '1.0.0' });

  const person = new Person();
  await person.login(world, ['skills:read']);
  await person.run(['init']);
  await person.run(['add', '@design/logo@^1']);
  expect(read(person, 'coppice.toml')).toContain('"@design/logo" = "^1"');
  expect(read(person, 'coppice.lock')).toContain('[skill."@design/logo"]');
  expect(isThere(person, '.claude/skills/logo/SKILL.md')).toBe(true);
  await person.run(['verify']);
  await person.run(['ensure', '--frozen']);

  await person.run(['remove', '@design/logo']);
  expect(isThere(person, '.claude/skills/logo')).toBe(false);
  await person.run(['add', 'brand']);
  expect(isThere(person, '.claude/skills/logo/SKILL.md')).toBe(true);
  expect(await person.run(['why', '@design/logo'])).toContain('brand');
});

test('two of one name change nothing and name the way out, which works', async () => {
  const { world, admin } = await teamed();
  await admin.run(['publish', admin.putSkill('deploy'), '--version', '1.0.0']);
  for (const namespace of ['design', 'ops'])
    await admin.run(['publish', admin.putSkill('deploy'), '--namespace', namespace, '--version', '1.0.0']);
  const person = new Person();
  await person.login(world, ['skills:read']);
  await person.run(['init']);
  await person.run(['add', 'deploy']);
  const before = [read(person, 'coppice.toml'), read(person, 'coppice.lock')];
  expect(await person.coppice(['add', '@ops/deploy'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /skill `@ops\/deploy` and skill `deploy` would both be installed as deploy \(conflict\)\nhint: .*coppice add @ops\/deploy as OTHER/,
    ),
  });
  expect([read(person, 'coppice.toml'), read(person, 'coppice.lock')]).toEqual(before);

  await person.run(['add', '@ops/deploy', 'as', 'ops-deploy', '@design/deploy@^1', 'as', 'design-deploy']);
  expect(read(person, 'coppice.toml')).toContain('"@ops/deploy" = { version = "*", as = "ops-deploy" }');
  for (const name of ['deploy', 'ops-deploy', 'design-deploy'])
    expect(isThere(person, `.claude/skills/${name}/SKILL.md`)).toBe(true);
  await person.run(['verify']);
  await person.run(['ensure', '--frozen']);
  await person.run(['add', '@ops/deploy', 'as', 'renamed']);
  expect([isThere(person, '.claude/skills/renamed'), isThere(person, '.claude/skills/ops-deploy')]).toEqual([
    true,
    false,
  ]);
  expect(await person.coppice(['add', '@ops/deploy', 'as', '../up'])).toMatchObject({ code: 2 });
});

test('a publish that needs approval becomes a draft, and says what happens next', async () => {
  const { world, admin } = await teamed();
  await asAdmin(world, 'PATCH', '/v1/namespaces/design', { require_approval: { approvals: 1 } });
  const folder = admin.putSkill('logo');
  const { code, stdout, stderr } = await admin.coppice([
    'publish',
    folder,
    '--namespace',
    'design',
    '--version',
    '1.2.0',
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^proposed skill @design\/logo as the draft \S+\n$/);
  expect(stderr).toMatch(/^it needs 1 approval by a curator who did not write it, at \S+\/drafts\/\S+\n$/m);
  const published = await admin.document(['publish', folder, '--namespace', 'design', '--version', '1.2.0']);
  expect(published).toMatchObject({
    slug: '@design/logo',
    requireApproval: { approvals: 1, by: 'curator', no_self: true },
  });
});

test('whoever may only propose publishes drafts, and whoami says where a right comes from', async () => {
  const { world } = await teamed();
  const person = new Person();
  await person.login(world, ['skills:read', 'skills:propose']);
  const { code, stdout, stderr } = await person.coppice([
    'publish',
    person.putSkill('idea'),
    '--version',
    '1.0.0',
  ]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('proposed skill idea as the draft')]);
  expect(stderr).toContain('not published: ');
  expect(await person.run(['whoami'])).toContain('proposer in @design/*, as in the whole tenant\n');
});
