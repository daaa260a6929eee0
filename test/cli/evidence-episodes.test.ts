import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type GivenEvent, happened } from '../../src/evidence/rules/report/evidence.world.js';
import { EvidenceStore } from '../../src/evidence/store/evidence-store.js';
import { fixedClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { type Answer, emptyHome, type Home } from './coppice.js';

const now = Date.UTC(2026, 2, 1, 12);

/** One event per second, before noon. */
async function homeWith(events: readonly GivenEvent[]): Promise<Home> {
  const home = emptyHome();
  const path = join(home.path, '.coppice/evidence.sqlite');
  const store = await EvidenceStore.open({ path, files: nodeFiles, clock: fixedClock(now) });
  const timed = events.map((event, index) => ({ at: now - 3_600_000 + index * 1_000, ...event }));
  store.ingest({ source: 'test', origin: 'transcript', events: happened(timed), patches: [], retracted: [] });
  store.close();
  return home;
}

function episodes(home: Home, ...words: string[]): Answer {
  return home.coppice(['evidence', 'episodes', ...words], { environment: { COPPICE_NOW: String(now) } });
}

const load = (skill: string, session: string): GivenEvent => ({ kind: 'skill-load', skill, session });
const ran = (session: string, command: string, result: string, isError = false): GivenEvent => ({
  session,
  args: JSON.stringify({ command }),
  result,
  isError,
});
const events: readonly GivenEvent[] = [
  load('pdf', 's1'),
  ran('s1', 'npm test', "Exit code 1\nError: Cannot find module 'vitest'", true),
  ran('s1', 'npm install', 'done'),
  ran('s1', 'npm test', 'ok'),
  load('web', 's2'),
  { session: 's2', kind: 'turn', args: 'no, that is wrong\u202E' },
];

test('the tasks are listed, the newest first, and go on after a page', async () => {
  const home = await homeWith(events);
  const { stdout, stderr, code } = episodes(home);
  expect(stdout.split('\n')).toEqual([
    '000000000000\t2026-03-01 11:00\tweb\tclaude\tcorrected\t0\tno, that is wrong\\u{202e}',
    "000000000000\t2026-03-01 11:00\tpdf\tclaude\trecovered\t3\tnpm test: Error: Cannot find module 'vitest'",
    '',
  ]);
  expect([stderr, code]).toEqual(['show one with: coppice evidence episodes ID\n', 0]);
  const first = JSON.parse(episodes(home, '--limit', '1', '--json').stdout);
  expect(first).toMatchObject({ total: 2, sessions: 2, episodes: [{ skill: 'web' }] });
  const second = JSON.parse(episodes(home, '--limit', '1', '--cursor', first.next, '--json').stdout);
  expect(second).toMatchObject({ episodes: [{ skill: 'pdf', failed: 1 }], next: null });
  expect(episodes(home, '--result', 'failed')).toMatchObject({
    stdout: '',
    stderr: 'no task matches; 2 sessions of these days had been read\n',
  });
  expect(episodes(home, '--day', '2026-02-31')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not a day'),
  });
});

test('one of them is shown step by step', async () => {
  const home = await homeWith(events);
  const { episodes: listed } = JSON.parse(episodes(home, '--json').stdout);
  const { stdout } = episodes(home, listed[1].id);
  expect(stdout).toBe(`pdf: recovered, 3 attempts, claude
2026-03-01 11:00 to 2026-03-01 11:00 UTC, session s1

11:00:00 the agent loaded the skill
11:00:01 npm test: failed
  Error: Cannot find module 'vitest'
  fixed by npm install
11:00:02 npm install: worked
11:00:03 npm test: worked
`);
  expect(episodes(home, listed[0].id).stdout).toContain(
    'you: no, that is wrong\\u{202e}\n  you corrected it (recognised by its words)\n',
  );
  expect(episodes(home, '0000')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the ids of several episodes start with 0000'),
  });
  expect(episodes(home, 'ffff')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no episode ffff'),
  });
});

test('without evidence nothing is made, and the notes say how to get some', () => {
  const home = emptyHome();
  const { stdout, stderr, code } = episodes(home);
  expect([stdout, code]).toEqual(['', 0]);
  expect(stderr).toBe('no session was read yet; read them with: coppice evidence backfill\n');
});
