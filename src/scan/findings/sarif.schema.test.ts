/*
 * Checks what the SARIF 2.1.0 schema requires, for the findings of all labelled packages.
 */

import { expect, test } from 'vitest';
import { labels, readFixtures } from '../../../test/fixtures/scan/read-fixture.js';
import { scanRules } from '../families.js';
import { scanSkill } from '../scan.js';
import { sarifLog, uriPath } from './sarif.js';

const levels = ['none', 'note', 'warning', 'error'];
const text = { text: expect.stringMatching(/\S/) };
/** Relative, with `/` between names, and everything else percent-encoded (RFC 3986). */
const relativeUri = /^(?:[\w.~!'()*-]|%[0-9A-F]{2})+(?:\/(?:[\w.~!'()*-]|%[0-9A-F]{2})*)*$/;

const level = { asymmetricMatch: (value: unknown) => levels.includes(String(value)) };
const startLine = { asymmetricMatch: (value: unknown) => Number.isInteger(value) && Number(value) >= 1 };

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly locations: readonly { readonly physicalLocation: { readonly region?: object } }[];
      readonly suppressions?: readonly object[];
    }[];
  }[];
}

const oddlyNamed = {
  name: 'odd',
  files: [
    { path: 'a b#1%?日.exe', kind: 'file', bytes: new Uint8Array(), sizeBytes: 0, isExecutable: false },
  ],
} as const;

const packages = [...labels.flatMap(readFixtures).map((fixture) => fixture.package), oddlyNamed].map(
  (scanned) => ({
    uri: `skills/${uriPath(scanned.name)}`,
    findings: scanSkill(scanned, {
      suppressions: [{ rule: 'structure/executable', reason: 'built by us' }],
    }).findings,
  }),
);

/** The log as read from a file. */
const log: Log & object = JSON.parse(JSON.stringify(sarifLog(packages, scanRules, '1.2.3')));

const [run] = log.runs;
const results = run?.results ?? [];
const rules = run?.tool.driver.rules ?? [];

test('a log names its schema, its version and one run of one tool', () => {
  expect(log).toEqual({
    $schema: expect.stringMatching(/^https:\/\/.+sarif.+2\.1\.0/),
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'coppice', version: '1.2.3', rules: expect.any(Array) } },
        columnKind: 'utf16CodeUnits',
        results: expect.any(Array),
      },
    ],
  });
  expect(results.length).toBeGreaterThan(100);
});

test('every rule has a unique id and a level', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(scanRules.length);
  for (const rule of rules)
    expect.soft(rule).toEqual({
      id: expect.stringMatching(/^[a-z]+\/[a-z-]+$/),
      shortDescription: text,
      fullDescription: text,
      help: { ...text, markdown: expect.stringMatching(/\S/) },
      defaultConfiguration: { level },
      properties: { tags: expect.any(Array), 'security-severity': expect.stringMatching(/^\d+\.\d$/) },
    });
});

test('every result has a rule of the run, a level and a location', () => {
  for (const result of results) {
    const artifactLocation = { uri: expect.stringMatching(relativeUri) };
    const region = { startLine, snippet: { text: expect.any(String) } };
    const hasLine = result.locations[0]?.physicalLocation.region !== undefined;
    expect.soft(result).toEqual({
      ruleId: rules[result.ruleIndex]?.id,
      ruleIndex: expect.any(Number),
      level,
      message: text,
      locations: [{ physicalLocation: { artifactLocation, ...(hasLine && { region }) } }],
      ...(result.suppressions && { suppressions: [{ kind: 'external', justification: 'built by us' }] }),
      properties: { severity: expect.any(String), confidence: expect.any(String) },
    });
  }
});

test('there are results with and without a line, suppressed ones, and names that need encoding', () => {
  const places = results.flatMap(({ locations }) => locations.map((place) => place.physicalLocation));
  expect(places.some(({ region }) => region === undefined)).toBe(true);
  expect(results.some(({ suppressions }) => suppressions !== undefined)).toBe(true);
  expect(places).toContainEqual({ artifactLocation: { uri: 'skills/odd/a%20b%231%25%3F%E6%97%A5.exe' } });
});
