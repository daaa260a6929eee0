// How the program is built: rolldown bundles the command and the library into ES modules that are loaded when a verb needs
// them. What the verbs in daily use load is put into few files, since finding and reading a file takes longer than its code.
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = (path) => resolve(root, path);
const record = source('src/record-event.ts');

const input = {
  cwd: root,
  platform: 'node',
  external: bundleOptions.external,
  resolve: { alias: bundleOptions.alias },
  moduleTypes: bundleOptions.loader,
};
const output = {
  dir: source('dist'),
  format: 'esm',
  chunkFileNames: 'chunks/[name]-[hash].js',
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  comments: { legal: false },
};

export const programBuild = {
  ...input,
  input: {
    main: 'src/main.ts',
    'embedding-worker': 'src/registry/server/threads/embedding-worker.ts',
    'bundle-worker': 'src/registry/server/threads/bundle-worker.ts',
  },
  // What hooks call is one file, built by itself.
  external: (name) => input.external.includes(name) || name.endsWith('/record-event.js') || name === record,
  preserveEntrySignatures: 'allow-extension',
  output: {
    ...output,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: hotFile(), debugName: 'what the verbs in daily use load' }],
    },
  },
};

/**
 * The library, apart from the command: whoever bundles one function of it gets neither the verbs nor what they load. A room
 * or a package that is loaded with it is one file, so that a bundler can leave out those that are not used.
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

export const recordBuild = {
  ...input,
  input: { 'record-event': 'src/record-event.ts' },
  output: { ...output, codeSplitting: false },
};

/** The file of a module that is loaded by every verb, by both `list` and `ensure`, or by one of these; null for others. */
function hotFile() {
  let loaded;
  return (module, graph) => {
    const needs = (path) => neededBy(source(path), graph);
    loaded ??= {
      every: needs('src/cli/verbs.ts'),
      list: needs('src/cli/commands/skills/list.ts'),
      ensure: needs('src/cli/commands/project/ensure.ts'),
    };
    if (loaded.every.has(module)) return 'every-verb';
    if (!loaded.list.has(module)) return loaded.ensure.has(module) ? 'ensure-parts' : null;
    return loaded.ensure.has(module) ? 'most-verbs' : 'list-parts';
  };
}

/** The file of a module that is loaded with the library; null for the entry, and for what is loaded when it is needed. */
function roomFile() {
  const entry = source('src/index.ts');
  let loaded;
  return (module, graph) => {
    loaded ??= neededBy(entry, graph);
    if (module === entry || !loaded.has(module)) return null;
    const [, name = 'manifest'] =
      /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? /^src\/(\w+)\//.exec(relative(root, module)) ?? [];
    return name.replace('/', '-');
  };
}

/** All that is loaded with a module, whether it is asked for or not. */
function neededBy(module, graph, seen = new Set()) {
  if (seen.has(module)) return seen;
  seen.add(module);
  for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) neededBy(imported, graph, seen);
  return seen;
}
