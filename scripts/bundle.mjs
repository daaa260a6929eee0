// How sources are bundled, wherever that is done: ES modules for Node, with packages inside.
import { fileURLToPath } from 'node:url';

export const bundleOptions = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
  // Native, so it cannot be inside.
  external: ['@photostructure/sqlite'],
  // Its build for Node is CommonJS, which a bundle of ES modules cannot load; the other build is the same code.
  alias: { yaml: fileURLToPath(new URL('../node_modules/yaml/browser/index.js', import.meta.url)) },
};
