/*
 * The package as npm would publish it, without the network: what is in it, what its types need, and what a program that
 * uses one function of it has to carry. `npm run package-check` installs it and uses it.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const packed = pack();
const paths = packed.files.map(({ path }) => path);

test('the package has the program, the library, the catalog and the documents, and nothing else', () => {
  const expected = [
    /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
    /^docs\/([\w-]+\/)?[\w-]+\.md$/,
    /^dist\/((main|index|record-event|hook-secrets|embedding-worker|bundle-worker|store-worker)\.js|THIRD-PARTY-LICENSES\.txt)$/,
    /^dist\/(chunks|library)\/[\w-]+\.js$/,
    /^dist\/types\/[\w/-]+\.d\.ts$/,
    /^dist\/web\/((index|machine)\.html|theme\.js|leaf\.svg|assets\/[\w-]+\.(js|css))$/,
  ];
  expect(paths.filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(expected.filter((pattern) => !paths.some((path) => pattern.test(path)))).toEqual([]);
});

test('all that the manifest points to is there, and the program can be run', () => {
  const { bin, exports } = JSON.parse(read('package.json'));
  for (const target of [bin.coppice, ...Object.values(exports['.'])])
    expect(paths).toContain(String(target).replace(/^\.\//, ''));
  expect(packed.files.find(({ path }) => path === bin.coppice)?.mode).toBe(0o755);
});

test('the package is small', () => {
  expect(packed.size).toBeLessThan(2_750_000);
  expect(packed.unpackedSize).toBeLessThan(8_750_000);
});

test('nothing in it is of the machine it was built on', () => {
  const telling = [projectRoot, `${homedir()}/`, 'sourceMappingURL'];
  expect(paths.filter((path) => telling.some((text) => read(path).includes(text)))).toEqual([]);
});

test('its types need no other package, and none is there for nothing', () => {
  const types = paths.filter((path) => path.endsWith('.d.ts'));
  const imports = types.flatMap((path) =>
    [...read(path).matchAll(/(?:from |import\()['"](.+?)['"]/g)].map(([, target = '']) =>
      target.startsWith('.') ? join(dirname(path), target.replace(/\.js$/, '.d.ts')) : target,
    ),
  );
  expect(imports.filter((target) => !types.includes(target))).toEqual([]);
  expect(types.filter((path) => path !== 'dist/types/index.d.ts' && !imports.includes(path))).toEqual([]);
});

test('whoever bundles one function gets the room it is in and what that needs', async () => {
  const check = async (name: string, expected: readonly string[]) => {
    const { metafile } = await build({
      stdin: { contents: `export { ${name} } from './dist/index.js'`, resolveDir: projectRoot },
      bundle: true,
      format: 'esm',
      platform: 'node',
      metafile: true,
      write: false,
      outfile: 'out.js',
    });
    const files = Object.entries(metafile.outputs['out.js']?.inputs ?? {}).filter(
      ([path, { bytesInOutput }]) => path.startsWith('dist/library/') && bytesInOutput > 0,
    );
    const rooms = files.map(([path]) => path.replace(/^dist\/library\/(.+)-[\w-]{8}\.js$/, '$1'));
    expect(rooms.sort(), name).toEqual(expected);
  };
  await check('parseSkill', ['js-yaml', 'skill', 'text']);
  await check('planTransitions', ['curator', 'text']);
  // `manifest` is the version of the program.
  await check('fixedClock', ['manifest', 'system', 'text']);
  await check('UsageStore', ['manifest', 'system', 'text', 'usage']);
  await check('searchSkills', ['search', 'text']);
  // The settings of agents that run something by themselves are JSON, YAML or TOML.
  await check('scanSkill', ['js-yaml', 'scan', 'skill', 'smol-toml', 'text']);
});

interface PackedPackage {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

function pack(): PackedPackage {
  if (!existsSync(join(projectRoot, 'dist/main.js'))) throw new Error('it is not built');
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
  const { stdout, stderr } = spawnSync('npm', words, { cwd: projectRoot, encoding: 'utf8' });
  const [found] = JSON.parse(stdout || '[]');
  if (found === undefined) throw new Error(`npm pack says: ${stderr}`);
  return found;
}
