// `npm run bench:scan [-- FILE.jsonl.gz ...] [--corpus] [--misses] [--worst]`: the scanner's recall and false alarms, with
// 95 % intervals, on the labelled packages of the project, on every labelled file that is given, and, if it exists, on a
// corpus of real skills, which is not part of the project. `--worst` also searches for the text that is hardest to scan.
// Exit 1 when a goal is missed.
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { importSource } from './import-source.mjs';
import { install } from './steps.mjs';

const corpusPath = '../shared/corpus/skills.jsonl.gz';
const goals = { recall: 0.95, corpusBlock: 0.005, corpusWarn: 0.05, largeMs: 150, worstRatio: 5 };
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const labelledFiles = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

install();
const { families, isAtLeast, judgeCorpus, judgeLabelled, judgeSet, timeLargePackage, wilsonInterval } =
  await importSource('bench/scan-set.ts');
const missed = [];
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const linesOf = (path) => {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim().split('\n');
};
const reached = (judged, verdict) => judged.filter((one) => isAtLeast(one.verdict, verdict));
const shareOf = (judged, verdict) => {
  const hits = reached(judged, verdict).length;
  const [low, high] = wilsonInterval(hits, judged.length);
  return `${hits} of ${judged.length} (${percent(hits / judged.length)} [${(100 * low).toFixed(0)}, ${(100 * high).toFixed(0)}])`;
};
const show = (title, judged) => {
  if (judged.length > 0) console.log(`\n${title}`);
  for (const { id, verdict, rules } of judged)
    console.log(`  ${verdict.padEnd(6)} ${id}: ${rules.join(', ') || 'nothing found'}`);
};
const goal = (name, holds, figure, wanted) => {
  console.log(`${holds ? 'holds' : 'FAILS'}  ${name}: ${figure} (goal: ${wanted})`);
  if (!holds) missed.push(name);
};

const hostile = judgeSet('hostile');
const benign = judgeSet('benign');
const row = (name, ...cells) =>
  console.log(name.padEnd(14) + cells.map((cell) => String(cell).padStart(12)).join(''));
const recallOf = (packages) => reached(packages, 'warn').length / packages.length;
const familyOf = (id) => id.split(/[-/]/)[0];
const recallRow = (name, packages) => {
  const own = packages.filter(({ id, rules }) => rules.some((rule) => familyOf(rule) === familyOf(id)));
  const [warned, blocked] = [reached(packages, 'warn').length, reached(packages, 'block').length];
  row(name, packages.length, warned, blocked, percent(recallOf(packages)), own.length);
};
row('hostile', 'packages', 'warn+', 'block', 'recall', 'own family');
for (const family of families) {
  const own = hostile.filter(({ id }) => familyOf(id) === family);
  if (own.length > 0) recallRow(family, own);
}
recallRow('all', hostile);
console.log(
  `own set, hostile: warn or above ${shareOf(hostile, 'warn')}, block ${shareOf(hostile, 'block')}`,
);
console.log(`own set, honest: warn or above ${shareOf(benign, 'warn')}, block ${shareOf(benign, 'block')}`);
show(
  'missed',
  hostile.filter(({ verdict }) => !isAtLeast(verdict, 'warn')),
);
show('false alarms', reached(benign, 'warn'));

for (const path of labelledFiles) {
  const rows = judgeLabelled(linesOf(path));
  console.log(`\n${path}`);
  for (const set of new Set(rows.map((one) => one.set))) {
    for (const label of ['malicious', 'benign']) {
      const own = rows.filter((one) => one.set === set && one.label === label);
      if (own.length === 0) continue;
      console.log(`${set}, ${label}: warn or above ${shareOf(own, 'warn')}, block ${shareOf(own, 'block')}`);
      const wrong = own.filter((one) => isAtLeast(one.verdict, 'warn') !== (label === 'malicious'));
      const kinds = new Set(own.map(({ kind }) => kind));
      if (label === 'malicious' && kinds.size > 1) {
        for (const kind of [...kinds].sort()) {
          const ofKind = own.filter((one) => one.kind === kind);
          console.log(`    ${kind}: ${reached(ofKind, 'warn').length} of ${ofKind.length}`);
        }
      }
      if (options.includes('--misses')) show(label === 'malicious' ? 'missed' : 'false alarms', wrong);
    }
  }
}

const recall = recallOf(hostile);
console.log('');
goal('recall at warn or above', recall >= goals.recall, percent(recall), `at least ${percent(goals.recall)}`);
if (existsSync(corpusPath)) {
  const corpus = judgeCorpus(linesOf(corpusPath));
  for (const [verdict, limit] of [
    ['block', goals.corpusBlock],
    ['warn', goals.corpusWarn],
  ]) {
    goal(
      `alarms at ${verdict} or above on real skills`,
      reached(corpus, verdict).length / corpus.length <= limit,
      shareOf(corpus, verdict),
      `at most ${percent(limit)}`,
    );
  }
  if (options.includes('--corpus')) show('alarms on the corpus', reached(corpus, 'warn'));
} else console.log(`No corpus at ${corpusPath}: false alarms on real skills were not counted.`);
const largeMs = timeLargePackage();
goal(
  'a package of 1 MB',
  largeMs < goals.largeMs,
  `${largeMs.toFixed(0)} ms`,
  `less than ${goals.largeMs} ms`,
);
if (options.includes('--worst')) {
  const { findWorstTexts } = await importSource('bench/scan-worst.ts');
  const worst = findWorstTexts();
  console.log('\nthe hardest texts of 256 KiB, by the processor time for ordinary Markdown of that size');
  for (const { family, ratio, wholeRatio, path, unit } of worst)
    console.log(
      `${family.padEnd(14)}${ratio.toFixed(1).padStart(6)}  all families ${wholeRatio.toFixed(1).padStart(5)}  ${path} ${JSON.stringify(unit)}`,
    );
  const ratio = Math.max(...worst.map(({ wholeRatio }) => wholeRatio));
  goal(
    'the hardest text',
    ratio <= goals.worstRatio,
    `${ratio.toFixed(1)} times`,
    `at most ${goals.worstRatio}`,
  );
}
process.exitCode = missed.length > 0 ? 1 : 0;
