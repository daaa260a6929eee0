// `npm run homes -- large [COUNT]`: the first line of the screen on invented homes of 200 to 300 skills.
// `npm run homes -- corpus FILE [SEED]`: the walk through a home of 150 real skills, from lines of JSON with `path` and
// `text` (gzip); they are data, and nothing of them is run.
// `npm run homes -- transcript`: writes the transcript of the walk into docs/getting-started.md. All of them need a build.
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { importSource } from './import-source.mjs';

const [what, ...rest] = process.argv.slice(2);
const { freshWalk, judgeLargeHome, walkRealSkills } = await importSource('test/homes/runs.ts');

if (what === 'large') {
  for (let seed = 1; seed <= Number(rest[0] ?? 30); seed += 1) {
    const { skills, worst, shown } = await judgeLargeHome(seed);
    const isRight = shown[0] === worst;
    console.log(
      `${isRight ? 'right' : 'WRONG'}  home ${seed}, ${skills} skills, worst ${worst}: ${shown.join(', ')}`,
    );
    if (!isRight) process.exitCode = 1;
  }
} else if (what === 'corpus' && rest[0] !== undefined) {
  const lines = gunzipSync(readFileSync(rest[0])).toString().trim().split('\n');
  const { steps, followed, isClean, lost, differing } = await walkRealSkills(lines, Number(rest[1] ?? 1));
  for (const { command, answer } of steps) console.log(`$ ${command}\n${answer.stdout}${answer.stderr}`);
  console.log(`${followed.length} commands, ${isClean ? 'clean' : 'NOT CLEAN'}`);
  console.log(`${lost.length} files lost, ${differing.length} differ after undo`);
  for (const path of [...lost, ...differing]) console.log(`  ${path}`);
  if (!isClean || lost.length + differing.length > 0) process.exitCode = 1;
} else if (what === 'transcript') {
  const path = 'docs/getting-started.md';
  writeFileSync(path, await freshWalk(readFileSync(path, 'utf8')));
} else {
  console.error('usage: npm run homes -- large [COUNT] | corpus FILE [SEED] | transcript');
  process.exitCode = 2;
}
