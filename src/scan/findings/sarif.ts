/*
 * Findings as SARIF 2.1.0, the format in which code hosts and editors read analysis results. Every rule includes its
 * help, so that readers see the same text as in the documentation.
 */

import type { ReportedFinding, ScanSeverity } from './finding.js';
import type { ScanRule } from './rule.js';

export interface SarifPackage {
  /** The URI of the package folder, absolute or relative to the working directory. */
  readonly uri: string;
  readonly findings: readonly ReportedFinding[];
}

export function sarifLog(
  packages: readonly SarifPackage[],
  rules: readonly ScanRule[],
  version: string,
): object {
  const ruleIndex = new Map(rules.map(({ id }, index) => [id, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'coppice', version, rules: rules.map(descriptor) } },
        columnKind: 'utf16CodeUnits',
        results: packages.flatMap(({ uri, findings }) =>
          findings.map((finding) => ({ ...result(finding, uri), ruleIndex: ruleIndex.get(finding.rule) })),
        ),
      },
    ],
  };
}

/** Encodes a path with forward slashes. */
export function uriPath(path: string): string {
  return path
    .split('/')
    .map((name) => encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\uFFFD')))
    .join('/');
}

function descriptor({ id, family, title, severity, why, instead }: ScanRule): object {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${why} Instead: ${instead}`, markdown: `${why}\n\n**Instead:** ${instead}` },
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: ['security', family], 'security-severity': securitySeverities[severity] },
  };
}

function result(finding: ReportedFinding, packageUri: string): object {
  const { rule, severity, confidence, file, line, excerpt, why, suppressed } = finding;
  return {
    ruleId: rule,
    level: levels[severity],
    message: { text: `${why} Found: ${excerpt}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: `${packageUri}/${uriPath(file)}` },
          ...(line !== undefined && { region: { startLine: line, snippet: { text: excerpt } } }),
        },
      },
    ],
    ...(suppressed !== undefined && { suppressions: [{ kind: 'external', justification: suppressed }] }),
    properties: { severity, confidence },
  };
}

const levels = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
} as const satisfies Readonly<Record<ScanSeverity, string>>;

/** The scale from 0 to 10 that code hosts sort by. */
const securitySeverities: Readonly<Record<ScanSeverity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.0',
  low: '2.0',
  info: '0.0',
};
