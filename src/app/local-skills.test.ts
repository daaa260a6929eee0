import { expect, test } from 'vitest';
import { openLibrary } from '../library/open-library.js';
import { SkillLibrary } from '../library/skill-library.js';
import { fixedClock } from '../system/clock.js';
import { memoryFiles } from '../system/disk/memory-disk.js';
import { localSkills } from './local-skills.js';

const now = Date.parse('2026-03-10T12:00:00Z');

function machine(skills: Readonly<Record<string, string>>) {
  const files = memoryFiles();
  for (const [folder, text] of Object.entries(skills)) {
    files.makeFolder(`/user/${folder}`);
    files.write(`/user/${folder}/SKILL.md`, new TextEncoder().encode(text));
  }
  const place = {
    files,
    clock: fixedClock(now),
    home: '/user/.coppice',
    userHome: '/user',
    workingFolder: '/user/project',
    platform: 'linux',
    environment: {},
  };
  const local = localSkills(files, () => openLibrary(place));
  return { files, local, library: new SkillLibrary(place) };
}

const skill = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo it.\n`;

test('the skills of all roots are found, those in the shadow of others and archived ones too', async () => {
  const { local, library } = machine({
    '.claude/skills/deploy': skill('deploy'),
    '.agents/skills/deploy': skill('deploy'),
    '.agents/skills/mac': skill('mac', 'platforms: [macos]\n'),
    '.agents/skills/old': skill('old'),
  });
  library.reading.usage.record('agents:deploy', 'use');
  library.reading.usage.record('agents:old', 'use');
  await library.archive('old', { reason: 'not needed' });
  const never = { count: 0, lastAt: 0, events: {} };
  const once = { count: 1, lastAt: now, events: { '2026-03-10': 1 } };
  expect(local.found()).toEqual([
    expect.objectContaining({ id: 'agents:deploy', root: 'agents', state: 'active', use: once }),
    expect.objectContaining({ id: 'agents:mac', description: 'Does mac.', use: never }),
    expect.objectContaining({ id: 'claude:deploy', root: 'claude', use: never }),
    expect.objectContaining({
      id: 'agents:old',
      name: 'old',
      description: 'Does old.',
      state: 'archived',
      archived: { reason: 'not needed' },
      use: expect.objectContaining({ count: 1 }),
    }),
  ]);
});

test('of two with one id, both are found, and the counts are those of the first', async () => {
  const { files, local, library } = machine({ '.claude/skills/deploy': skill('deploy') });
  await library.archive('deploy');
  files.makeFolder('/user/.claude/skills/deploy');
  files.write(
    '/user/.claude/skills/deploy/SKILL.md',
    new TextEncoder().encode(skill('deploy', 'tags: [new]\n')),
  );
  library.reading.usage.record('claude:deploy', 'use');
  expect(local.found().map(({ id, state, use }) => [id, state, use.count])).toEqual([
    ['claude:deploy', 'active', 1],
    ['claude:deploy#.archive/deploy', 'archived', 0],
  ]);
});

test('a project that is not trusted keeps its skills', () => {
  const { files, local } = machine({ 'project/.claude/skills/theirs': skill('theirs') });
  files.makeFolder('/user/project/.git');
  expect(local.found()).toEqual([
    expect.objectContaining({ name: 'theirs', refusal: expect.stringContaining('not trusted') }),
  ]);
});

test('a skill is read as it is now, with its version and the time of its last change', () => {
  const { files, local } = machine({
    '.claude/skills/deploy': skill('deploy', 'metadata:\n  version: "1.2.0"\n'),
  });
  const [found] = local.found();
  files.makeFolder('/user/.claude/skills/deploy/scripts');
  files.write('/user/.claude/skills/deploy/scripts/run.sh', new TextEncoder().encode('true\n'), {
    mode: 0o755,
  });
  const mtimes = ['SKILL.md', 'scripts/run.sh'].map(
    (path) => files.stat(`/user/.claude/skills/deploy/${path}`)?.mtimeMs ?? 0,
  );
  const read = found && local.read(found);
  expect(read?.files.map(({ path, executable }) => [path, executable])).toEqual([
    ['SKILL.md', false],
    ['scripts/run.sh', true],
  ]);
  expect([read?.version, read?.changedAt]).toEqual(['1.2.0', Math.max(...mtimes)]);
});

test('nothing is written to the skills', () => {
  const { files, local } = machine({ '.claude/skills/deploy': skill('deploy') });
  const entries = () => files.list('/user/.claude/skills/deploy');
  const before = [entries(), files.read('/user/.claude/skills/deploy/SKILL.md')];
  for (const found of local.found()) local.read(found);
  expect([entries(), files.read('/user/.claude/skills/deploy/SKILL.md')]).toEqual(before);
});
