// `npm run bench:effect [-- --skills 1000] [--seed 1] [--loads 4] [--outages 4] [--warm 30] [--days 42]`: how often the
// verdict about a note is right on made-up machines, as a table with 95 % intervals. Exit 1 when a goal is missed; there
// are goals for four loads a day.
import { parseArgs } from 'node:util';
import { importSource } from './import-source.mjs';

const number = (fallback) => ({ type: 'string', default: String(fallback) });
const { values } = parseArgs({
  options: {
    ...{ skills: number(1000), seed: number(1000), loads: number(4), outages: number(4) },
    ...{ warm: number(30), days: number(42) },
  },
});
const { measureEffect } = await importSource('bench/effect-simulation.ts');
const options = {
  seed: Number(values.seed),
  loadsADay: Number(values.loads),
  maxOutageDays: Number(values.outages),
};
const lengths = { warmDays: Number(values.warm), days: Number(values.days) };
const figures = measureEffect(Number(values.skills), { ...options, ...lengths });

const percent = (share) => (100 * share).toFixed(1);
const cell = ({ count, low, high }, total) => `${percent(count / total)} (${percent(low)}-${percent(high)})`;
console.log(
  '| kind | skills | ever helped, % | ever harmed, % | has a note at the end, % |\n|---|---|---|---|---|',
);
for (const { kind, skills, helped, harmed, noted } of figures)
  console.log(
    `| ${kind} | ${skills} | ${[helped, harmed, noted].map((share) => cell(share, skills)).join(' | ')} |`,
  );

const isUsual = options.loadsADay === 4 && options.maxOutageDays <= 4;
const misses = isUsual ? figures.flatMap(missesOf) : [];
for (const miss of misses) console.log(`FAILS ${miss}`);
process.exitCode = misses.length > 0 ? 1 : 0;

function missesOf({ kind, skills, helped, harmed, noted }) {
  const least = (what, { count }, share) => (count / skills >= share ? [] : [`${kind}: ${what}`]);
  const most = (what, { count }, share) => (count / skills <= share ? [] : [`${kind}: ${what}`]);
  if (kind === 'helps')
    return [least('helped', helped, 0.8), most('harmed', harmed, 0.05), least('noted', noted, 0.95)].flat();
  if (kind === 'harms')
    return [least('harmed', harmed, 0.8), most('helped', helped, 0.05), most('noted', noted, 0.2)].flat();
  return [most('helped', helped, kind === 'drift' ? 0.1 : 0.05), most('harmed', harmed, 0.05)].flat();
}
