import { expect, test } from 'vitest';
import { openLibrary } from '../../library/open-library.js';
import type { SettableFacts } from '../../usage/rules/record.js';
import { EvolveWorld, type GivenSkill } from '../evolve.world.js';
import { type EvolvedSkill, evolvedSkills } from './skills.js';

function found(world: EvolveWorld, id: string): EvolvedSkill | undefined {
  return evolvedSkills(openLibrary(world.deps())).find(id);
}

interface Machine {
  readonly skill?: GivenSkill;
  /** Files in the root of the skill. */
  readonly files?: Readonly<Record<string, string>>;
  /** Before it is looked at. */
  readonly disturbed?: (world: EvolveWorld) => void;
}

/** What is known of `home:pdf`: where it comes from, and whether it is pinned. */
function check({ skill = {}, files = {}, disturbed }: Machine, expected: string): void {
  const world = new EvolveWorld({ pdf: skill });
  for (const [path, text] of Object.entries(files)) world.put(`/home/skills/${path}`, text);
  disturbed?.(world);
  const known = found(world, 'home:pdf');
  expect(`${known?.provenance}${known?.pinned ? ', pinned' : ''}`).toBe(expected);
}

const unreadable = (path: string) => (world: EvolveWorld) => {
  world.put(`/home/skills/${path}`, '');
  world.memory.chmod(`/home/skills/${path}`, 0);
};

test.each<[string, Machine, string]>([
  ['made by an agent', {}, 'agent'],
  ['by nobody known', { skill: { createdBy: 'unknown' } }, 'unknown'],
  ...(['user', 'bundled', 'hub', 'plugin', 'project', 'external', 'registry'] as const).map(
    (createdBy): [string, Machine, string] => [`declared ${createdBy}`, { skill: { createdBy } }, createdBy],
  ),
  ['in the bundled manifest', { files: { '.bundled_manifest': 'pdf:0123\n' } }, 'bundled'],
  ['another is bundled', { files: { '.bundled_manifest': 'pdf-more:0123\n' } }, 'agent'],
  ['in the lock of a hub', { files: { '.hub/lock.json': '{"installed": {"pdf": {}}}' } }, 'hub'],
  ['a lock that ends early', { files: { '.hub/lock.json': '{"installed": {"pdf"' } }, 'unknown'],
  ['an empty lock', { files: { '.hub/lock.json': '' } }, 'unknown'],
  ['a lock of another shape', { files: { '.hub/lock.json': '{"version": 3}' } }, 'unknown'],
  ['an unreadable lock', { disturbed: unreadable('.hub/lock.json') }, 'unknown'],
  ['an unreadable bundled manifest', { disturbed: unreadable('.bundled_manifest') }, 'unknown'],
  ['an unreadable record of pins', { disturbed: unreadable('.usage.json') }, 'unknown'],
  ['a record of pins that ends early', { files: { '.usage.json': '{"pdf": {"pinned"' } }, 'unknown'],
  ['a record of pins that is none', { files: { '.usage.json': '[]' } }, 'unknown'],
  [
    'a folder in its place',
    { disturbed: (world) => world.files.makeFolder('/home/skills/.usage.json') },
    'unknown',
  ],
])('%s: %s', (_, machine, expected) => check(machine, expected));

const pinnedIn = (extra: string): Machine => ({ skill: { extra } });
const pinnedBy = (pinned: unknown): Machine => ({
  files: { '.usage.json': JSON.stringify({ pdf: { use_count: 3, pinned } }) },
});
const recorded = (facts: Partial<SettableFacts>): Machine => ({ skill: facts });

test.each<[Machine, string]>([
  [pinnedIn('pinned: true # keep\n'), 'agent, pinned'],
  [pinnedIn('pinned: "true"\n'), 'agent, pinned'],
  [pinnedIn('pin: yes\n'), 'agent, pinned'],
  [pinnedIn('pinned: On\n'), 'agent, pinned'],
  [pinnedIn('pinned: 1\n'), 'agent, pinned'],
  [pinnedIn('metadata:\n  coppice:\n    pinned: on\n'), 'agent, pinned'],
  [pinnedIn('metadata:\n  hermes:\n    pinned: true\n'), 'agent, pinned'],
  [pinnedIn('pinned: false\n'), 'agent'],
  [recorded({ pinLevel: 'pin' }), 'agent, pinned'],
  [recorded({ pinLevel: 'freeze' }), 'agent, pinned'],
  [recorded({ pinLevel: 'none' }), 'agent'],
  [pinnedBy(true), 'agent, pinned'],
  [pinnedBy('true'), 'agent, pinned'],
  [pinnedBy('yes'), 'agent, pinned'],
  [pinnedBy(1), 'agent, pinned'],
  [pinnedBy({ since: 'May' }), 'agent, pinned'],
  [pinnedBy(false), 'agent'],
  [pinnedBy('false'), 'agent'],
  [pinnedBy(null), 'agent'],
  [pinnedBy(undefined), 'agent'],
  [{ files: { '.usage.json': '{"pdf": "damaged"}' } }, 'agent, pinned'],
  [{ files: { '.usage.json': '{"other": {"pinned": true}}' } }, 'agent'],
])('%j: %s', check);

test('a byte order mark hides neither a pin nor a name', () => {
  const world = new EvolveWorld({ pdf: { extra: 'pinned: true\n' } });
  world.put('/home/skills/pdf/SKILL.md', `\ufeff${world.text('pdf')}`);
  expect(found(world, 'home:pdf')).toMatchObject({ pinned: true, entry: { name: 'pdf' } });
});

test('a comment after the name does not hide it from a manifest', () => {
  const world = new EvolveWorld({ pdf: {} });
  world.put('/home/skills/pdf/SKILL.md', world.text('pdf').replace('name: pdf', 'name: pdf # official'));
  world.put('/home/skills/.bundled_manifest', 'pdf:1\n');
  expect(found(world, 'home:pdf')?.provenance).toBe('bundled');
});

test('a manifest may know a skill by its folder', () => {
  const world = new EvolveWorld({ pdf: {} });
  world.put('/home/skills/pdf/SKILL.md', world.text('pdf').replace('name: pdf', 'name: forms'));
  world.usage.put('home:forms', { createdBy: 'agent' });
  expect(found(world, 'home:forms')?.provenance).toBe('agent');
  world.put('/home/skills/.bundled_manifest', 'pdf:1\n');
  expect(found(world, 'home:forms')?.provenance).toBe('bundled');
});

test('a package that two roots reach is protected by the manifests and pins of both', () => {
  const world = new EvolveWorld({ pdf: {} });
  world.files.makeFolder('/user/.claude/skills');
  world.memory.symlink('/home/skills/pdf', '/user/.claude/skills/pdf');
  expect(found(world, 'home:pdf')).toMatchObject({ provenance: 'agent', pinned: false });
  world.put('/user/.claude/skills/.usage.json', '{"pdf": {"pinned": true}}');
  expect(found(world, 'home:pdf')).toMatchObject({ provenance: 'agent', pinned: true });
  world.put('/user/.claude/skills/.bundled_manifest', 'pdf:1\n');
  expect(found(world, 'home:pdf')).toMatchObject({ provenance: 'bundled' });
});

test('of two packages with one id nobody knows which was used', () => {
  const world = new EvolveWorld({ pdf: {} });
  world.put('/home/skills/copies/pdf/SKILL.md', world.text('pdf'));
  expect(found(world, 'home:pdf')?.provenance).toBe('unknown');
});

test("roots of projects, plugins and other agents are nobody's to write until they are adopted", () => {
  const world = new EvolveWorld({ pdf: {} });
  const text = world.text('pdf');
  world.files.makeFolder('/work/.git');
  world.put('/work/.agents/skills/pdf/SKILL.md', text);
  world.put('/user/.hermes/skills/pdf/SKILL.md', text);
  world.put('/user/.claude/plugins/tools/.claude-plugin/plugin.json', '{"name": "tools"}');
  world.put('/user/.claude/plugins/tools/skills/pdf/SKILL.md', text);
  world.put('/shared/pdf/SKILL.md', text);
  world.put('/home/config.toml', '[library]\nexternal_dirs = [{ path = "/shared", label = "shared" }]\n');
  const skills = evolvedSkills(openLibrary(world.deps()));
  const sources = Object.fromEntries(
    skills.all.map(({ id, root }) => [root.shownAs, skills.find(id)?.provenance]),
  );
  expect(sources).toEqual({
    home: 'agent',
    project: 'project',
    hermes: 'unknown',
    tools: 'plugin',
    shared: 'external',
  });
  world.usage.put('hermes:pdf', { createdBy: 'agent' });
  expect(found(world, 'hermes:pdf')?.provenance).toBe('agent');
});

test('a skill is found by an id it had before, unless another has that id now', () => {
  const world = new EvolveWorld({ forms: {} });
  world.usage.put('home:pdf', { createdBy: 'agent' });
  world.usage.rename('home:pdf', 'home:forms');
  expect(found(world, 'home:pdf')?.entry.id).toBe('home:forms');
  world.skill('pdf');
  expect(found(world, 'home:pdf')?.entry.id).toBe('home:pdf');
  expect(found(world, 'home:gone')).toBeUndefined();
});
