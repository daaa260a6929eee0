// `npm run bench [-- WORD...]`: runs every bench (or those whose name contains a word), prints our figure, the peer's and
// the ratio, and writes bench/results/<date>.json and docs/performance.md. Exit 1 when a limit is exceeded.
// `npm run bench -- --page` rewrites the page from the last results.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { importSource } from './import-source.mjs';
import { install, step } from './steps.mjs';

install();
const words = process.argv.slice(2);
const isPageOnly = words.includes('--page');
if (!isPageOnly) step('build', process.execPath, ['scripts/build.mjs']);

const results = [];
const fileOf = new Map();
for (const file of readdirSync('bench')
  .filter((name) => name.endsWith('.ts'))
  .sort()) {
  const { benches = [], close } = await importSource(`bench/${file}`);
  for (const bench of benches) {
    fileOf.set(bench.name, file);
    if (isPageOnly) continue;
    if (words.length > 0 && !words.some((word) => bench.name.includes(word))) continue;
    const figures = await bench.run();
    const ratio = figures.ours / figures.peer;
    const holds = ratio <= bench.limit.ratio;
    results.push({ name: bench.name, ...figures, ratio, limit: bench.limit.ratio, holds });
    const shown = (value) => `${value.toPrecision(3)} ${figures.unit}`;
    console.log(
      `${holds ? 'holds' : 'FAILS'}  ${bench.name}: ${shown(figures.ours)}; ${figures.peerName}: ${shown(figures.peer)}; ` +
        `ratio ${ratio.toFixed(2)} (at most ${bench.limit.ratio})`,
    );
    for (const [name, value] of Object.entries(figures.details ?? {}))
      console.log(`         ${name}: ${value}`);
  }
  await close?.();
}
if (words.length === 0) {
  const machine = {
    node: process.version,
    system: type(),
    processor: cpus()[0]?.model,
    cores: cpus().length,
    memoryBytes: totalmem(),
  };
  mkdirSync('bench/results', { recursive: true });
  const path = `bench/results/${new Date().toISOString().slice(0, 10)}.json`;
  writeFileSync(path, `${JSON.stringify({ machine, results }, null, 2)}\n`);
  console.log(`written to ${path}`);
}
if (words.length === 0 || isPageOnly) await writePage();
if (!isPageOnly) {
  const failed = results.filter((result) => !result.holds).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || results.length === 0 ? 1 : 0;
}

async function writePage() {
  const last = readdirSync('bench/results').sort().at(-1);
  const run = JSON.parse(readFileSync(`bench/results/${last}`, 'utf8'));
  const { performancePage } = await importSource('bench/performance-page.ts');
  const path = 'docs/performance.md';
  const day = last.replace('.json', '');
  writeFileSync(path, performancePage(readFileSync(path, 'utf8'), { day, ...run }, fileOf));
  console.log(`written to ${path}`);
}
