/*
 * All checks of a bundle that need no database: the archive, its SKILL.md, its requirements, and the scanner. Publishing,
 * validating and proposing use the same function, so that they never disagree.
 */

import type { ScanFinding, Verdict } from '../../../scan/findings/finding.js';
import { scanFiles } from '../../../scan/scan-files.js';
import { type Bundle, type BundleFile, readBundle } from '../../../skill/bundle/read-bundle.js';
import { bundleCodec } from '../../../system/gzip.js';
import { CoppiceError } from '../../../text/errors.js';
import { listUpTo } from '../../../text/plural.js';
import type { StoredFile, StoredFinding } from '../../data/db/tables.js';
import type { ItemName } from '../../rules/access/principal.js';
import { readSkillFacts, type SkillFacts } from '../../rules/skill-facts.js';

export interface CheckedBundle {
  /** Without the bytes of its files, which are not needed after the check. */
  readonly bundle: Omit<Bundle, 'files'> & { readonly files: readonly StoredFile[] };
  readonly facts: SkillFacts;
  /** Its `secrets` are those that were allowed. */
  readonly scan: BundleScan;
}

export interface BundleChecks {
  /** The item that it is published as, where that is known. */
  readonly own?: ItemName;
  readonly allowSecret?: boolean;
}

export async function checkBundle(
  bytes: Uint8Array,
  { own, allowSecret = false }: BundleChecks = {},
): Promise<CheckedBundle> {
  const { files, ...bundle } = await readBundle(bytes, bundleCodec);
  const skillFile = files.find(({ path }) => path === 'SKILL.md');
  if (skillFile === undefined) throw new CoppiceError('bad-bundle', 'the bundle has no SKILL.md at its root');
  const facts = readSkillFacts(skillFile.bytes, own);
  const scan = scanBundle(facts.name, files);
  if (scan.secrets.length > 0 && !allowSecret) {
    throw refusal('the bundle contains a secret', scan.secrets, {
      hint: 'remove it and revoke it; an admin can allow one that is public on purpose',
    });
  }
  // A secret alone does not give this verdict, so allowing one does not allow other findings.
  if (scan.verdict === 'block')
    throw refusal('the scanner refuses the bundle', scan.findings, { hint: 'see docs/scanner.md' });
  return { bundle: { ...bundle, files: files.map(storedFile) }, facts, scan };
}

function storedFile({ path, digest, bytes, executable }: BundleFile): StoredFile {
  return { path, digest, size_bytes: bytes.length, executable };
}

function refusal(
  what: string,
  findings: readonly StoredFinding[],
  { hint }: { readonly hint: string },
): CoppiceError {
  const places = findings.map(
    ({ rule, file, line }) => `${file}${line === null ? '' : `, line ${line}`} (${rule})`,
  );
  return new CoppiceError('bad-bundle', `${what}: ${listUpTo(1, places)}`, {
    hint,
    data: { findings: findings.slice(0, maxReportedFindings) },
  });
}

const maxReportedFindings = 20;

/** The result of the scanner, as it is stored with the version. */
interface BundleScan {
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

/** JSON in PostgreSQL cannot store control characters and lone surrogates. */
function storable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD');
}
