import { expect, test } from 'vitest';
import type { Confidence, ScanSeverity, Verdict } from './finding.js';
import { verdictOf, worstVerdict } from './verdict.js';

type Finding = readonly [rule: string, severity: ScanSeverity, confidence: Confidence];

function check(expected: Verdict, findings: readonly Finding[]) {
  expect(verdictOf(findings.map(([rule, severity, confidence]) => ({ rule, severity, confidence })))).toBe(
    expected,
  );
}

test('no findings, or only minor ones, pass', () => {
  check('pass', []);
  check('pass', [
    ['structure/a', 'low', 'high'],
    ['structure/b', 'info', 'high'],
    ['execution/c', 'low', 'high'],
    ['exfiltration/d', 'low', 'high'],
  ]);
});

test('one finding gives the verdict of its severity and confidence', () => {
  const rows: readonly [ScanSeverity, Confidence, Verdict][] = [
    ['critical', 'high', 'block'],
    ['critical', 'medium', 'block'],
    ['critical', 'low', 'warn'],
    ['high', 'high', 'warn'],
    ['high', 'medium', 'warn'],
    ['high', 'low', 'review'],
    ['medium', 'high', 'review'],
    ['medium', 'low', 'review'],
    ['low', 'high', 'pass'],
    ['info', 'high', 'pass'],
  ];
  for (const [severity, confidence, expected] of rows)
    check(expected, [['execution/x', severity, confidence]]);
});

test('the worst finding decides', () => {
  check('warn', [
    ['hidden/a', 'medium', 'high'],
    ['hidden/b', 'high', 'medium'],
    ['hidden/c', 'info', 'high'],
  ]);
});

test('two certain signs of an attack block, if they are of different rules', () => {
  const fetched: Finding = ['execution/download-run', 'high', 'high'];
  const sent: Finding = ['exfiltration/send', 'high', 'high'];
  check('block', [fetched, sent]);
  check('block', [fetched, ['execution/decode-run', 'high', 'high']]);
  check('warn', [fetched, fetched]);
  check('warn', [fetched, ['exfiltration/send', 'high', 'medium']]);
  check('warn', [fetched, ['persistence/cron', 'high', 'high']]);
});

test('the worst of several verdicts is used', () => {
  expect(worstVerdict([])).toBe('pass');
  expect(worstVerdict(['review', 'block', 'pass'])).toBe('block');
});
