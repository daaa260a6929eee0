import { expect, test } from 'vitest';
import { type BenchResult, performancePage } from '../../bench/performance-page.js';

const head = '# Performance\n\nBy hand.\n\n';
const marks = ['<!-- figures: written by npm run bench -->', '<!-- end of the figures -->'] as const;
const tail = '\n\nBy hand, too.\n';
const blank = `${head}${marks.join('\n\n')}${tail}`;

const machine = { node: 'v20.20.2', system: 'Linux', processor: 'AMD', cores: 2, memoryBytes: 24 * 2 ** 30 };
const within: BenchResult = {
  name: 'cold list',
  ours: 373.126,
  peer: 194.31,
  unit: 'ms',
  peerName: 'walk | read',
  ratio: 1.9202,
  limit: 2,
  holds: true,
};
const exceeded: BenchResult = {
  name: 'usage record',
  ours: 8.2806,
  peer: 2,
  unit: 'us',
  peerName: 'an append',
  ratio: 4.1403,
  limit: 10 / 7,
  holds: false,
};
const slow: BenchResult = {
  name: 'curator run',
  ours: 7331.18,
  peer: 2253.4,
  unit: 'ms',
  peerName: 'renames',
  ratio: 3.2533,
  limit: 5,
  holds: true,
};
const files = new Map([
  ['usage record', 'usage.ts'],
  ['cold list', 'library.ts'],
  ['curator run', 'curator.ts'],
]);

function page(results: readonly BenchResult[], old = blank): string {
  return performancePage(old, { day: '2026-11-16', machine, results }, files);
}

test('the page names the machine and has a table with limits for each area', () => {
  expect(page([exceeded, slow, within])).toBe(
    `${head}${marks[0]}

Measured by \`npm run bench\` on 2026-11-16: Node 20.20.2, Linux, 2 cores of AMD, 24 GiB.

2 of 3 are within their limit.

## Starting and finding skills

| what | Coppice | compared with | ratio | limit | within the limit |
|---|---:|---|---:|---:|---|
| cold list | 373 ms | 194 ms: walk \\| read | 1.92 | at most 2 | yes |

## Counting use, retiring the unused

| what | Coppice | compared with | ratio | limit | within the limit |
|---|---:|---|---:|---:|---|
| usage record | 8.28 µs | 2 µs: an append | 4.14 | at most 1.43 | **no** |
| curator run | 7.33 s | 2.25 s: renames | 3.25 | at most 5 | yes |

${marks[1]}${tail}`,
  );
});

test('the same results give the same page, and old figures are removed', () => {
  const once = page([within]);
  expect(page([within], once)).toBe(once);
  expect(page([slow], once)).not.toContain('cold list');
});

test('a bench of an unknown file is on the page as well', () => {
  expect(page([{ ...within, name: 'new' }])).toContain('## More\n\n');
});

test('a page without the marks is not overwritten', () => {
  expect(() => page([within], head)).toThrow('the page has no');
  expect(() => page([within], `${head}${marks.toReversed().join('\n')}`)).toThrow('the page has no');
});
