// Builds dist/: the command (main.js) and the library (index.js) as ES modules with lazily loaded chunks, the web catalog
// (web/), the library's types, and the licences of the bundled packages.
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { hookSecretsBuild, libraryBuild, programBuild, recordBuild } from './program.mjs';
import { bin, install, markBuilt, step } from './steps.mjs';
import { webBuild } from './web.mjs';

install();
const { build: buildProgram } = await import('rolldown');
const { build: buildWeb } = await import('vite');
markBuilt(false);
rmSync('dist', { recursive: true, force: true });
const built = [
  ...(await buildProgram([programBuild, libraryBuild, recordBuild, hookSecretsBuild])),
  // The web build empties its own folder, so that it can also run alone.
  await buildWeb(webBuild),
];
chmodSync('dist/main.js', 0o755);
const modules = built.flatMap(({ output }) => output.flatMap((file) => file.moduleIds ?? []));
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licences(modules));
step('types of the library', bin('tsc'), ['-p', 'tsconfig.types.json']);
removeUnusedTypes('dist/types/index.d.ts');
markBuilt(true);

function licences(modules) {
  const packages = new Set(
    modules.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean),
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

/** The package's licence file, or else the licence section of its readme. */
function licence(folder) {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file) return readFileSync(`${folder}/${file}`, 'utf8').trim();
  const sections = readFileSync(`${folder}/README.md`, 'utf8').split(/^#+ */m);
  const section = sections.find((text) => /^licen[cs]e *\n/i.test(text));
  if (!section) throw new Error(`no licence in ${folder}`);
  return section.replace(/^.*\n/, '').trim();
}

/** The compiler writes types for every imported file; the package needs only those that the library's types refer to. */
function removeUnusedTypes(entry) {
  const kept = new Set();
  const keep = (path) => {
    if (kept.has(path)) return;
    kept.add(path);
    for (const [, target] of readFileSync(path, 'utf8').matchAll(/(?:from |import\()['"](\..+?)\.js['"]/g))
      keep(join(dirname(path), `${target}.d.ts`));
  };
  keep(normalize(entry));
  for (const file of readdirSync(dirname(entry), { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && !kept.has(path)) rmSync(path);
  }
}
