// How the web catalog is built: Vite bundles src/web into dist/web, which the registry serves.
import { fileURLToPath } from 'node:url';

export const webBuild = {
  root: fileURLToPath(new URL('../src/web', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The registry serves the pages with a content security policy that allows only their own files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
};
