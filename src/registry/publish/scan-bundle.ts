/*
 * What the scanner says of a bundle, in the shape in which it is stored with the version.
 */

import type { BundleFile } from '../../bundle/read-bundle.js';
import type { ScanFinding, Verdict } from '../../scan/findings/finding.js';
import { scanFiles } from '../../scan/scan-files.js';
import type { StoredFinding } from '../db/tables.js';

export interface BundleScan {
  readonly verdict: Verdict;
  readonly findings: readonly StoredFinding[];
  /** Secrets for which the bundle is refused. */
  readonly secrets: readonly StoredFinding[];
}

export function scanBundle(name: string, files: readonly BundleFile[]): BundleScan {
  const { verdict, findings, secrets } = scanFiles(name, files);
  return { verdict, findings: findings.map(stored), secrets: secrets.map(stored) };
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
