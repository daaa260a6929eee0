import { expect, test } from 'vitest';
import { dayMs } from '../../text/time.js';
import { DoctorWorld, skillText } from './doctor.world.js';
import { type LastUses, listingCosts } from './listing-cost.js';

const now = Date.UTC(2026, 0, 31);

function uses(lastUsedAt: Readonly<Record<string, number>>): LastUses {
  return {
    idOf: (path) => `claude:${path.split('/').at(-2)}`,
    lastUse: (_, { name }) => lastUsedAt[name] ?? 0,
  };
}

function costOf(world: DoctorWorld, agent: string, lastUsedAt: Readonly<Record<string, number>> = {}) {
  const { clients } = world.examine();
  return listingCosts(clients, uses(lastUsedAt), { now, days: 30 }).find((cost) => cost.agent === agent);
}

test('a listing costs its characters by four, and what was not used in the time is named with its last use', () => {
  const world = new DoctorWorld({
    '/user/.claude/skills/old/SKILL.md': skillText('old', 'd'.repeat(92)),
    '/user/.claude/skills/new/SKILL.md': skillText('new', 'd'.repeat(12)),
    '/user/.claude/skills/not/SKILL.md': skillText('not', 'd'.repeat(192)),
  });
  const cost = costOf(world, 'claude', { old: now - 31 * dayMs, new: now - 29 * dayMs });
  expect(cost).toMatchObject({
    listed: 3,
    used: 1,
    tokens: 80,
    budgetTokens: 2000,
    cut: 0,
    tokensIfQuiet: 9,
    unused: [
      { id: 'claude:not', name: 'not', tokens: 50, savedTokens: 48, lastUsedAt: null },
      { id: 'claude:old', name: 'old', tokens: 25, savedTokens: 23, lastUsedAt: now - 31 * dayMs },
    ],
  });
});

test('a listing over its budget says how many descriptions are cut, and quiet skills cost their names', () => {
  const tree = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `/user/.claude/skills/s-${at}/SKILL.md`,
      skillText(`s-${at}`, 'd'.repeat(1000)),
    ]),
  );
  const world = new DoctorWorld({
    ...tree,
    '/user/.claude/settings.json': '{"skillOverrides":{"s-0":"name-only"}}',
  });
  expect(costOf(world, 'claude')).toMatchObject({ listed: 12, tokens: 2775, cut: 4 });
  world.put('/user/.claude/settings.json', '{"skillOverrides":{"s-0":"user-invocable-only"}}');
  expect(costOf(world, 'claude')).toMatchObject({ listed: 11, tokens: 2773 });
});

test('an agent without a budget has none, and its switch saves the whole entry', () => {
  const world = new DoctorWorld({ '/user/.gemini/skills/s/SKILL.md': skillText('s', 'Does s.') });
  expect(costOf(world, 'gemini')).toMatchObject({ listed: 1, budgetTokens: null, tokensIfQuiet: 0, cut: 0 });
});

test('an agent without a switch saves nothing', () => {
  const world = new DoctorWorld({ '/user/.pi/agent/skills/s/SKILL.md': skillText('s', 'Does s.') });
  expect(costOf(world, 'pi')).toMatchObject({ listed: 1, tokensIfQuiet: null, unused: [{ savedTokens: 0 }] });
});
