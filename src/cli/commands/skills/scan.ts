/*
 * `coppice scan`: the verdict of the scanner on folders, on skills by name, or on every skill that is found. A target
 * that cannot be read has no verdict, which is a failure, and the others are still scanned.
 */

import { relative } from 'node:path';
import manifest from '../../../../package.json' with { type: 'json' };
import { type Context, libraryOf } from '../../../app/context.js';
import { type ScanTarget, scanTargets } from '../../../app/scan-targets.js';
import { readAgain, type SecondReading } from '../../../app/second-reading.js';
import { configuredModel } from '../../../evolve/proposals/model.js';
import { readScannedPackage } from '../../../library/folders/scanned-package.js';
import type { Library } from '../../../library/open-library.js';
import type { Acceptance } from '../../../library/rules/verdict.js';
import { scanAgain } from '../../../library/verdicts/verdicts.js';
import { checkedSuppressions, scanRules } from '../../../scan/families.js';
import {
  type ReportedFinding,
  type ScanSeverity,
  type Suppression,
  scanSeverities,
  type Verdict,
  verdicts,
} from '../../../scan/findings/finding.js';
import { sarifLog, uriPath } from '../../../scan/findings/sarif.js';
import { isRefused, worstVerdict } from '../../../scan/findings/verdict.js';
import { type ScanResult, scanSkill } from '../../../scan/scan.js';
import { showProgress } from '../../../system/terminal/progress.js';
import type { Colours } from '../../../text/colour.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import type { Provenance } from '../../../usage/rules/record.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runScan(context: Context, input: Input<'scan'>): Promise<Report> {
  if (input.isOn('json') && input.isOn('sarif')) {
    throw new CoppiceError('usage', 'use either --json or --sarif', { hint: 'coppice help scan' });
  }
  const library = libraryOf(context);
  const suppressions = checkedSuppressions(library.config['scan.suppress'], library.configPath);
  const targets = scanTargets(library, context.workingFolder, input.argumentList('target'));
  const progress = input.isOn('json') ? undefined : showProgress(context.terminal);
  const scanned = targets.map((target, done) => {
    progress?.update({ label: 'scanning', done, total: targets.length });
    return scanTarget(library, target, suppressions);
  });
  progress?.end();
  const { results, failures } = input.isOn('with-model')
    ? await readWithModel(context, library, scanned)
    : { results: scanned, failures: [] };
  const named = input.argumentList('target').length;
  const isAsked = input.isOn('all') || (named > 0 && named === results.length);
  const failOn = input.text('fail-on') ?? 'high';
  const fails = results.some(
    ({ verdict, findings }) => verdict === null || findings.some((finding) => stands(finding, failOn)),
  );
  return {
    document: document(results),
    text: () =>
      input.isOn('sarif')
        ? sarifText(context, results)
        : scanText(results, context.terminal.stdout.colours, isAsked),
    notes: scanNotes(targets, failures),
    exitCode: fails ? 1 : 0,
  };
}

/** The hints about what could not be found; the warning only where something was scanned. */
function scanNotes(targets: readonly ScanTarget[], failures: readonly string[]): string {
  const hints = new Set(targets.flatMap(({ error }) => error?.hint ?? []));
  return [
    ...[...hints].map((hint) => `hint: ${printable(hint)}\n`),
    ...failures.map((failure) => `${printable(failure)}\n`),
    ...(targets.some(({ error }) => error === undefined) || targets.length === 0
      ? ['A clean scan does not prove that a skill is safe: read what you run.\n']
      : []),
  ].join('');
}

/** The verdict of the policy follows the verdict of both readers. */
async function readWithModel(
  { environment }: Context,
  library: Library,
  scanned: readonly TargetResult[],
): Promise<SecondReading<TargetResult>> {
  const model = configuredModel({
    endpoint: library.config['evolve.model_endpoint'],
    name: library.config['evolve.model_name'],
    key: environment[library.config['evolve.model_key_env']] || undefined,
    command: library.config['evolve.model_command'],
    folder: library.home,
    timeoutMs: 60_000,
  });
  const packageOf = ({ path }: TargetResult) => readScannedPackage(library.files, path);
  const { results, failures } = await readAgain(scanned, model, packageOf, environment);
  const policy = library.config['scan.policy'];
  return {
    failures,
    results: results.map((result) =>
      result.verdict === null
        ? result
        : { ...result, refused: isRefused(result.verdict, result.provenance, policy) },
    ),
  };
}

function scanTarget(
  library: Library,
  { knownAs, skill, error, ...about }: ScanTarget,
  suppressions: readonly Suppression[],
): TargetResult {
  if (error !== undefined) return withoutVerdict(about, error);
  try {
    const result =
      skill === undefined
        ? scanSkill(readScannedPackage(library.files, about.path), { suppressions, knownAs })
        : scanAgain(library, skill);
    const refused = isRefused(result.verdict, about.provenance, library.config['scan.policy']);
    return { ...about, ...result, refused, ...(skill && { id: skill.id }) };
  } catch (fault) {
    if (!(fault instanceof CoppiceError)) throw fault;
    return withoutVerdict(about, fault);
  }
}

function withoutVerdict(
  about: Omit<ScanTarget, 'knownAs' | 'skill' | 'error'>,
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
  /** Whether the policy for its provenance refuses to install it. */
  readonly refused: boolean;
  /** Of a skill in the library. */
  readonly id?: string;
  /** Set when a person has accepted a skill of the library that is blocked. */
  readonly accepted?: Acceptance | null;
  readonly error?: { readonly code: string; readonly message: string };
}

/** The worst first; what passed is only counted, unless all are wanted. */
export function scanText(results: readonly TargetResult[], colours: Colours, all: boolean): string {
  const shown = results
    .filter(({ verdict }) => all || verdict !== 'pass')
    .toSorted((a, b) => rankOf(b) - rankOf(a));
  const pages = shown.flatMap((result) => packageLines(result, colours));
  return `${[...pages, summary(results)].join('\n')}\n`;
}

/** What could not be read may be anything. */
function rankOf({ verdict }: TargetResult): number {
  return verdict === null ? verdicts.length : verdicts.indexOf(verdict);
}

function summary(results: readonly TargetResult[]): string {
  const count = (...words: readonly string[]) =>
    results.filter((result) => words.includes(verdictWord(result))).length;
  const parts = [
    [count('unreadable'), 'unreadable'],
    [count('block'), 'blocked'],
    [count('warn', 'review'), 'to check'],
    [count('pass'), 'passed'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return said.length === 0 ? 'no skills found' : said.join(', ');
}

function verdictWord({ verdict }: TargetResult): string {
  return verdict ?? 'unreadable';
}

function packageLines(result: TargetResult, colours: Colours): readonly string[] {
  const { id, target, path, verdict, findings, omitted, error } = result;
  const named = id ?? target;
  const colour = verdict === 'pass' ? colours.green : verdict === 'review' ? colours.yellow : colours.red;
  const files = new Set(findings.map(({ file }) => file));
  return [
    `${colour(verdictWord(result))}  ${printable(named)}${path === named ? '' : ` (${printable(path)})`}`,
    ...(error === undefined ? [] : [`  ${printable(error.message)} (${error.code})`]),
    ...[...files].flatMap((file) => [
      `  ${colours.bold(printable(file))}`,
      ...findings
        .filter((finding) => finding.file === file)
        .flatMap((finding) => findingLines(finding, colours)),
    ]),
    ...(omitted === 0 ? [] : [`  and ${omitted} more, none more severe`]),
    ...consequences(result),
  ];
}

/** What really happens because of the verdict. */
function consequences({ id, verdict, accepted, refused, provenance }: TargetResult): readonly string[] {
  const lines: string[] = [];
  if (id !== undefined && accepted != null)
    lines.push(`  Accepted, so agents get it: ${printable(accepted.reason)}`);
  else if (id !== undefined && verdict === 'block')
    lines.push(
      `  Coppice gives it to no agent, but agents that read its folder themselves see it until you archive it: coppice archive ${printable(id)}`,
      `  If you have read it and trust it: coppice scan accept ${printable(id)} --reason TEXT`,
    );
  if (refused && verdict !== null)
    lines.push(`  scan.policy refuses to install skills ${originTexts[provenance]} with this verdict`);
  return lines;
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
