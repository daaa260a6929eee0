import { expect, test } from 'vitest';
import {
  type CandidateReport,
  type EvolveReport,
  exitCodeOf,
  reportOf,
  reportPage,
  summaryText,
} from './report.js';

const selection = { source: 'evidence-threshold', score: 2, reasons: ['events=2', 'errors=1'] };

function candidate(changes: Partial<CandidateReport>): CandidateReport {
  return { skill: 'home:pdf', source: 'agent', status: 'planned', reason: null, selection, ...changes };
}

function reportWith(
  candidates: readonly Partial<CandidateReport>[],
  runId: string | null = null,
): EvolveReport {
  const order = {
    mode: 'deterministic-evidence',
    eligible: candidates.length,
    models: { embedding: null, reranker: null },
  } as const;
  return reportOf(
    { clock: { now: () => Date.UTC(2026, 5, 15) } },
    { days: 7, applyLowRisk: runId !== null, approveAutoApply: runId !== null },
    { window: { from: 0, to: 1 }, selection: order },
    candidates.map(candidate),
    runId,
  );
}

const saves = { fixable: 3, corrections: 0, unsolved: 0 };
const applied: Partial<CandidateReport> = { status: 'applied', reason: 'applied' };
const unchanged: Partial<CandidateReport> = { reason: 'unchanged' };
const protectedOne: Partial<CandidateReport> = { status: 'skipped', reason: 'source-not-agent-created' };
const refused: Partial<CandidateReport> = { status: 'failed', reason: 'verify-failed' };
const faulty: Partial<CandidateReport> = { status: 'failed', reason: 'disk-full' };

test.each<[number, string, readonly Partial<CandidateReport>[]]>([
  [0, 'nothing to do', []],
  [0, 'planned', [{}]],
  [0, 'applied', [applied, unchanged]],
  [0, 'skipped by policy', [protectedOne, applied, { status: 'skipped', reason: 'pinned-skill' }]],
  [0, 'waiting for a drill', [applied, { status: 'skipped', reason: 'restore-drill-required' }]],
  [1, 'a fault', [faulty, protectedOne]],
  [3, 'a verifier refused', [refused, unchanged]],
  [3, 'a verifier refused one and a fault stopped another', [faulty, refused]],
  [4, 'some refused', [applied, refused]],
  [4, 'some faulty', [faulty, applied]],
])('exits with %i: %s', (expected, _, candidates) => {
  expect(exitCodeOf(reportWith(candidates))).toBe(expected);
});

test.each([
  [true, false],
  [false, true],
])('one flag alone exits with 1, also when there was nothing to write', (applyLowRisk, approveAutoApply) => {
  const { window, selection: order } = reportWith([]);
  const report = reportOf(
    { clock: { now: () => 0 } },
    { days: 7, applyLowRisk, approveAutoApply },
    { window, selection: order },
    [],
  );
  expect([report.refused, exitCodeOf(report)]).toEqual(['auto-approval-required', 1]);
});

test('only what a run may write is planned, and what was applied was planned too', () => {
  const forReview = { reason: 'source-not-agent-created' };
  const proposed = { proposal: { id: 'p1', isNew: true } };
  const report = reportWith([{}, applied, unchanged, protectedOne, refused, forReview, proposed]);
  expect(report.summary).toEqual({
    ...{ planned: 3, applied: 1, forReview: 1, proposed: 1, unchanged: 1, skipped: 1, failed: 1 },
  });
  expect(summaryText(report)).toBe(
    'planned 3, applied 1, proposed 1, for review only 1, unchanged 1, skipped 1, failed 1',
  );
  expect(summaryText(reportWith([{}]))).toBe('planned 1, applied 0');
});

test.each<[string, readonly Partial<CandidateReport>[]]>([
  ['no new proposal', []],
  ['1 new proposal', [{ proposal: { id: 'p1', isNew: true } }]],
  [
    '2 new proposals, proposed before 1, left for a later run 1, skipped 1',
    [
      { proposal: { id: 'p1', isNew: true } },
      { proposal: { id: 'p2', isNew: true } },
      { proposal: { id: 'p3', isNew: false } },
      {},
      protectedOne,
    ],
  ],
  ['no new proposal, proposed before 2', Array(2).fill({ proposal: { id: 'p1', isNew: false } })],
])('a run that proposes says what was proposed: %s', (expected, candidates) => {
  expect(summaryText({ ...reportWith(candidates), mode: 'propose' })).toBe(expected);
});

test('the page lists each candidate with its reason, and how to undo the run', () => {
  const verify = {
    passed: false,
    exit_code: 7,
    output: 'no',
    stages: [
      { name: 'builtin-structural', passed: true, exit_code: 0, output: '' },
      { name: 'verify-command', passed: false, exit_code: 7, output: 'no' },
    ],
  };
  const report = reportWith(
    [
      { ...applied, apply: { applied: true, reason: 'applied', entry: 'e1' } },
      {
        ...refused,
        skill: 'home:bad',
        detail: 'verify-command: no',
        apply: { applied: false, reason: 'verify-failed', entry: 'e2', verify },
      },
      { ...protectedOne, skill: 'home:theirs', source: 'bundled' },
      {
        ...unchanged,
        skill: 'home:same',
        saves: { ...saves, sentence: '' },
        proposal: { id: 'p1', isNew: true },
      },
    ],
    '2026-06-15-r1',
  );
  expect(reportPage(report)).toBe(`# Evolver run 2026-06-15-r1

2026-06-15T00:00:00.000Z; apply-low-risk; evidence of the last 7 days; ordered by deterministic-evidence.

Planned 1, applied 1, proposed 1, unchanged 1, skipped 1, failed 1.

## Candidates

- \`home:pdf\` (agent): applied; \`events=2, errors=1\`
  - ledger entry \`e1\`
- \`home:bad\` (agent): failed (verify-failed); \`events=2, errors=1\`
  - \`verify-command: no\`
  - ledger entry \`e2\`
  - builtin-structural: passed
  - verify-command: failed with 7
- \`home:theirs\` (bundled): skipped (source-not-agent-created); \`events=2, errors=1\`
- \`home:same\` (agent): planned (unchanged); 3 sessions failed although the fix is known
  - proposal \`p1\`

Undo all of it with \`coppice undo 2026-06-15-r1\`.
`);
});

test('the page of a run without candidates says so', () => {
  expect(reportPage(reportWith([]))).toContain('# Evolver run (dry run)\n');
  expect(reportPage(reportWith([]))).toContain('There was nothing to note about any skill.\n');
});

test('names and messages of strangers stay in their code, on their line', () => {
  const evil = 'x`\n# Heading\n<script>\u001b[31m` [a](http://x.example)';
  const page = reportPage(
    reportWith([{ skill: evil, status: 'skipped', reason: 'skill-not-found', detail: evil }]),
  );
  const lines = page.split('\n').filter((line) => line.includes('script'));
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toMatch(/^(?:- | {2}- )`[^`]*`(?: \(agent\): skipped \(skill-not-found\); `[^`]*`)?$/);
    expect(line).not.toContain('\u001b');
  }
});
