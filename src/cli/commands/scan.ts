/*
 * `coppice scan`: the verdict of the scanner on folders, on skills by name, or on every skill that is found. A target
 * that cannot be read has no verdict, which is a failure, and stops no other.
 */

import { relative } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { readScannedPackage } from '../../library/folders/scanned-package.js';
import type { OpenLibrary } from '../../library/open-library.js';
import { checkedSuppressions, scanRules } from '../../scan/families.js';
import type { ReportedFinding, Suppression } from '../../scan/findings/finding.js';
import { type ScanSeverity, scanSeverities } from '../../scan/findings/finding.js';
import { sarifLog, uriPath } from '../../scan/findings/sarif.js';
import { isRefused, worstVerdict } from '../../scan/findings/verdict.js';
import { scanSkill } from '../../scan/scan.js';
import { CoppiceError } from '../../text/errors.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import { type ScanTarget, scanTargets } from '../scan-targets.js';
import { scanText, type TargetResult } from '../scan-text.js';
import type { Report } from '../verb.js';

export function runScan(context: Context, input: Input): Report {
  if (input.isOn('json') && input.isOn('sarif')) {
    throw new CoppiceError('usage', '--json and --sarif exclude each other', { hint: 'give one of them' });
  }
  const library = libraryOf(context, input);
  const suppressions = checkedSuppressions(library.config['scan.suppress'], library.configPath);
  const targets = scanTargets(library, context.workingFolder, input.argumentList('target'));
  const results = targets.map((target) => scanTarget(library, target, suppressions));
  const failOn = scanSeverities.find((known) => known === input.text('fail-on')) ?? 'high';
  const fails = results.some(
    ({ verdict, findings }) => verdict === null || findings.some((finding) => stands(finding, failOn)),
  );
  return {
    document: document(results),
    text: () =>
      input.isOn('sarif') ? sarifText(context, results) : scanText(results, context.terminal.stdout.colours),
    talk: 'No finding is no proof of safety: read what you run.\n',
    exitCode: fails ? 1 : 0,
  };
}

function scanTarget(
  { files, config }: OpenLibrary,
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
