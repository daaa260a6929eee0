// `npm run soak [-- --minutes 10] [-- --seed N]`: runs agents, authors, curator, evolver, a registry and two projects at the
// same time and kills them at random; then checks every counter, ledger, lock and skill. Exit 1 with the first differences.
import { parseArgs } from 'node:util';
import { importSource } from './import-source.mjs';
import { install, step } from './steps.mjs';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
if (!(minutes > 0) || !Number.isInteger(seed))
  throw new Error('--minutes must be a positive number and --seed a whole number');

install();
step('build', process.execPath, ['scripts/build.mjs']);
const { soak } = await importSource('test/soak/soak.ts');
const { operations, kills, checks, differences, folder } = await soak({ minutes, seed, print: console.log });
const sum = (counts) => [...counts.values()].reduce((total, count) => total + count, 0);
for (const [title, counts] of Object.entries({ operations, kills, checks })) {
  console.log(`\n${title}: ${sum(counts)}`);
  for (const [name, count] of [...counts].sort()) console.log(`  ${String(count).padStart(6)}  ${name}`);
}
for (const difference of differences.slice(0, 20)) console.log(`\nDIFFERS  ${difference.slice(0, 2000)}`);
console.log(
  `\n${differences.length} differences; repeat with: npm run soak -- --minutes ${minutes} --seed ${seed}`,
);
if (differences.length > 0) console.log(`all files are still in ${folder}`);
process.exitCode = differences.length > 0 ? 1 : 0;
