/*
 * Whether a package may be installed: what the scanner says of it, under the user's policy for where it comes from.
 */

import { checkedSuppressions } from '../../library/scan-suppressions.js';
import { isRefused } from '../../scan/findings/verdict.js';
import { scanFiles } from '../../scan/scan-files.js';
import { CoppiceError } from '../../text/errors.js';
import type { NodeOrigin } from '../lock/lock.js';
import type { StoreFile } from '../store/store.js';
import type { EnsureDeps } from './ports.js';

export function requireSafe(
  { config }: Pick<EnsureDeps, 'config'>,
  { slug, origin }: { readonly slug: string; readonly origin: NodeOrigin },
  files: readonly StoreFile[],
): void {
  const suppressions = checkedSuppressions(config['scan.suppress'], config.path);
  const { verdict, findings } = scanFiles(slug, files, { suppressions, knownAs: [slug] });
  if (!isRefused(verdict, provenances[origin.from], config['scan.policy'])) return;
  const worst = findings.find(({ suppressed }) => suppressed === undefined);
  const where = worst?.line === undefined ? worst?.file : `${worst.file}:${worst.line}`;
  const why = worst === undefined ? `its verdict is ${verdict}` : `${worst.rule} in ${where}: ${worst.why}`;
  throw new CoppiceError('bad-bundle', `the scan refuses it: ${why}`, {
    hint: 'look at it; scan.suppress in the configuration accepts a finding for one skill',
  });
}

const provenances = { registry: 'registry', git: 'hub', path: 'external' } as const;
