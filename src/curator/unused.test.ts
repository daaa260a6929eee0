import { expect, test } from 'vitest';
import { CuratorWorld, day, now } from './curator.world.js';
import { unusedSkills } from './unused.js';

test('unused skills have the day they were first seen, their cost, and why they stay', () => {
  const world = new CuratorWorld({ old: { idle: 100 }, fresh: { idle: 1 }, never: {} });
  world.skill('/user/.claude/skills/theirs', 'claude:theirs', { createdBy: 'unknown', createdAt: 0 });
  world.skill('/home/skills/kept', 'home:kept', { pinLevel: 'pin' });
  unusedSkills(world.deps());
  world.time += 5 * day;
  const { total, skills } = unusedSkills(world.deps(), 30);
  expect(total).toBe(5);
  expect(
    skills.map(({ id, lastUsedAt, firstSeenAt, kept }) => ({ id, lastUsedAt, firstSeenAt, kept })),
  ).toEqual([
    { id: 'claude:theirs', lastUsedAt: null, firstSeenAt: now, kept: 'author-unknown' },
    { id: 'home:kept', lastUsedAt: null, firstSeenAt: now, kept: 'pinned' },
    { id: 'home:never', lastUsedAt: null, firstSeenAt: now, kept: 'never-used' },
    { id: 'home:old', lastUsedAt: now - 100 * day, firstSeenAt: now, kept: 'due' },
  ]);
  // No agent lists it: "never" and "Does never." at four characters a token.
  expect(skills.find(({ id }) => id === 'home:never')?.tokens).toBe(4);
});
