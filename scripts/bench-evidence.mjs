// `npm run bench:evidence [-- WORD...]`: how well the rules about evidence do on the labelled sets, or on those that are
// named: failures, corrections, fixes, groups, notes, hostile, secrets. Each figure has its 95 % interval and its goal.
// `--half dev|test|all` measures a half, `--misses` lists what counts against each figure, `--notes` prints every note
// beside the ideal one, `--program PATH` runs a program that is already built. Exit 1 when a goal is missed.
import { parseArgs } from 'node:util';
import { importSource } from './import-source.mjs';
import { install, step } from './steps.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string', default: 'all' },
    misses: { type: 'boolean', default: false },
    notes: { type: 'boolean', default: false },
    program: { type: 'string' },
  },
});
install();
const { halves, measures } = await importSource('bench/evidence-measures.ts');
const names = measures.map(({ name }) => name);
const unknown = positionals.filter((word) => !names.includes(word));
if (unknown.length > 0) usage(`there is no set ${unknown.join(', ')}; there are ${names.join(', ')}`);
if (!halves.includes(values.half)) usage(`--half is one of ${halves.join(', ')}`);
const selected = measures.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const { half, program = 'dist/main.js' } = values;
if (values.program === undefined && selected.some(({ runsProgram }) => runsProgram))
  step('build', process.execPath, ['scripts/build.mjs']);

const missed = [];
console.log(half === 'all' ? 'Both halves' : `The ${half} half`);
for (const measure of selected) {
  console.log('');
  try {
    const { figures, notes = [] } = await measure.run({ half, program });
    for (const figure of figures) print(figure);
    if (values.notes) for (const note of notes) printNote(note);
  } catch (error) {
    console.log(`FAILS  ${measure.name}: not measured, ${error.stack}`);
    missed.push(measure.name);
  }
}
if (selected.length === measures.length)
  console.log('\nThe first backfill and the hook are measured by npm run bench.');
process.exitCode = missed.length > 0 ? 1 : 0;

function print({ name, value, interval, goal, holds, misses }) {
  const verdict = holds === undefined ? '' : holds ? 'holds' : 'FAILS';
  const between = interval ? `${interval.low.toFixed(3)} to ${interval.high.toFixed(3)}` : '';
  const cells = [verdict.padEnd(5), name.padEnd(42), value.padEnd(20), between.padEnd(16), goal ?? ''];
  console.log(cells.join('  ').trimEnd());
  if (holds === false) missed.push(name);
  if (values.misses) for (const miss of misses) console.log(`         ${miss}`);
}

function printNote({ row, note, rating }) {
  const indented = (text) => text.replaceAll(/^(?=.)/gm, '    ');
  console.log(`\n  ${row.id} ${row.skill}, rated ${row.expect.note ? rating : 'apart: it is healthy'}`);
  console.log(indented(note || '(no note)'));
  console.log(`  ideal:\n${indented(row.expect.ideal ?? '')}`);
}

function usage(message) {
  console.error(`error: ${message}`);
  process.exit(2);
}
