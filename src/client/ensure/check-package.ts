/*
 * Whether a package may be installed: what the scanner says of it, under the user's policy for where it comes from.
 * Reading is bounded, the small files first, so that nothing large hides a script beside it; what was not read shows as a
 * finding.
 */

import { checkedSuppressions } from '../../library/scan-suppressions.js';
import type { ScannedFile } from '../../scan/package.js';
import { isRefused } from '../../scan/policy.js';
import { scanSkill } from '../../scan/scan.js';
import { CoppiceError } from '../../system/errors.js';
import type { NodeOrigin } from '../lock/lock.js';
import type { StoreFile } from '../store/store.js';
import type { EnsureDeps } from './ports.js';

export function requireSafe(
  { config }: Pick<EnsureDeps, 'config'>,
  { slug, origin }: { readonly slug: string; readonly origin: NodeOrigin },
  files: readonly StoreFile[],
): void {
  const suppressions = checkedSuppressions(config['scan.suppress'], config.path);
  const { verdict, findings } = scanSkill(
    { name: slug, files: bounded(files) },
    { suppressions, knownAs: [slug] },
  );
  if (!isRefused(verdict, provenances[origin.from], config['scan.policy'])) return;
  const worst = findings.find(({ suppressed }) => suppressed === undefined);
  const where = worst?.line === undefined ? worst?.file : `${worst.file}:${worst.line}`;
  const why = worst === undefined ? `its verdict is ${verdict}` : `${worst.rule} in ${where}: ${worst.why}`;
  throw new CoppiceError('bad-bundle', `the scan refuses it: ${why}`, {
    hint: 'look at it; scan.suppress in the configuration accepts a finding for one skill',
  });
}

const provenances = { registry: 'registry', git: 'hub', path: 'external' } as const;

const maxFileBytes = 1024 * 1024;
const maxPackageBytes = 4 * maxFileBytes;

function bounded(files: readonly StoreFile[]): readonly ScannedFile[] {
  let leftBytes = maxPackageBytes;
  const smallFirst = files.toSorted((a, b) => rank(a) - rank(b) || a.bytes.length - b.bytes.length);
  const read = smallFirst.map(({ path, bytes, executable }): ScannedFile => {
    const part = bytes.subarray(0, Math.min(maxFileBytes, leftBytes));
    leftBytes -= part.length;
    return { path, kind: 'file', bytes: part, sizeBytes: bytes.length, isExecutable: executable };
  });
  return read.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function rank({ path }: StoreFile): number {
  return path === 'SKILL.md' ? 0 : 1;
}
