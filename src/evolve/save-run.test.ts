import { expect, test } from 'vitest';
import type { EvidenceNote } from '../evidence/store/notes.js';
import { readJsonFile } from '../system/json-file.js';
import { EvolveWorld, now } from './evolve.world.js';
import { saveRun } from './save-run.js';

test('a run leaves its report, the last result, and the index of its notes', async () => {
  const world = new EvolveWorld({ deploy: {}, theirs: { createdBy: 'user' } });
  world.fails('deploy');
  world.fails('theirs');
  const report = await world.apply();
  const notes: EvidenceNote[] = [];
  saveRun(world, { putNotes: (given) => notes.push(...given) }, report);

  const folder = `/home/reports/${report.runId}`;
  expect(JSON.parse(world.text(`${folder}/run.json`))).toEqual(JSON.parse(JSON.stringify(report)));
  expect(world.text(`${folder}/REPORT.md`)).toContain(`coppice undo ${report.runId}`);
  expect(readJsonFile(world.files, '/home/evolver.json')?.value).toEqual({
    lastRun: {
      id: report.runId,
      at: now,
      exitCode: 0,
      summary: { planned: 1, applied: 1, forReview: 0, proposed: 0, unchanged: 0, skipped: 1, failed: 0 },
    },
  });
  const [entry] = world.entries();
  const [item] = entry?.notes ?? [];
  expect(notes).toEqual([
    {
      ...item,
      id: `${entry?.id}:${item?.id}`,
      skill: 'home:deploy',
      entry: entry?.id,
      appliedAt: now,
      text: '`make` fails with "Traceback: boom" (3 sessions); no fix seen yet.',
      state: 'applied',
    },
  ]);
});

test('what was not applied is not in the index', async () => {
  const world = new EvolveWorld({ deploy: {} });
  world.put('/home/skills/deploy/SKILL.md', `${world.text('deploy')}${'x'.repeat(100_001)}`);
  world.fails('deploy');
  const report = await world.apply();
  saveRun(world, { putNotes: (given) => expect(given).toEqual([]) }, report);
  expect(JSON.parse(world.text('/home/evolver.json')).lastRun.summary).toMatchObject({
    applied: 0,
    skipped: 1,
  });
});

test('files of a run are for their owner alone', async () => {
  const world = new EvolveWorld({ deploy: {} });
  world.fails('deploy');
  const report = await world.apply();
  saveRun(world, { putNotes: () => undefined }, report);
  const modes = ['evolver.json', `reports/${report.runId}/run.json`, `reports/${report.runId}/REPORT.md`].map(
    (path) => world.files.stat(`/home/${path}`)?.mode,
  );
  expect(modes).toEqual([0o600, 0o600, 0o600]);
});
