/*
 * Scans a package whose files are in memory, with bounded effort. Every byte is searched for secrets; the other rules
 * read a limited part, small files first, so that a large file cannot hide a script. Unread parts become a finding.
 */

import { secretsScanner } from './families/secrets.js';
import type { ReportedFinding, Verdict } from './findings/finding.js';
import type { ScannedFile } from './package/prepare.js';
import { type ScanOptions, scanSkill } from './scan.js';

interface FileToScan {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

interface ScanLimits {
  readonly fileBytes: number;
  readonly packageBytes: number;
}

interface FilesScan {
  readonly verdict: Verdict;
  readonly findings: readonly ReportedFinding[];
  /** Secrets that are certain enough to refuse the package. */
  readonly secrets: readonly ReportedFinding[];
}

const mebibyte = 1024 * 1024;
const defaultLimits: ScanLimits = { fileBytes: mebibyte, packageBytes: 4 * mebibyte };

export function scanFiles(
  name: string,
  given: readonly FileToScan[],
  options: ScanOptions = {},
  limits: ScanLimits = defaultLimits,
): FilesScan {
  const files = given.map(scannedFile);
  const read = bounded(files, limits);
  const { verdict, findings, omitted } = scanSkill({ name, files: read }, options);
  const isWhole = omitted === 0 && read.every(({ bytes, sizeBytes }) => bytes.length === sizeBytes);
  const secrets = isWhole
    ? findings.filter(({ rule }) => secretsScanner.rules.some(({ id }) => id === rule))
    : scanSkill({ name, files }, { ...options, families: [secretsScanner] }).findings;
  return { verdict, findings, secrets: secrets.filter(isCertain) };
}

function scannedFile({ path, bytes, executable }: FileToScan): ScannedFile {
  return { path, kind: 'file', bytes, sizeBytes: bytes.length, isExecutable: executable };
}

function bounded(files: readonly ScannedFile[], limits: ScanLimits): readonly ScannedFile[] {
  let leftBytes = limits.packageBytes;
  const read = files
    .toSorted((a, b) => rank(a) - rank(b) || a.sizeBytes - b.sizeBytes)
    .map((file) => {
      const bytes = file.bytes.subarray(0, Math.min(limits.fileBytes, leftBytes));
      leftBytes -= bytes.length;
      return { ...file, bytes };
    });
  return read.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function rank({ path }: ScannedFile): number {
  return path === 'SKILL.md' ? 0 : 1;
}

/** Documents are full of findings with low severity, such as the word "password" with a word after it. */
function isCertain({ severity, suppressed }: ReportedFinding): boolean {
  return suppressed === undefined && severity !== 'low' && severity !== 'info';
}
