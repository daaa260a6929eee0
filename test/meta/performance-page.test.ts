import { expect, test } from 'vitest';
import { type BenchResult, performancePage } from '../../bench/performance-page.js';

const head = '# Performance\n\nBy hand.\n\n';
const marks = ['<!-- figures: written by npm run bench -->', '<!-- end of the figures -->'] as const;
const tail = '\n\nBy hand, too.\n';
const blank = `${head}${marks.join('\n\n')}${tail}`;

const machine = { node: 'v20.20.2', system: 'Linux', processor: 'AMD', cores: 2, memoryBytes: 24 * 2 ** 30 };
const held: BenchResult = {
  ...{ name: 'cold list', ours: 373.126, peer: 194.31, unit: 'ms', peerName: 'walk | read' },
  ...{ ratio: 1.9202, limit: 2, holds: true },
};
const missed: BenchResult = {
  ...{ name: 'usage record', ours: 8.2806, peer: 2, unit: 'us', peerName: 'an append' },
  ...{ ratio: 4.1403, limit: 10 / 7, holds: false },
};
const slow: BenchResult = {
  ...{ name: 'curator pass', ours: 7331.18, peer: 2253.4, unit: 'ms', peerName: 'renames' },
  ...{ ratio: 3.2533, limit: 5, holds: true },
};
const files = new Map([
  ['usage record', 'usage.ts'],
  ['cold list', 'library.ts'],
  ['curator pass', 'curator.ts'],
]);

function page(results: readonly BenchResult[], old = blank): string {
  return performancePage(old, { day: '2026-11-16', machine, results }, files);
}

test('the page has a table for each area, with the machine and what must hold', () => {
  expect(page([missed, slow, held])).toBe(
    `${head}${marks[0]}

Measured by \`npm run bench\` on 2026-11-16: Node 20.20.2, Linux, 2 cores of AMD, 24 GiB.

2 of 3 hold.

## Starting and finding skills

| what | Coppice | beside it | ratio | must be | holds |
|---|---:|---|---:|---:|---|
| cold list | 373 ms | 194 ms: walk \\| read | 1.92 | at most 2 | yes |

## Counting use, retiring the unused

| what | Coppice | beside it | ratio | must be | holds |
|---|---:|---|---:|---:|---|
| usage record | 8.28 µs | 2 µs: an append | 4.14 | at most 1.43 | **no** |
| curator pass | 7.33 s | 2.25 s: renames | 3.25 | at most 5 | yes |

${marks[1]}${tail}`,
  );
});

test('what is written again is the same, and old figures are gone', () => {
  const once = page([held]);
  expect(page([held], once)).toBe(once);
  expect(page([slow], once)).not.toContain('cold list');
});

test('a bench of no known file is on the page all the same', () => {
  expect(page([{ ...held, name: 'new' }])).toContain('## More\n\n');
});

test('a page without the marks is not written over', () => {
  expect(() => page([held], head)).toThrow('the page has no');
  expect(() => page([held], `${head}${marks.toReversed().join('\n')}`)).toThrow('the page has no');
});
