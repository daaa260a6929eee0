// `npm run bench:scan`: the scanner's recall and false alarms on the labelled packages and, if it exists, on a corpus of
// real skills, which is not part of the project. Exit 1 when a goal is missed.
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { importSource } from './import-source.mjs';
import { install } from './steps.mjs';

const corpusPath = '../shared/corpus/skills.jsonl.gz';
const goals = { recall: 0.95, corpusBlock: 0.005, corpusWarn: 0.05, largeMs: 150 };

install();
const { families, isAtLeast, judgeCorpus, judgeSet, timeLargePackage } =
  await importSource('bench/scan-set.ts');
const missed = [];
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const reached = (judged, verdict) => judged.filter((one) => isAtLeast(one.verdict, verdict));
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
  recallRow(
    family,
    hostile.filter(({ id }) => familyOf(id) === family),
  );
}
recallRow('all', hostile);
console.log(
  `benign: ${benign.length} packages, ${reached(benign, 'warn').length} at warn or above, of these ` +
    `${reached(benign, 'block').length} at block`,
);
show(
  'missed',
  hostile.filter(({ verdict }) => !isAtLeast(verdict, 'warn')),
);
show('false alarms', reached(benign, 'warn'));

const recall = recallOf(hostile);
console.log('');
goal('recall at warn or above', recall >= goals.recall, percent(recall), `at least ${percent(goals.recall)}`);
if (existsSync(corpusPath)) {
  const corpus = judgeCorpus(gunzipSync(readFileSync(corpusPath)).toString().trim().split('\n'));
  for (const [verdict, limit] of [
    ['block', goals.corpusBlock],
    ['warn', goals.corpusWarn],
  ]) {
    const alarms = reached(corpus, verdict);
    const share = alarms.length / corpus.length;
    goal(
      `alarms at ${verdict} or above on ${corpus.length} real skills`,
      share <= limit,
      `${alarms.length}, ${percent(share)}`,
      `at most ${percent(limit)}`,
    );
  }
  if (process.argv.includes('--corpus')) show('alarms on the corpus', reached(corpus, 'warn'));
} else console.log(`No corpus at ${corpusPath}: false alarms on real skills were not counted.`);
const largeMs = timeLargePackage();
goal(
  'a package of 1 MB',
  largeMs < goals.largeMs,
  `${largeMs.toFixed(0)} ms`,
  `less than ${goals.largeMs} ms`,
);
process.exitCode = missed.length > 0 ? 1 : 0;
