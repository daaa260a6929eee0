import { expect, test } from 'vitest';
import { mergeSettings, readSettings } from './stored-settings.js';

const defaults = readSettings({});

test('a setting that was never set has its default', () => {
  expect(defaults).toMatchObject({ visibility: 'private', usage_retention_days: 730, conflicts: 'tenant' });
  expect(defaults.decay.skill.enabled).toBe(true);
  expect(defaults.decay.agent.enabled).toBe(false);
});

test('a setting of a newer version is not an error', () => {
  expect(readSettings({ visibility: 'public', from_the_future: 1 }).visibility).toBe('public');
});

test('changes are merged key by key, and the rest stays', () => {
  const once = mergeSettings(defaults, { visibility: 'public', decay: { skill: { days: 90 } } });
  const twice = mergeSettings(once, { decay: { skill: { max_uses: 5 }, agent: { enabled: true } } });
  expect(twice).toEqual({
    ...defaults,
    visibility: 'public',
    decay: {
      ...defaults.decay,
      skill: { ...defaults.decay.skill, days: 90, max_uses: 5 },
      agent: { ...defaults.decay.agent, enabled: true },
    },
  });
});

test('no change changes nothing', () => {
  expect(mergeSettings(defaults, {})).toEqual(defaults);
});

test('the rule of conflicts is read and set by its name of 0.1, too', () => {
  expect(readSettings({ conflicts: 'semver' }).conflicts).toBe('tenant');
  expect(mergeSettings(readSettings({ conflicts: 'closure' }), { conflicts: 'semver' }).conflicts).toBe(
    'tenant',
  );
});
