/*
 * Embedded databases in temporary folders for tests.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { silentLog } from '../../../system/log.js';
import { serverAccount } from './account.js';
import { type Binaries, binariesIn, packagedBinaries } from './binaries.js';
import type { EmbeddedOptions } from './start-embedded.js';

/** A temporary folder that the account of the server can pass through. */
export function openFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'coppice-pg-'));
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The programs in COPPICE_TEST_POSTGRES, else those of the package, as for all tests. */
export function testBinaries(copies: string): Promise<Binaries> {
  const given = process.env['COPPICE_TEST_POSTGRES'];
  const account = serverAccount();
  return given ? binariesIn(given, account) : packagedBinaries(noPackages, copies, account);
}

/** The user has no folder of packages: the package of the project is used. */
export const noPackages = '/nowhere';

/** Settings of a server that need not survive a crash of the machine. */
export const quickSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' } as const;

export function embeddedOptions(dataFolder: string, binaries: Binaries): EmbeddedOptions {
  return {
    dataFolder,
    lockFolder: dirname(dataFolder),
    binaries: async () => binaries,
    account: serverAccount(),
    log: silentLog,
  };
}
