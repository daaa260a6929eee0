import { expect, test } from 'vitest';
import { type CuratorReport, idleText, reportPage, skipCounts } from './report.js';

const report: CuratorReport = {
  runId: '2026-01-31-e1',
  dryRun: false,
  seeded: false,
  at: Date.UTC(2026, 0, 31),
  policy: { staleAfterDays: 30, archiveAfterDays: 90, neverUsed: 'never', provenance: ['agent', 'user'] },
  transitioned: [{ id: 'home:old', from: 'active', to: 'archived', anchor: 0, idleDays: 100 }],
  skipped: [
    { id: 'home:a', reason: 'no-change' },
    { id: 'home:b', reason: 'pinned' },
    { id: 'home:c', reason: 'no-change' },
  ],
  quieted: [],
  remaining: [],
  settled: [],
  unfinished: [],
  error: null,
};

test('the page says what was moved, how to bring it back, and what was left alone', () => {
  expect(reportPage(report)).toBe(`# Curator run 2026-01-31-e1

2026-01-31T00:00:00.000Z; stale after 30 days, archived after 90, never used: never, made by: agent, user.

## Moved: 1

- \`home:old\`: active -> archived, idle for 100 days

Restore one with \`coppice restore NAME\`, all with \`coppice undo 2026-01-31-e1\`.

## Skipped: 3

### pinned: 1

- \`home:b\`

### no-change: 2

- \`home:a\`
- \`home:c\`
`);
});

test('a first run and one that went wrong say so', () => {
  const error = { code: 'disk-full', message: 'cannot write', hint: null };
  expect(reportPage({ ...report, seeded: true })).toContain(
    'This was the first run, which is a preview: nothing was moved.\n',
  );
  expect(reportPage({ ...report, error })).toContain('The run failed: cannot write (disk-full).\n');
});

test('what was not moved, what was settled and what is left to settle are listed', () => {
  const { transitioned: remaining } = report;
  const settled = [{ entry: 'e1', action: 'archive', skill: 'home:x', state: 'committed' }] as const;
  expect(
    reportPage({ ...report, transitioned: [], skipped: [], remaining, settled, unfinished: ['e2'] }),
  ).toContain(
    `## Not moved yet: 1

- \`home:old\`: to archived, idle for 100 days

## Settled from earlier runs: 1

- \`home:x\`: archive completed (e1)

## Unfinished, for the next run to settle: 1

- \`e2\`
`,
  );
});

test('a name by a stranger stays in its line', () => {
  const skipped = [{ id: 'home:`x`\n# Big\u001b[31m', reason: 'pinned' }] as const;
  expect(reportPage({ ...report, skipped })).toMatch(/^- `home:'x'[^\n`\u001b]*`$/m);
});

test('reasons are counted in the order of the gates', () => {
  expect(skipCounts(report.skipped)).toEqual([
    ['pinned', 1],
    ['no-change', 2],
  ]);
});

test('how long a skill was idle is reported in words', () => {
  const idle = (idleDays: number) => idleText({ id: 'a', from: 'active', to: 'stale', anchor: 0, idleDays });
  expect([1, 30, Number.POSITIVE_INFINITY].map(idle)).toEqual([
    'idle for 1 day',
    'idle for 30 days',
    'never used',
  ]);
});
