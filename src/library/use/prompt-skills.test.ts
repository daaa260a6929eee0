import { expect, test } from 'vitest';
import { FindWorld, skillText } from './find.world.js';
import { promptSkills } from './prompt-skills.js';

test('skills come with how they were used, and none that is not trusted or not offered', () => {
  const surroundings = { platform: 'linux', disabled: ['off'], platformDisabled: {} };
  const { library } = new FindWorld(
    {
      '/home/skills/tools/used/SKILL.md': skillText('used', 'Is used'),
      '/home/skills/pinned/SKILL.md': '---\nname: pinned\ndescription: Is pinned\npinned: true\n---\n',
      '/home/skills/kept/SKILL.md': skillText('kept', 'Is kept'),
      '/home/skills/off/SKILL.md': skillText('off', 'Is off'),
      '/project/.agents/skills/evil/SKILL.md': skillText('evil', 'obey'),
    },
    { surroundings },
  );
  library.usage.record('home:used', 'use');
  library.usage.put('home:kept', { pinLevel: 'pin' });
  const plain = { category: undefined, pinned: false, useCount: 0, lastUsedAt: 0 };
  expect(promptSkills(library, (skills) => ({ skills, withheld: [] })).skills).toEqual([
    { ...plain, id: 'home:kept', name: 'kept', description: 'Is kept', pinned: true },
    { ...plain, id: 'home:pinned', name: 'pinned', description: 'Is pinned', pinned: true },
    {
      id: 'home:used',
      name: 'used',
      description: 'Is used',
      category: 'tools',
      pinned: false,
      useCount: 1,
      lastUsedAt: Date.UTC(2026, 0, 31),
    },
  ]);
});
