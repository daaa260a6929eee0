import { expect, test } from 'vitest';
import type { ScanRule } from './rule.js';
import { sarifLog, uriPath } from './sarif.js';

const rule: ScanRule = {
  id: 'hidden/example',
  family: 'hidden',
  title: 'Something hidden',
  severity: 'high',
  why: 'Nobody sees it.',
  instead: 'Show it.',
};

const finding = {
  rule: rule.id,
  severity: 'medium',
  confidence: 'low',
  file: 'references/a b#1.md',
  excerpt: 'seen',
  why: 'It is hidden here.',
} as const;

test('a log contains the rules with their help, and the findings with their locations', () => {
  const packages = [
    { uri: 'skills/example', findings: [{ ...finding, line: 3, suppressed: 'it is ours' }, finding] },
  ];
  const result = {
    ruleId: 'hidden/example',
    ruleIndex: 0,
    level: 'warning',
    message: { text: 'It is hidden here. Found: seen' },
    properties: { severity: 'medium', confidence: 'low' },
  };
  const artifactLocation = { uri: 'skills/example/references/a%20b%231.md' };
  expect(sarifLog(packages, [rule], '1.2.3')).toEqual({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'coppice',
            version: '1.2.3',
            rules: [
              {
                id: 'hidden/example',
                shortDescription: { text: 'Something hidden' },
                fullDescription: { text: 'Nobody sees it.' },
                help: {
                  text: 'Nobody sees it. Instead: Show it.',
                  markdown: 'Nobody sees it.\n\n**Instead:** Show it.',
                },
                defaultConfiguration: { level: 'error' },
                properties: { tags: ['security', 'hidden'], 'security-severity': '8.0' },
              },
            ],
          },
        },
        columnKind: 'utf16CodeUnits',
        results: [
          {
            ...result,
            locations: [
              {
                physicalLocation: { artifactLocation, region: { startLine: 3, snippet: { text: 'seen' } } },
              },
            ],
            suppressions: [{ kind: 'external', justification: 'it is ours' }],
          },
          { ...result, locations: [{ physicalLocation: { artifactLocation } }] },
        ],
      },
    ],
  });
});

test('a name with any characters becomes part of a URI', () => {
  expect(uriPath('a/b?c/日\ud800')).toBe('a/b%3Fc/%E6%97%A5%EF%BF%BD');
});
