/*
 * The report of the scanner for a person: by package, then by file, with what was seen and why it matters.
 */

import type { ReportedFinding, ScanSeverity, Verdict } from '../scan/findings/finding.js';
import type { ScanResult } from '../scan/scan.js';
import type { Colours } from '../text/colour.js';
import { printable } from '../text/printable.js';
import type { Provenance } from '../usage/rules/record.js';

export interface TargetResult extends Omit<ScanResult, 'verdict'> {
  /** As the user names it. */
  readonly target: string;
  readonly name: string;
  /** The folder of the package, or what was typed where there is none. */
  readonly path: string;
  readonly provenance: Provenance;
  /** Null when it could not be read. */
  readonly verdict: Verdict | null;
  /** Whether the policy for its provenance refuses it. */
  readonly refused: boolean;
  readonly error?: { readonly code: string; readonly message: string };
}

export function scanText(results: readonly TargetResult[], colours: Colours): string {
  const pages = results.flatMap((result) => packageLines(result, colours));
  const words = results.map(verdictWord);
  const told = [...new Set(words)]
    .map((word) => `, ${words.filter((each) => each === word).length} ${word}`)
    .join('');
  return `${[...pages, `${results.length} checked${told}`].join('\n')}\n`;
}

function verdictWord({ verdict }: TargetResult): string {
  return verdict ?? 'unreadable';
}

function packageLines(result: TargetResult, colours: Colours): readonly string[] {
  const { target, path, provenance, verdict, refused, findings, omitted, error } = result;
  const colour = verdict === 'pass' ? colours.green : verdict === 'review' ? colours.yellow : colours.red;
  const files = new Set(findings.map(({ file }) => file));
  return [
    `${colour(verdictWord(result))}  ${printable(target)}${path === target ? '' : ` (${printable(path)})`}`,
    ...(error === undefined ? [] : [`  ${printable(error.message)} (${error.code})`]),
    ...[...files].flatMap((file) => [
      `  ${colours.bold(printable(file))}`,
      ...findings
        .filter((finding) => finding.file === file)
        .flatMap((finding) => findingLines(finding, colours)),
    ]),
    ...(omitted === 0 ? [] : [`  and ${omitted} more, none graver`]),
    ...(refused && verdict !== null ? [`  the policy refuses it, as its provenance is ${provenance}`] : []),
  ];
}

function findingLines(finding: ReportedFinding, colours: Colours): readonly string[] {
  const { rule, severity, confidence, file, line, excerpt, why, suppressed } = finding;
  const where = line === undefined ? '' : `line ${line}: `;
  const told = `    ${where}${severityColour(severity, colours)(severity)}: ${printable(why)} (${rule}, confidence ${confidence})`;
  return [
    told,
    ...(excerpt === '' || excerpt === file ? [] : [`      | ${printable(excerpt)}`]),
    ...(suppressed === undefined ? [] : [`      suppressed: ${printable(suppressed)}`]),
  ];
}

function severityColour(severity: ScanSeverity, { red, yellow, dim }: Colours): (text: string) => string {
  if (severity === 'critical' || severity === 'high') return red;
  return severity === 'medium' ? yellow : dim;
}
