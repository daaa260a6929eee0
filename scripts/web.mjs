// How the pages are built: Vite bundles src/web into dist/web. The registry serves index.html, the catalog of a team, and
// `coppice open` serves machine.html, the pages about one machine; both share their parts.
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
    rolldownOptions: {
      input: ['index', 'machine'].map((name) =>
        fileURLToPath(new URL(`../src/web/${name}.html`, import.meta.url)),
      ),
    },
    reportCompressedSize: false,
  },
};
