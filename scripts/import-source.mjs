// Bundles one TypeScript file and imports it, so that a script can use the sources without a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOptions, requireBanner } from './bundle.mjs';

export async function importSource(path) {
  const { build } = await import('esbuild');
  // The bundle is inside node_modules, so that it finds the packages that are not bundled.
  const scratch = mkdtempSync(join('node_modules', '.coppice-'));
  try {
    const outfile = join(scratch, 'source.mjs');
    await build({ ...bundleOptions, banner: { js: requireBanner }, entryPoints: [path], outfile });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
