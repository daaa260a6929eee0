import { expect, test } from 'vitest';
import type { DecayPolicy } from '../../registry/api/settings.js';
import { policyText } from './graveyard-view.js';

const policy: DecayPolicy = {
  enabled: true,
  days: 180,
  max_uses: 3,
  grace_days: 0,
  counting: 'lifetime',
  declining: false,
};

test.for<[changed: Partial<DecayPolicy>, expected: string]>([
  [
    {},
    'skills not used for 180 days and with fewer than 3 uses (views and downloads included) are flagged automatically',
  ],
  [
    { enabled: false },
    'skills not used for 180 days and with fewer than 3 uses (views and downloads included) would be flagged, but the policy is off',
  ],
  [
    { days: 1, max_uses: 1 },
    'skills not used for 1 day and with fewer than 1 use (views and downloads included) are flagged automatically',
  ],
  [
    { counting: 'window' },
    'skills with fewer than 3 uses (views and downloads included) in 180 days are flagged automatically',
  ],
  [
    { declining: true },
    'skills not used for 180 days and with fewer than 3 uses (views and downloads included) or used less than half a year before are flagged automatically',
  ],
  [
    { grace_days: 200 },
    'skills not used for 180 days and with fewer than 3 uses (views and downloads included), published more than 200 days ago are flagged automatically',
  ],
])('%o is reported in words', ([changed, expected]) => {
  expect(policyText('skill', { ...policy, ...changed })).toBe(`The team's policy: ${expected}.`);
});
