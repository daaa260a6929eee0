import { expect, test } from 'vitest';
import type { ScanFinding } from './findings/finding.js';
import type { FamilyScanner } from './findings/rule.js';
import { scanSkill } from './scan.js';

const nothing = { name: 'example', files: [] };

const example: ScanFinding = {
  rule: 'execution/example',
  severity: 'high',
  confidence: 'high',
  file: 'SKILL.md',
  line: 1,
  excerpt: 'seen',
  why: 'Because.',
};

function family(...findings: readonly Partial<ScanFinding>[]): FamilyScanner {
  return { rules: [], scan: () => findings.map((finding) => ({ ...example, ...finding })) };
}

test('findings are sorted by descending severity, then by file, line and rule', () => {
  const { findings } = scanSkill(nothing, {
    families: [
      family({ file: 'b', line: 2 }, { file: 'b', line: 10 }, { file: 'a', line: 30 }),
      family({ severity: 'low', file: 'a' }, { severity: 'critical', file: 'z' }),
      family({ file: 'b', line: 2, rule: 'execution/another' }),
    ],
  });
  expect(findings.map(({ severity, file, line, rule }) => `${severity} ${file}:${line} ${rule}`)).toEqual([
    'critical z:1 execution/example',
    'high a:30 execution/example',
    'high b:2 execution/another',
    'high b:2 execution/example',
    'high b:10 execution/example',
    'low a:1 execution/example',
  ]);
});

test('a rule reports a line once, with the highest severity and confidence', () => {
  const { findings } = scanSkill(nothing, {
    families: [family({ severity: 'low' }, { confidence: 'low' }, { excerpt: 'surest' }, { line: 2 })],
  });
  expect(findings.map(({ severity, excerpt, line }) => [severity, excerpt, line])).toEqual([
    ['high', 'surest', 1],
    ['high', 'seen', 2],
  ]);
});

test('the 200 most severe findings are shown, and the rest is counted', () => {
  const many = Array.from({ length: 250 }, (_, line) => ({ severity: 'low' as const, line }));
  const { verdict, findings, omitted } = scanSkill(nothing, {
    families: [family(...many, { severity: 'critical', file: 'z' })],
  });
  expect([verdict, findings.length, omitted, findings[0]?.file]).toEqual(['block', 200, 51, 'z']);
});

test('excerpts are safe to show', () => {
  const { findings } = scanSkill(nothing, { families: [family({ excerpt: 'a\u202eb' })] });
  expect(findings[0]?.excerpt).toBe('a\\u{202e}b');
});

test('a suppressed finding is shown last with its reason, and does not count', () => {
  const { verdict, findings } = scanSkill(nothing, {
    families: [family({ severity: 'critical' }, { rule: 'hidden/other', severity: 'medium' })],
    suppressions: [{ rule: 'execution/example', reason: 'it is ours' }],
  });
  expect([verdict, findings.map(({ rule, suppressed }) => [rule, suppressed])]).toEqual([
    'review',
    [
      ['hidden/other', undefined],
      ['execution/example', 'it is ours'],
    ],
  ]);
});

test('a suppression for one skill uses the name of the user, not of the package', () => {
  const verdictFor = (knownAs: readonly string[]) =>
    scanSkill(nothing, {
      families: [family({})],
      suppressions: [{ rule: 'execution/example', skill: 'example', reason: 'it is ours' }],
      knownAs,
    }).verdict;
  expect(verdictFor(['home:example', 'example'])).toBe('pass');
  expect(verdictFor([])).toBe('warn');
});

test('a rule with a similar id is not suppressed', () => {
  for (const rule of ['execution/*', '*', 'execution', 'execution/exampl', 'Execution/example']) {
    const suppressions = [{ rule, reason: 'it is ours' }];
    expect(scanSkill(nothing, { families: [family({})], suppressions }).verdict, rule).toBe('warn');
  }
});

test('an empty package is scanned by all families', () => {
  expect(scanSkill(nothing).findings.map(({ rule }) => rule)).toContain('structure/no-skill-file');
});
