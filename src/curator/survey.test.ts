import { expect, test } from 'vitest';
import { CuratorWorld, day, now } from './curator.world.js';
import type { CuratorFacts } from './rules/plan.js';

function check(world: CuratorWorld, fact: keyof CuratorFacts, ids: readonly string[]): void {
  const { facts, doubts } = world.survey();
  expect([...facts[fact]].sort(), fact).toEqual(ids);
  expect(doubts).toEqual([]);
}

function recordOf(world: CuratorWorld, id: string) {
  return world.survey().records.find((record) => record.id === id);
}

test('skills take part whether they have a record or not', () => {
  const world = new CuratorWorld({ used: { idle: 5 } });
  world.put('/home/skills/new/SKILL.md', '---\nname: new\ndescription: New.\n---\n');
  const { records, lastActivityAt } = world.survey();
  expect(records).toMatchObject([
    { id: 'home:new', createdBy: 'unknown', lastActivityAt: 0, state: 'active', pinned: false },
    { id: 'home:used', createdBy: 'agent', lastActivityAt: now - 5 * day },
  ]);
  expect(lastActivityAt).toBe(now - 5 * day);
});

test('a record without a folder is missing', () => {
  const world = new CuratorWorld({ here: {} });
  world.usage().put('home:gone', { createdBy: 'agent' });
  check(world, 'missing', ['home:gone']);
});

test('a pin in the frontmatter is a pin', () => {
  expect(recordOf(new CuratorWorld({ pdf: { extra: 'pinned: true\n' } }), 'home:pdf')?.pinned).toBe(true);
  expect(recordOf(new CuratorWorld({ pdf: { pinLevel: 'freeze' } }), 'home:pdf')?.pinned).toBe(true);
});

test('what the manifests of a root say counts more than what was declared', () => {
  const world = new CuratorWorld();
  world.skill('/user/.hermes/skills/plan', 'hermes:plan');
  expect(recordOf(world, 'hermes:plan')?.createdBy).toBe('agent');
  world.put('/user/.hermes/skills/.bundled_manifest', 'plan:0123\n');
  expect(recordOf(world, 'hermes:plan')?.createdBy).toBe('bundled');
});

test('what another program keeps in a root is its own, and what it removed is not there', () => {
  const world = new CuratorWorld();
  world.skill('/user/.claude/skills/synced/drive', 'claude:drive');
  world.skill('/user/.codex/skills/.system/plan', 'codex:plan');
  world.skill('/user/.claude/skills/.trash/old', 'claude:old');
  expect(recordOf(world, 'claude:drive')?.createdBy).toBe('hub');
  expect(recordOf(world, 'codex:plan')?.createdBy).toBe('bundled');
  check(world, 'missing', ['claude:old']);
  check(world, 'immovable', ['claude:drive', 'codex:plan']);
});

test('active skills, bundles and the configuration protect what they name', () => {
  const world = new CuratorWorld({ app: { extra: 'requires:\n  - lib\n' }, lib: {}, tool: {}, cron: {} });
  world.put('/home/bundles/kit.toml', 'skills = ["tool"]\n');
  world.put('/home/config.toml', '[curator]\nreferenced = ["cron"]\n');
  check(world, 'required', ['home:lib', 'home:tool']);
  check(world, 'referenced', ['home:cron']);
  world.usage().put('home:app', { state: 'stale' });
  check(world, 'required', ['home:tool']);
});

test('a skill of another root protects too when only one root is curated', () => {
  const world = new CuratorWorld({ app: { extra: 'requires:\n  - lib\n' } });
  world.skill('/user/.claude/skills/lib', 'claude:lib');
  world.usage().put('home:gone', {});
  const { records, facts } = world.survey({ onlyRoots: ['claude'] });
  expect(records.map(({ id }) => id)).toEqual(['claude:lib']);
  expect([...facts.required]).toEqual(['claude:lib']);
});

test('two packages with one id are left alone, as nobody can say which was used', () => {
  const world = new CuratorWorld({ pdf: {}, other: {} });
  world.skill('/home/skills/more/pdf', 'home:pdf');
  check(world, 'unreadable', ['home:pdf']);
});

test('what cannot be moved is known before anything is planned', () => {
  const world = new CuratorWorld({ outer: {}, plain: {} });
  world.skill('/home/skills/outer/inner', 'home:inner');
  world.skill('/elsewhere/linked', 'home:linked');
  world.disk.symlink('/elsewhere/linked', '/home/skills/linked');
  world.put('/elsewhere/SKILL.md', '---\nname: file-link\ndescription: A link.\n---\n');
  world.files.makeFolder('/home/skills/file-link');
  world.disk.symlink('/elsewhere/SKILL.md', '/home/skills/file-link/SKILL.md');
  world.skill('/user/.claude/skills', 'claude:root');
  check(world, 'immovable', ['claude:root', 'home:file-link', 'home:linked', 'home:outer']);
});

test('a root that is a link itself keeps nothing from being moved', () => {
  const world = new CuratorWorld();
  world.skill('/elsewhere/pdf', 'claude:pdf');
  world.files.makeFolder('/user/.claude');
  world.disk.symlink('/elsewhere', '/user/.claude/skills');
  check(world, 'immovable', []);
});

test.each([
  ['a skill', (world: CuratorWorld) => world.disk.chmod('/home/skills/secret/SKILL.md', 0), 'no-permission'],
  [
    'a folder of skills',
    (world: CuratorWorld) => world.disk.chmod('/home/skills/secret', 0),
    'no-permission',
  ],
  ['the journal', (world: CuratorWorld) => world.disk.chmod('/home/usage.journal', 0), 'no-permission'],
  ['a bundle', (world: CuratorWorld) => world.put('/home/bundles/kit.toml', 'skills = 5\n'), 'bad-config'],
  [
    'lines of a newer version',
    (world: CuratorWorld) =>
      world.put('/home/usage.journal', `${world.text('/home/usage.journal')}\n{"version":9}\n`),
    'newer-format',
  ],
])('when %s cannot be read, nothing is certain', (_, spoil, code) => {
  const world = new CuratorWorld({ pdf: {}, secret: {} });
  spoil(world);
  const { records, facts, doubts } = world.survey();
  expect(doubts[0]?.code).toBe(code);
  expect(records.every(({ id }) => facts.unreadable.has(id))).toBe(true);
  expect(facts.unreadable.has('home:pdf')).toBe(true);
});
