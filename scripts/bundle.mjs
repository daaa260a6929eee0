// How every script bundles sources: ES modules for Node, with the packages inside.
import { fileURLToPath } from 'node:url';

/** Some packages are CommonJS and require Node's built-in modules; this line at the top of a bundle lets them. */
export const requireBanner =
  "import { createRequire as coppiceRequire } from 'node:module'; const require = coppiceRequire(import.meta.url);\n";

export const bundleOptions = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
  // These are native, or optional and looked up at run time, so they cannot be bundled.
  external: ['@photostructure/sqlite', 'pg-native'],
  loader: { '.sql': 'text' },
  // The builds of these packages for Node are CommonJS, which an ES module bundle cannot load; their other builds can.
  alias: {
    yaml: inPackages('yaml/browser/index.js'),
  },
};

function inPackages(path) {
  return fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
}
