// How sources are bundled, wherever that is done: ES modules for Node, with packages inside.
import { fileURLToPath } from 'node:url';

/** Some packages are CommonJS and require what Node has built in: goes in front of the files that ask for it. */
export const requireBanner =
  "import { createRequire as coppiceRequire } from 'node:module'; const require = coppiceRequire(import.meta.url);\n";

export const bundleOptions = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
  // Native, or optional and found when asked for, so they cannot be inside.
  external: ['@photostructure/sqlite', 'pg-native'],
  loader: { '.sql': 'text' },
  // Their builds for Node are CommonJS, which a bundle of ES modules cannot load; the other builds are the same code.
  alias: {
    yaml: inPackages('yaml/browser/index.js'),
    'jsonc-parser': inPackages('jsonc-parser/lib/esm/main.js'),
  },
};

function inPackages(path) {
  return fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
}
