/*
 * Where the embedded database keeps its data.
 */

import { join, resolve } from 'node:path';
import { sha256Hex } from '../../../system/hash.js';
import type { ServerAccount } from './account.js';

export function dataFolderFor(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
  account: ServerAccount,
): string {
  const given = environment['COPPICE_REGISTRY_DATA'];
  if (given) return resolve(given);
  // The home of root is closed to the account.
  if (account) return join('/var/lib/coppice', sha256Hex(home).slice(0, 8), 'pg');
  return join(home, 'registry', 'pg');
}
