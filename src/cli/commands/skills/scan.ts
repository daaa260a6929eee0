/*
 * `coppice scan`: the verdict of the scanner on folders, on skills by name, or on every skill that is found. A target
 * that cannot be read has no verdict, which is a failure, and the others are still scanned.
 */

import { relative } from 'node:path';
import manifest from '../../../../package.json' with { type: 'json' };
import { type Context, libraryOf } from '../../../app/context.js';
import { type ScanTarget, scanTargets } from '../../../app/scan-targets.js';
import { readScannedPackage } from '../../../library/folders/scanned-package.js';
import type { Library } from '../../../library/open-library.js';
import { checkedSuppressions, scanRules } from '../../../scan/families.js';
import {
  type ReportedFinding,
  type ScanSeverity,
  type Suppression,
  scanSeverities,
  type Verdict,
} from '../../../scan/findings/finding.js';
import { sarifLog, uriPath } from '../../../scan/findings/sarif.js';
import { isRefused, worstVerdict } from '../../../scan/findings/verdict.js';
import { type ScanResult, scanSkill } from '../../../scan/scan.js';
import type { Colours } from '../../../text/colour.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import type { Provenance } from '../../../usage/rules/record.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runScan(context: Context, input: Input<'scan'>): Report {
  if (input.isOn('json') && input.isOn('sarif')) {
    throw new CoppiceError('usage', 'use either --json or --sarif', { hint: 'coppice help scan' });
  }
  const library = libraryOf(context);
  const suppressions = checkedSuppressions(library.config['scan.suppress'], library.configPath);
  const targets = scanTargets(library, context.workingFolder, input.argumentList('target'));
  const results = targets.map((target) => scanTarget(library, target, suppressions));
  const failOn = input.text('fail-on') ?? 'high';
  const fails = results.some(
    ({ verdict, findings }) => verdict === null || findings.some((finding) => stands(finding, failOn)),
  );
  return {
    document: document(results),
    text: () =>
      input.isOn('sarif') ? sarifText(context, results) : scanText(results, context.terminal.stdout.colours),
    notes: 'A clean scan does not prove that a skill is safe: read what you run.\n',
    exitCode: fails ? 1 : 0,
  };
}

function scanTarget(
  { files, config }: Library,
  { knownAs, error, ...about }: ScanTarget,
  suppressions: readonly Suppression[],
): TargetResult {
  if (error !== undefined) return withoutVerdict(about, error);
  try {
    const result = scanSkill(readScannedPackage(files, about.path), { suppressions, knownAs });
    const refused = isRefused(result.verdict, about.provenance, config['scan.policy']);
    return { ...about, ...result, refused };
  } catch (fault) {
    if (!(fault instanceof CoppiceError)) throw fault;
    return withoutVerdict(about, fault);
  }
}

function withoutVerdict(
  about: Omit<ScanTarget, 'knownAs' | 'error'>,
  { code, message }: CoppiceError,
): TargetResult {
  return { ...about, verdict: null, refused: true, findings: [], omitted: 0, error: { code, message } };
}

function stands({ severity, suppressed }: ReportedFinding, failOn: ScanSeverity): boolean {
  return suppressed === undefined && scanSeverities.indexOf(severity) >= scanSeverities.indexOf(failOn);
}

function document(results: readonly TargetResult[]) {
  return {
    verdict: worstVerdict(results.map(({ verdict }) => verdict ?? 'block')),
    checked: results.length,
    results: results.map(({ findings, ...result }) => ({
      ...result,
      findings: findings.map(({ line, ...finding }) => ({ ...finding, line: line ?? null })),
    })),
  };
}

/** Relative to the working folder where possible, as code hosts want it. */
function sarifText({ workingFolder }: Context, results: readonly TargetResult[]): string {
  const packages = results.map(({ path, findings }) => {
    const below = relative(workingFolder, path);
    const uri = below.startsWith('..') ? `file://${uriPath(path)}` : uriPath(below === '' ? '.' : below);
    return { uri, findings };
  });
  return `${JSON.stringify(sarifLog(packages, scanRules, manifest.version), null, 2)}\n`;
}

/*
 * The report of the scanner for a person: by package, then by file, with the matching text and why it matters.
 */

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
  const counts = [...new Set(words)]
    .map((word) => `, ${words.filter((each) => each === word).length} ${word}`)
    .join('');
  return `${[...pages, `${results.length} checked${counts}`].join('\n')}\n`;
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
    ...(omitted === 0 ? [] : [`  and ${omitted} more, none more severe`]),
    ...(refused && verdict !== null ? [`  Blocked by policy for skills ${originTexts[provenance]}`] : []),
  ];
}

const originTexts: Readonly<Record<Provenance, string>> = {
  agent: 'made by an agent',
  user: 'made by the user',
  bundled: 'bundled with an agent',
  hub: 'from a hub',
  plugin: 'from a plugin',
  project: 'of a project',
  external: 'from an external folder',
  registry: 'from a registry',
  unknown: 'of unknown origin',
};

function findingLines(finding: ReportedFinding, colours: Colours): readonly string[] {
  const { rule, severity, confidence, file, line, excerpt, why, suppressed } = finding;
  const where = line === undefined ? '' : `line ${line}: `;
  const sentence = `    ${where}${severityColour(severity, colours)(severity)}: ${printable(why)} (${rule}, confidence ${confidence})`;
  return [
    sentence,
    ...(excerpt === '' || excerpt === file ? [] : [`      | ${printable(excerpt)}`]),
    ...(suppressed === undefined ? [] : [`      suppressed: ${printable(suppressed)}`]),
  ];
}

function severityColour(severity: ScanSeverity, { red, yellow, dim }: Colours): (text: string) => string {
  if (severity === 'critical' || severity === 'high') return red;
  return severity === 'medium' ? yellow : dim;
}
