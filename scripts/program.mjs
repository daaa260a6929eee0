// How the program is built: rolldown bundles the command and the library into ES modules that are loaded when a verb needs
// them. The modules of the verbs in daily use share few files, since opening a file takes longer than running its code.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './bundle.mjs';
import { withoutFacades } from './without-facades.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = (path) => resolve(root, path);
const record = source('src/record-event.ts');

const input = {
  cwd: root,
  platform: 'node',
  external: bundleOptions.external,
  resolve: { alias: bundleOptions.alias },
  moduleTypes: bundleOptions.loader,
  transform: {
    define: {
      coppiceScannerHash: JSON.stringify(scannerHash()),
      coppiceVersion: JSON.stringify(JSON.parse(readFileSync(source('package.json'), 'utf8')).version),
    },
  },
};
const output = {
  dir: source('dist'),
  format: 'esm',
  chunkFileNames: 'chunks/[name]-[hash].js',
  // Starting takes as long as the code has bytes. Names of functions stay, so that a stack trace can be read.
  minify: {
    compress: true,
    mangle: { toplevel: false, keepNames: { function: true, class: true } },
    codegen: { removeWhitespace: true },
  },
  comments: { legal: false },
};

export const programBuild = {
  ...input,
  input: {
    main: 'src/main.ts',
    'embedding-worker': 'src/registry/server/threads/embedding-worker.ts',
    'bundle-worker': 'src/registry/server/threads/bundle-worker.ts',
    'store-worker': 'src/evidence/store/store-worker.ts',
  },
  // Hooks call record-event.js, which is one file with a build of its own.
  external: (name) => input.external.includes(name) || name.endsWith('/record-event.js') || name === record,
  preserveEntrySignatures: 'allow-extension',
  plugins: [withoutFacades],
  output: {
    ...output,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: hotFile(), debugName: 'modules of the verbs in daily use' }],
    },
  },
};

/**
 * The library, apart from the command: a program that bundles one function gets neither the verbs nor their modules. Each
 * room and each package that is loaded with the library is one file, so that a bundler can leave out the unused ones.
 */
export const libraryBuild = {
  ...input,
  input: { index: 'src/index.ts' },
  preserveEntrySignatures: 'allow-extension',
  output: {
    ...output,
    chunkFileNames: 'library/[name]-[hash].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: roomFile(), debugName: 'a room or a package' }],
    },
  },
};

const hookSecrets = './hook-secrets.js';

export const recordBuild = {
  ...input,
  input: { 'record-event': 'src/record-event.ts' },
  plugins: [
    {
      name: 'hook-secrets',
      resolveId: (name) =>
        name.endsWith('/live/shared-secrets.js') ? { id: hookSecrets, external: true } : null,
    },
  ],
  preserveEntrySignatures: 'allow-extension',
  // What other programs load on demand is in this one file from the start.
  checks: { ineffectiveDynamicImport: false },
  output,
};

/** What only hooks that meet a secret load: its imports take as long as all the rest of a hook. */
export const hookSecretsBuild = {
  ...input,
  input: { 'hook-secrets': 'src/evidence/live/shared-secrets.ts' },
  output: { ...output, codeSplitting: false },
};

/** The file for a module that every verb, or some of `list`, `ensure` and `status` load; null for other modules. */
function hotFile() {
  let loaded;
  return (module, graph) => {
    const needs = (...paths) =>
      paths.reduce((seen, path) => loadedWith(source(path), graph, seen), new Set());
    // Every command gets its context from a module that is loaded on demand.
    const context = 'src/cli/frame/process-context.ts';
    loaded ??= {
      every: needs('src/cli/verbs.ts'),
      list: needs('src/cli/commands/skills/list.ts', context),
      ensure: needs('src/cli/commands/project/ensure.ts', context),
      status: needs('src/cli/commands/program/status.ts', context),
    };
    if (loaded.every.has(module)) return 'every-verb';
    const verbs = ['list', 'status', 'ensure'].filter((verb) => loaded[verb].has(module));
    // Whatever the screen and `list` share is in the file of `list`.
    if (verbs.includes('ensure') && verbs.length > 1) return 'most-verbs';
    return verbs.length === 0 ? null : `${verbs[0]}-parts`;
  };
}

/** The file for a module that is loaded with the library; null for the entry, and for modules that are loaded on demand. */
function roomFile() {
  const entry = source('src/index.ts');
  let loaded;
  return (module, graph) => {
    loaded ??= loadedWith(entry, graph);
    if (module === entry || !loaded.has(module)) return null;
    const [, name = 'manifest'] =
      /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? /^src\/(\w+)\//.exec(relative(root, module)) ?? [];
    return name.replace('/', '-');
  };
}

/** The module and everything that it imports statically. */
function loadedWith(module, graph, seen = new Set()) {
  if (seen.has(module)) return seen;
  seen.add(module);
  for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) loadedWith(imported, graph, seen);
  return seen;
}

/** Changes with the code that a verdict depends on (src/library/verdicts/scanner-identity.ts): the scanner's, and what it imports. */
function scannerHash() {
  const hash = createHash('sha256');
  for (const room of ['scan', 'skill', 'text']) {
    const folder = source(`src/${room}`);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.name.endsWith('.test.ts'))
      .map((file) => join(file.parentPath, file.name));
    for (const file of files.sort()) hash.update(`${relative(root, file)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
