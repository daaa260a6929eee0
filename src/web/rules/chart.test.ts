import { expect, test } from 'vitest';
import { type Figures, stackedBars, totalOf } from './chart.js';

const plot = { width: 30, height: 100, top: 10 };
const none: Figures = { uses: 0, views: 0, downloads: 0 };

function check(days: readonly Figures[], expected: Readonly<Record<string, string>>): void {
  const paths = stackedBars(days, plot).map(({ name, path }) => [name, path]);
  expect(Object.fromEntries(paths)).toEqual(expected);
}

test('a day with nothing draws nothing', () => {
  check([none], { uses: '', views: '', downloads: '' });
});

test('no days draw nothing', () => {
  check([], { uses: '', views: '', downloads: '' });
});

test('the series of a day stand upon each other', () => {
  check([{ uses: 5, views: 2, downloads: 3 }], {
    uses: 'M3 100V50H27V100Z',
    views: 'M3 50V30H27V50Z',
    downloads: 'M3 30V0H27V30Z',
  });
});

test('each day has its place', () => {
  check([none, none, { ...none, uses: 10 }], { uses: 'M21 100V0H29V100Z', views: '', downloads: '' });
});

test('a year in a narrow plot has no gaps between its days', () => {
  const year = Array.from({ length: 365 }, () => ({ ...none, uses: 1 }));
  const [uses] = stackedBars(year, { ...plot, width: 365 });
  expect(uses?.path.startsWith('M0 100V90H1V100ZM1 100V90H2V100Z')).toBe(true);
});

test('huge numbers stay inside the plot', () => {
  const huge = { ...none, downloads: 8e15 };
  const [, , downloads] = stackedBars([huge], { ...plot, top: 1e16 });
  expect(totalOf(huge)).toBe(8e15);
  expect(downloads?.path).toBe('M3 100V20H27V100Z');
});
