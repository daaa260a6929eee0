/*
 * What the scanner says of a bundle. Secrets are looked for in every byte of every file; the other rules read a bounded
 * part, the small files first, so that no bundle keeps the server busy and nothing large hides a script beside it. What
 * was not read shows as a finding.
 */

import type { BundleFile } from '../../bundle/read-bundle.js';
import type { ScanFinding, Verdict } from '../../scan/finding.js';
import type { ScannedFile } from '../../scan/package.js';
import { scanSkill } from '../../scan/scan.js';
import { secretsScanner } from '../../scan/secrets/secrets.js';
import type { StoredFinding } from '../db/tables.js';

export interface BundleScan {
  readonly verdict: Verdict;
  readonly findings: readonly StoredFinding[];
  /** Secrets that the scanner is sure enough of to refuse the bundle. */
  readonly secrets: readonly StoredFinding[];
}

interface ScanLimits {
  readonly fileBytes: number;
  readonly bundleBytes: number;
}

const mebibyte = 1024 * 1024;
const usualLimits: ScanLimits = { fileBytes: mebibyte, bundleBytes: 4 * mebibyte };

export function scanBundle(
  name: string,
  bundleFiles: readonly BundleFile[],
  limits: ScanLimits = usualLimits,
): BundleScan {
  const files = bundleFiles.map(scannedFile);
  const read = bounded(files, limits);
  const { verdict, findings, omitted } = scanSkill({ name, files: read });
  const isWhole = omitted === 0 && read.every(({ bytes, sizeBytes }) => bytes.length === sizeBytes);
  const secrets = isWhole
    ? findings.filter(({ rule }) => secretsScanner.rules.some(({ id }) => id === rule))
    : scanSkill({ name, files }, { families: [secretsScanner] }).findings;
  return {
    verdict,
    findings: findings.map(stored),
    // A low one is a word like "password" with something after it, of which documents are full.
    secrets: secrets.filter(({ severity }) => severity !== 'low').map(stored),
  };
}

function scannedFile({ path, bytes, executable }: BundleFile): ScannedFile {
  return { path, kind: 'file', bytes, sizeBytes: bytes.length, isExecutable: executable };
}

function bounded(files: readonly ScannedFile[], limits: ScanLimits): readonly ScannedFile[] {
  let leftBytes = limits.bundleBytes;
  const read = files
    .toSorted(
      (a, b) => Number(b.path === 'SKILL.md') - Number(a.path === 'SKILL.md') || a.sizeBytes - b.sizeBytes,
    )
    .map((file) => {
      const bytes = file.bytes.subarray(0, Math.min(limits.fileBytes, leftBytes));
      leftBytes -= bytes.length;
      return { ...file, bytes };
    });
  return read.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function stored({ rule, severity, confidence, file, line, excerpt, why }: ScanFinding): StoredFinding {
  return {
    rule,
    severity,
    confidence,
    file,
    line: line ?? null,
    excerpt: storable(excerpt),
    why: storable(why),
  };
}

/** JSON in PostgreSQL has no room for these. */
function storable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD');
}
