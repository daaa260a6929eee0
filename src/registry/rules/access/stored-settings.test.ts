import { expect, test } from 'vitest';
import { mergeSettings, readSettings } from './stored-settings.js';

const usual = readSettings({});

test('what was never set has its default', () => {
  expect(usual).toMatchObject({ visibility: 'private', usage_retention_days: 730, conflicts: 'semver' });
  expect(usual.decay.skill.enabled).toBe(true);
  expect(usual.decay.agent.enabled).toBe(false);
});

test('what a newer version has set is no fault', () => {
  expect(readSettings({ visibility: 'public', from_the_future: 1 }).visibility).toBe('public');
});

test('changes are merged key by key, and the rest stays', () => {
  const once = mergeSettings(usual, { visibility: 'public', decay: { skill: { days: 90 } } });
  const twice = mergeSettings(once, { decay: { skill: { max_uses: 5 }, agent: { enabled: true } } });
  expect(twice).toEqual({
    ...usual,
    visibility: 'public',
    decay: {
      ...usual.decay,
      skill: { ...usual.decay.skill, days: 90, max_uses: 5 },
      agent: { ...usual.decay.agent, enabled: true },
    },
  });
});

test('no change changes nothing', () => {
  expect(mergeSettings(usual, {})).toEqual(usual);
});
