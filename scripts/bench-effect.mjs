// `npm run bench:effect [-- --skills 1000] [--seed 1] [--loads 4] [--outages 2-4] [--drift .5-.05] [--warm 30] [--days 42] [--trials] [--lines]`: how often the
// verdict about a note is right on made-up machines, or that of a trial or of a line, as a table with 95 % intervals. Exit 1 when a goal is missed; there
// are goals for four loads a day.
import { parseArgs } from 'node:util';
import { importSource } from './import-source.mjs';

const number = (fallback) => ({ type: 'string', default: String(fallback) });
const { values } = parseArgs({
  options: {
    ...{ skills: number(1000), seed: number(1000), loads: number(4) },
    ...{ outages: { type: 'string', default: '2-4' }, drift: { type: 'string', default: '.5-.05' } },
    ...{ warm: number(30), days: number(42), trials: { type: 'boolean', default: false } },
    lines: { type: 'boolean', default: false },
  },
});
if (values.trials) await trials();
else if (values.lines) await lines();
else await notes();

/** Trials of 28 days. */
async function trials() {
  const { measureTrials } = await importSource('bench/trial-simulation.ts');
  const figures = measureTrials(Number(values.skills), Number(values.seed), Number(values.loads), 28);
  console.log('| kind | trials | helped, % | harmed, % | any verdict, % |\n|---|---|---|---|---|');
  for (const { kind, trials, helped, harmed, low, high } of figures) {
    const any = { count: helped + harmed, low, high };
    console.log(
      `| ${kind} | ${trials} | ${percent(helped / trials)} | ${percent(harmed / trials)} | ${cell(any, trials)} |`,
    );
  }
  const least = { helps: 0.95, 'helps-with-outages': 0.65 };
  const misses = figures.filter(({ kind, trials, helped, harmed }) =>
    kind in least ? helped / trials < least[kind] : kind !== 'harms' && (helped + harmed) / trials > 0.05,
  );
  if (values.loads !== '4') return;
  for (const { kind } of misses) console.log(`FAILS ${kind}`);
  process.exitCode = misses.length > 0 ? 1 : 0;
}
/** Whether a cause stopped: said of one that goes on, and of one that does stop. */
async function lines() {
  const { measureLines } = await importSource('bench/effect-simulation.ts');
  const figures = measureLines(Number(values.skills), Number(values.seed), Number(values.loads));
  console.log('| cause | lines | ever stopped or less often, % | goes on, % |\n|---|---|---|---|');
  for (const { kind, lines, fell, goesOn } of figures)
    console.log(`| ${kind} | ${lines} | ${cell(fell, lines)} | ${cell(goesOn, lines)} |`);
}

async function notes() {
  const { measureEffect } = await importSource('bench/effect-simulation.ts');
  const options = {
    seed: Number(values.seed),
    loadsADay: Number(values.loads),
    ...outageDays(),
    drift: values.drift.split('-').map(Number),
  };
  const lengths = { warmDays: Number(values.warm), days: Number(values.days) };
  const figures = measureEffect(Number(values.skills), { ...options, ...lengths });

  console.log(
    '| kind | skills | ever helped, % | ever harmed, % | has a note at the end, % |\n|---|---|---|---|---|',
  );
  for (const { kind, skills, helped, harmed, noted } of figures)
    console.log(
      `| ${kind} | ${skills} | ${[helped, harmed, noted].map((share) => cell(share, skills)).join(' | ')} |`,
    );

  const isUsual = options.loadsADay === 4 && options.maxOutageDays <= 4 && values.drift === '.5-.05';
  const misses = isUsual ? figures.flatMap(missesOf) : [];
  for (const miss of misses) console.log(`FAILS ${miss}`);
  process.exitCode = misses.length > 0 ? 1 : 0;
}

function outageDays() {
  const [minOutageDays, maxOutageDays] = values.outages.split('-').map(Number);
  return { minOutageDays, maxOutageDays };
}

function percent(share) {
  return (100 * share).toFixed(1);
}

function cell({ count, low, high }, total) {
  return `${percent(count / total)} (${percent(low)}-${percent(high)})`;
}

function missesOf({ kind, skills, helped, harmed, noted }) {
  const least = (what, { count }, share) => (count / skills >= share ? [] : [`${kind}: ${what}`]);
  const most = (what, { count }, share) => (count / skills <= share ? [] : [`${kind}: ${what}`]);
  if (kind === 'helps')
    return [least('helped', helped, 0.8), most('harmed', harmed, 0.05), least('noted', noted, 0.95)].flat();
  if (kind === 'harms')
    return [least('harmed', harmed, 0.8), most('helped', helped, 0.05), most('noted', noted, 0.2)].flat();
  return [most('helped', helped, kind === 'drift' ? 0.1 : 0.05), most('harmed', harmed, 0.05)].flat();
}
