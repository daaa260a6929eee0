import { expect, test } from 'vitest';
import { otherUsageText, usedText } from './usage-text.js';

const none = { uses: 0, views: 0, downloads: 0, installs: 0, projects: 0 };

test.each([
  [none, 'never', '0 installs, 0 downloads, 0 views'],
  [{ ...none, uses: 1, projects: 1 }, '1 time, in 1 project', '0 installs, 0 downloads, 0 views'],
  [
    { ...none, uses: 200, projects: 1, unverified: 3_000 },
    '200 times, in 1 project',
    '0 installs, 0 downloads, 0 views, 3,000 reports not counted: too many from one caller',
  ],
  [
    { ...none, uses: 2_253, views: 766, downloads: 753, installs: 1, projects: 12 },
    '2,253 times, in 12 projects',
    '1 install, 753 downloads, 766 views',
  ],
  [
    { ...none, installs: 2, projects: 2 },
    'never; installed in 2 projects',
    '2 installs, 0 downloads, 0 views',
  ],
])('%o', (usage, used, other) => {
  expect(usedText({ usage, use_count: 9 })).toBe(used);
  expect(otherUsageText({ usage, use_count: 9 })).toBe(other);
});

test('a registry that does not say it apart is not misread', () => {
  expect([usedText({ use_count: 9 }), otherUsageText({ use_count: 9 })]).toEqual([
    'not known',
    '9 uses, downloads and views together',
  ]);
});
