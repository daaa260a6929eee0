// `node scripts/structure.mjs [CHECKOUT] [--names]`: prints the size and shape of the code in figures, of this checkout or of
// another one (to compare before and after a change). Code files are those of src/ without tests and files that only tests
// import. `--names` lists the small files.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

const smallLines = 40;
const maxFiles = 25;
const onlyForTests = /\.(test|fixture|world|arbitrary|contract|child)\.tsx?$/;

const checkout = resolve(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '.');
const files = new Map(
  readdirSync(join(checkout, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !onlyForTests.test(entry.name))
    .map((entry) => readSource(join(entry.parentPath, entry.name)))
    .map((file) => [file.path, file]),
);
const all = [...files.values()];

const importers = new Map(all.map(({ path }) => [path, new Set()]));
for (const { path, imports } of all) for (const target of imports) importers.get(target)?.add(path);

const folders = groupByFolder();
const crowded = [...folders].filter(([, inside]) => inside.length > maxFiles);
const small = all.filter(({ path, lines }) => lines < smallLines && importers.get(path).size === 1);
const pairs = twoWayPairs();

console.log(`code files                          ${all.length}`);
console.log(`lines                               ${all.reduce((sum, { lines }) => sum + lines, 0)}`);
console.log(`folders with more than ${maxFiles} files     ${crowded.length}`);
for (const [folder, inside] of crowded) console.log(`  ${folder}: ${inside.length}`);
console.log(`files under ${smallLines} lines, one importer  ${small.length}`);
if (process.argv.includes('--names')) for (const { path, lines } of small) console.log(`  ${path}: ${lines}`);
console.log(`pairs of folders of one room that import each other  ${pairs.length}`);
for (const pair of pairs) console.log(`  ${pair}`);

function readSource(absolute) {
  const text = readFileSync(absolute, 'utf8');
  const { module } = parseSync(absolute, text);
  const named = [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  const imports = named
    .filter((name) => name.startsWith('.'))
    .map((name) => fromRoot(resolve(dirname(absolute), name)))
    .flatMap((path) => [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')]);
  return { path: fromRoot(absolute), lines: text.split('\n').length - 1, imports };
}

/** A room is a folder of src/. Two folders of it that import each other have no order. */
function twoWayPairs() {
  const edges = new Set();
  for (const file of all) {
    for (const target of file.imports) {
      const other = files.get(target);
      if (other && roomOf(other) === roomOf(file)) edges.add(`${folderOf(file)} ${folderOf(other)}`);
    }
  }
  return [...edges]
    .map((edge) => edge.split(' '))
    .filter(([from, to]) => from < to && edges.has(`${to} ${from}`))
    .map(([from, to]) => `${from} <-> ${to}`);
}

function groupByFolder() {
  const groups = new Map();
  for (const file of all) groups.set(folderOf(file), [...(groups.get(folderOf(file)) ?? []), file]);
  return groups;
}

function roomOf({ path }) {
  return path.split('/')[1];
}

function folderOf({ path }) {
  return dirname(path);
}

function fromRoot(absolute) {
  return relative(checkout, absolute).replaceAll('\\', '/');
}
