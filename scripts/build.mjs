// Builds dist/: the command (main.js) and the library (index.js) as ES modules that share lazily loaded chunks, the
// library's types, and the licences of what is bundled in.
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { bundleOptions, requireBanner } from './bundle.mjs';
import { bin, install, step } from './steps.mjs';

install();
const { build } = await import('esbuild');
rmSync('dist', { recursive: true, force: true });
const program = { main: 'src/main.ts', index: 'src/index.ts' };
const options = {
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  ...bundleOptions,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
};
// What hooks call is one file: finding and reading the others would take most of its time.
const record = './record-event.js';
const built = await Promise.all([
  build({ ...options, external: [...bundleOptions.external, record], entryPoints: program, splitting: true }),
  build({ ...options, entryPoints: { 'record-event': 'src/record-event.ts' } }),
]);
for (const path of built.flatMap(({ metafile }) => Object.keys(metafile.outputs))) {
  const text = readFileSync(path, 'utf8');
  if (text.includes('typeof require')) writeFileSync(path, requireBanner + text);
}
const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
chmodSync('dist/main.js', 0o755);
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licences(inputs));
step('types of the library', bin('tsc'), ['-p', 'tsconfig.types.json']);

function licences(inputs) {
  const packages = new Set(
    inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean),
  );
  return [...packages]
    .sort()
    .map((name) => {
      const folder = `node_modules/${name}`;
      const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      return `${name} ${version}\n\n${licence(folder)}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** Its own file, or where there is none, what the readme says under that heading. */
function licence(folder) {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file) return readFileSync(`${folder}/${file}`, 'utf8').trim();
  const sections = readFileSync(`${folder}/README.md`, 'utf8').split(/^#+ */m);
  const said = sections.find((section) => /^licen[cs]e *\n/i.test(section));
  if (!said) throw new Error(`no licence in ${folder}`);
  return said.replace(/^.*\n/, '').trim();
}
