import { expect, test } from 'vitest';
import { sparkline } from './sparkline.js';

function check(values: readonly number[], unicode: string, ascii: string): void {
  expect(sparkline(values, { unicode: true })).toBe(unicode);
  expect(sparkline(values, { unicode: false })).toBe(ascii);
}

test('the greatest value is the highest step, and nothing is the lowest', () => {
  check([0, 1, 2, 3, 4, 5, 6, 7], '▁▂▃▄▅▆▇█', '_.-:=+*#');
  check([0, 35, 70], '▁▅█', '_=#');
  check([3, 3, 3], '███', '###');
});

test('a little is never drawn as nothing', () => {
  check([0, 1, 1_000_000], '▁▂█', '_.#');
});

test('no values give no chart, and no use at all a flat one', () => {
  check([], '', '');
  check([0, 0, 0], '▁▁▁', '___');
  check([-1, 0, 1], '▁▁█', '__#');
});
