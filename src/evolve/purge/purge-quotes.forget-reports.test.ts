import { expect, test } from 'vitest';
import type { CandidateReport, EvolveReport } from '../rules/report.js';
import { ForgetWorld, secret } from './purge-quotes.world.js';

async function worldWithReport(changed?: (report: EvolveReport) => EvolveReport) {
  const world = new ForgetWorld({ deploy: {}, other: {} });
  world.fails('deploy', { result: `${secret} is wrong` });
  world.fails('other', { result: 'Harmless fault' });
  const run = await world.evolve(changed);
  return { world, folder: `/home/reports/${run}` };
}

test('what was said about the skill stays but for the words, and so does all of the others', async () => {
  const { world, folder } = await worldWithReport();
  const before = JSON.parse(world.text(`${folder}/run.json`));
  world.purgeSecret();
  await world.forget();
  const after = JSON.parse(world.text(`${folder}/run.json`));
  const [deploy, other] = before.candidates;
  expect(after).toEqual({
    ...before,
    candidates: [{ ...deploy, diff: '(purged)', items: [{ ...deploy.items[0], text: '(purged)' }] }, other],
  });
  expect(world.files.stat(`${folder}/run.json`)?.mode).toBe(0o600);
});

test('what a verifier printed about the note goes too, in the document and on the page', async () => {
  const stage = { name: 'verify-command', passed: false, exit_code: 1, output: `no ${secret}` };
  const failed = (candidate: CandidateReport): CandidateReport => ({
    ...candidate,
    detail: `verify-command: no ${secret}`,
    apply: {
      ...{ applied: false, reason: 'verify-failed', entry: candidate.apply?.entry ?? null },
      verify: { passed: false, exit_code: 1, output: `no ${secret}`, stages: [stage] },
    },
  });
  const { world, folder } = await worldWithReport((report) => ({
    ...report,
    candidates: report.candidates.map(failed),
  }));
  expect(world.text(`${folder}/REPORT.md`).split(secret)).toHaveLength(3);
  world.purgeSecret();
  await world.forget();
  const [deploy, other] = JSON.parse(world.text(`${folder}/run.json`)).candidates;
  expect(JSON.stringify(deploy)).not.toContain(secret);
  expect(deploy.apply.verify).toMatchObject({
    exit_code: 1,
    stages: [{ passed: false, output: '(purged)' }],
  });
  expect(JSON.stringify(other)).toContain(secret);
  expect(world.text(`${folder}/REPORT.md`).split(secret)).toHaveLength(2);
});

test('the report of a later run loses the diff in which the old note went', async () => {
  const { world } = await worldWithReport();
  world.time += 1_000;
  world.fails('deploy', { result: 'Another fault' });
  world.purgeSecret();
  const later = await world.evolve();
  world.time += 1_000;
  world.fails('deploy', { result: 'Yet another' });
  const last = await world.evolve();
  const diffOf = (run: string) => JSON.parse(world.text(`/home/reports/${run}/run.json`)).candidates[0].diff;
  expect(diffOf(later)).toContain(
    `-- \`make\` fails with "${secret} is wrong" (3 sessions); no fix seen yet.`,
  );
  const shown = diffOf(last);
  expect((await world.forget()).reports).toHaveLength(2);
  expect(diffOf(later)).toBe('(purged)');
  expect(diffOf(last)).toBe(shown);
});

test.each([
  ['a document that is none', 'run.json', '{"candidates": 1}', 'not-a-report'],
  ['a torn document', 'run.json', '{"runId":', 'not-a-report'],
  ['a scheduled run with a step that is none', 'run.json', '{"steps":[{}]}', 'not-a-report'],
  ['a page alone', 'REPORT.md', secret, 'not-a-report'],
  ['what a killed process left', '.coppice-7.tmp', secret, 'unfinished'],
])('%s is told, and stops no other', async (_, name, text, reason) => {
  const { world, folder } = await worldWithReport();
  world.purgeSecret();
  world.put(`/home/reports/strange/${name}`, text);
  if (reason === 'unfinished') world.put('/home/reports/strange/run.json', '{"transitioned":[]}');
  const { reports, unreadable } = await world.forget();
  const file = reason === 'unfinished' ? `reports/strange/${name}` : 'reports/strange';
  expect(unreadable).toEqual([{ file, reason }]);
  expect(reports).toHaveLength(1);
  expect(world.text(`${folder}/run.json`)).not.toContain(secret);
});

test('a disk error is reported with its code, and the other files are purged', async () => {
  const { world, folder } = await worldWithReport();
  world.purgeSecret();
  world.files.makeFolder('/home/reports/strange/run.json');
  world.files.remove(`${folder}/REPORT.md`);
  world.files.makeFolder(`${folder}/REPORT.md`);
  const { world: whole } = await worldWithReport();
  for (const name of ['run.json', 'REPORT.md']) {
    world.put(`/home/reports/whole/${name}`, whole.text(`${folder}/${name}`));
  }
  const { reports, unreadable } = await world.forget();
  expect(reports).toEqual(['whole']);
  expect(unreadable).toEqual([
    { file: folder.replace('/home/', ''), reason: 'not-a-file' },
    { file: 'reports/strange', reason: 'not-a-file' },
  ]);
});

test('the report of another room is not touched', async () => {
  const { world } = await worldWithReport();
  world.purgeSecret();
  world.put('/home/reports/curator/run.json', '{"transitioned":[]}');
  world.put('/home/reports/note.txt', 'mine');
  expect((await world.forget()).unreadable).toEqual([]);
  expect(world.text('/home/reports/curator/run.json')).toBe('{"transitioned":[]}');
});
