// `npm run bench:search`: how well search finds the right skill by words, by meaning and by both, how long a query takes in
// a large library, and how many tokens an agent spends on it. `-- --missed` lists the queries whose answer is not among the
// first five of hybrid search, `-- --record` writes some of the model's output for the tests. Exit 1 when a goal is missed.
// `-- --set FILE` measures search by words on other skills and questions instead: `{skills, queries}`, where a skill is
// `{id, text}` with a SKILL.md, or `{id, name, description, tags?, body?}`, and a query `{question, keywords?, relevant: [ids], kind?}`.
import { writeFileSync } from 'node:fs';
import { importSource } from './import-source.mjs';
import { install } from './steps.mjs';

install();
const setAt = process.argv.indexOf('--set');
if (setAt !== -1) {
  const { measureLibrary, readSearchFile, reportText } = await importSource('bench/search-file.ts');
  process.stdout.write(reportText(await measureLibrary(readSearchFile(process.argv[setAt + 1] ?? ''))));
  process.exit();
}
const { benches, methods, offlineEmbedder, qualityOf, recordedSet, runQueries, tokenCosts } =
  await importSource('bench/search-quality.ts');
const missed = [];
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const goal = (name, holds, figure, wanted) => {
  console.log(`${holds ? 'holds' : 'FAILS'}  ${name}: ${figure} (goal: ${wanted})`);
  if (!holds) missed.push(name);
};

const embedder = await offlineEmbedder();
const answered = await runQueries(embedder);
const row = (name, queries, cells) =>
  console.log(
    name.padEnd(22) + String(queries).padStart(7) + cells.map((cell) => cell.padStart(23)).join(''),
  );
const show = (name, queries) =>
  row(
    name,
    queries.length,
    methods.map((method) => {
      const { recallAt1, recallAt5, meanReciprocalRank } = qualityOf(queries, method);
      return [recallAt1, recallAt5, meanReciprocalRank].map((share) => share.toFixed(3)).join(' ');
    }),
  );
console.log('recall@1, recall@5 and mean reciprocal rank\n');
row('', 'queries', methods);
for (const kind of new Set(answered.map((query) => query.kind)))
  show(
    kind,
    answered.filter((query) => query.kind === kind),
  );
const halves = {
  'tuned on': answered.filter(({ heldOut }) => !heldOut),
  'held out': answered.filter(({ heldOut }) => heldOut),
  all: answered,
};
for (const [name, queries] of Object.entries(halves)) show(name, queries);
if (process.argv.includes('--missed')) {
  for (const { kind, text, expected, found } of answered) {
    const first = found.hybrid.slice(0, 5);
    if (!expected.some((id) => first.includes(id)))
      console.log(`missed  ${kind}: ${text} (${expected.join(', ')}); found ${first.join(', ')}`);
  }
}
if (process.argv.includes('--record')) {
  const recorded = JSON.stringify(await recordedSet(embedder, answered));
  writeFileSync(
    'test/fixtures/search/recorded.json',
    `${recorded.replaceAll(/(?<=\[)(?=\{)|(?<=\},)/g, '\n')}\n`,
  );
}

const hybrid = qualityOf(answered, 'hybrid');
const tokens = tokenCosts(answered, hybrid.recallAt5);
const whole = (count) => `${Math.round(count)} tokens`;
console.log(`
An agent with ${percent(tokens.recallAt5)} of the skills it needs in view (a token is four characters):
  index in the prompt and five search results       ${whole(tokens.searching)}
  a listing that shows as many of them              ${whole(tokens.listingAtEqualRecall)}
Until it has all of them in view:
  the same, and the listing when a search fails     ${whole(tokens.searchingUntilFound)}
  the full listing                                  ${whole(tokens.fullListing)}
`);

for (const measure of ['recallAt1', 'recallAt5', 'meanReciprocalRank']) {
  for (const name of ['held out', 'all']) {
    const other = Math.max(...['words', 'meaning'].map((method) => qualityOf(halves[name], method)[measure]));
    const ours = qualityOf(halves[name], 'hybrid')[measure];
    goal(`hybrid, ${measure}, ${name}`, ours > other, ours.toFixed(3), `above ${other.toFixed(3)}`);
  }
}
const { questionSets, publishedSet } = await importSource('bench/search-published.ts');
const { measureLibrary, measureQueries, reportText, rowsText } = await importSource('bench/search-file.ts');
const { withSearchedRegistry } = await importSource('bench/search-registry.ts');
for (const name of questionSets) {
  const set = publishedSet(name);
  if (set === undefined) {
    console.log('published skills are not on this machine, so the questions about them are not asked\n');
    break;
  }
  console.log(`questions about published skills, ${name}, library\n${reportText(await measureLibrary(set))}`);
  await withSearchedRegistry(set.skills, async (find) => {
    console.log(`the same, registry\n${rowsText(await measureQueries(set.queries, find))}`);
  });
}
for (const { name, run } of benches) {
  const { ours, peer, unit, details } = await run();
  const figures = `${ours.toFixed(1)} ${unit}, 99th percentile ${details.p99Ms.toFixed(1)} ${unit}`;
  goal(name, ours < peer, figures, `less than ${peer} ${unit}`);
}
const sorted = answered.map(({ embeddingMs }) => embeddingMs).sort((one, other) => one - other);
console.log(
  `       in addition, the model takes ${sorted[sorted.length >> 1].toFixed(1)} ms to embed a query (median)`,
);
process.exitCode = missed.length > 0 ? 1 : 0;
