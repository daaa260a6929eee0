/*
 * What the scanner says of a package that travels: its files are in memory, and nobody may be kept busy by it. Secrets are
 * looked for in every byte of every file; the other rules read a bounded part, the small files first, so that nothing
 * large hides a script beside it. What was not read shows as a finding.
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
  /** Secrets that the scanner is sure enough of to refuse the package. */
  readonly secrets: readonly ReportedFinding[];
}

const mebibyte = 1024 * 1024;
const usualLimits: ScanLimits = { fileBytes: mebibyte, packageBytes: 4 * mebibyte };

export function scanFiles(
  name: string,
  given: readonly FileToScan[],
  options: ScanOptions = {},
  limits: ScanLimits = usualLimits,
): FilesScan {
  const files = given.map(scannedFile);
  const read = bounded(files, limits);
  const { verdict, findings, omitted } = scanSkill({ name, files: read }, options);
  const isWhole = omitted === 0 && read.every(({ bytes, sizeBytes }) => bytes.length === sizeBytes);
  const secrets = isWhole
    ? findings.filter(({ rule }) => secretsScanner.rules.some(({ id }) => id === rule))
    : scanSkill({ name, files }, { ...options, families: [secretsScanner] }).findings;
  return { verdict, findings, secrets: secrets.filter(isSure) };
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

/** A low one is a word like "password" with something after it, of which documents are full. */
function isSure({ severity, suppressed }: ReportedFinding): boolean {
  return suppressed === undefined && severity !== 'low' && severity !== 'info';
}
