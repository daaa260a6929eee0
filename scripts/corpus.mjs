// `node scripts/corpus.mjs`: parses every SKILL.md of a corpus of real files and prints statistics. The corpus is not part
// of the project. Exit 1 when a file makes the parser throw, or too few files with frontmatter are usable.
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { importSource } from './import-source.mjs';
import { install } from './steps.mjs';

const path = '../shared/corpus/skills.jsonl.gz';
const usableShare = 0.995;

if (!existsSync(path)) {
  console.log(`No corpus at ${path}: nothing was read.`);
  process.exit(0);
}
install();
const { reportCorpus } = await importSource('src/skill/corpus.report.ts');
const report = reportCorpus(gunzipSync(readFileSync(path)).toString().trim().split('\n'));

const share = report.usable / report.fenced;
const table = (counts) => {
  for (const [name, count] of Object.entries(counts).sort((a, b) => b[1] - a[1]))
    console.log(`  ${String(count).padStart(6)}  ${name}`);
};
console.log(`${report.files} files, ${report.fenced} with frontmatter`);
console.log('read as');
table(report.readings);
console.log('diagnostics');
table(report.diagnostics);
console.log(`name and description found in ${report.complete} of ${report.fenced}`);
console.log(`usable: ${(100 * share).toFixed(2)} % (goal: at least ${100 * usableShare} %)`);
console.log(`failures: ${report.failures.length}`);
for (const failure of report.failures) console.log(`  ${failure}`);
process.exitCode = report.failures.length > 0 || share < usableShare ? 1 : 0;
