import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { marker } from '../../src/evolve/rules/note/block.js';
import { runSchedule } from '../../src/evolve/schedule/run.js';
import { fixedClock } from '../../src/system/clock.js';
import { memoryFiles } from '../../src/system/disk/memory-disk.js';
import { emptyHome, type Home } from './coppice.js';
import { failedSessions, hoursBefore } from './failed-sessions.js';

/*
 * Cases that need the whole program, each under the words by which it is known, and ways in which a program like this
 * has gone wrong before, with their numbers.
 */

const now = Date.UTC(2026, 5, 15, 12);
const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** A skill that an agent made, and sessions that nobody has read yet in which it failed. */
function homeWithUnreadSession(): Home {
  const home = emptyHome();
  home.coppice(['create', 'pdf', '--description', 'Fills forms.', '--by', 'agent']);
  home.put('.coppice/sessions/all.jsonl', failedSessions({ skill: 'pdf', starts: hoursBefore(now, 3) }));
  return home;
}

test.each([
  { flags: [], summary: { applied: 0, proposed: 1 } },
  { flags: ['--apply'], summary: { applied: 1, proposed: 0 } },
])(
  'weakness 30: a scheduled run reads first what happened, and improves skills by it: $flags',
  ({ flags, summary }) => {
    const home = homeWithUnreadSession();
    const environment = { COPPICE_NOW: String(now) };
    const { code, stdout, stderr } = home.coppice(['schedule', 'run', ...flags, '--json'], { environment });
    expect(code, stderr).toBe(0);
    const { steps } = JSON.parse(stdout);
    expect(steps).toMatchObject([
      { name: 'evidence backfill', document: { eventsAdded: 6 } },
      { name: expect.stringMatching(/^curate /) },
      { name: expect.stringMatching(/^evolve run /), document: { summary } },
    ]);
    expect(existsSync(join(home.path, '.coppice/schedule.json'))).toBe(true);
  },
);

test('weakness 30: a schedule works on the places of now', () => {
  const environment = { CODEX_HOME: '/srv/codex', HERMES_HOME: '/srv/hermes', AWS_SECRET: 'hidden' };
  const words = ['schedule', 'install', '--backend', 'systemd', '--dry-run', '--home', '/srv/coppice'];
  const { stdout } = emptyHome().coppice(words, { environment });
  for (const place of ['COPPICE_HOME=/srv/coppice', 'CODEX_HOME=/srv/codex', 'HERMES_HOME=/srv/hermes'])
    expect(stdout).toContain(place);
  expect(stdout).not.toContain('hidden');
});

test('weakness 30: of two scheduled runs, the second does not begin before the first is done', async () => {
  const deps = { files: memoryFiles(), clock: fixedClock(now), home: '/home', lockTimeoutMs: 0 };
  const mode = { mode: 'propose', isStated: true } as const;
  const second = { name: 'second', run: async () => ({ document: await runSchedule(deps, [], mode) }) };
  const { steps } = await runSchedule(deps, [second], mode);
  expect(steps).toMatchObject([{ error: { code: 'lock-busy' } }]);
  expect(await runSchedule(deps, [], mode)).toMatchObject({ ok: true });
});

test('weakness 33: the version is that of the package, and the documents show the markers that are written', () => {
  expect(emptyHome().coppice(['--version']).stdout).toBe(`${manifest.version}\n`);
  const page = readFileSync(new URL('../../docs/evolution.md', import.meta.url), 'utf8');
  // What these blocks show is run and compared by test/docs.
  const shown = [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block).join('');
  const markers = new Set(shown.match(/<!--.*?-->/g));
  expect(markers).toEqual(new Set([marker('start'), marker('end')]));
});

test('validate: as the verify command of a run it checks the target alone', () => {
  const home = homeWithUnreadSession();
  const environment = { COPPICE_NOW: String(now) };
  home.coppice(['create', 'other', '--description', 'Another.']);
  home.coppice(['evidence', 'backfill'], { environment });
  const verify = `'${process.execPath}' '${program}' validate --json`;
  const flags = ['--apply-low-risk', '--approve-auto-apply', '--verify-command', verify, '--json'];
  const { stdout } = home.coppice(['evolve', 'run', ...flags], { environment });
  const [candidate] = JSON.parse(stdout).candidates;
  expect(JSON.parse(candidate.apply.verify.output)).toMatchObject({
    checked: 1,
    results: [{ path: join(home.path, '.coppice/skills/pdf/SKILL.md'), ok: true }],
  });
});

test('restore drill: the folder it restores into is its own, and what lies beside it is untouched', () => {
  const home = homeWithUnreadSession();
  home.put('.coppice/tmp/drill-mine/kept.txt', 'kept');
  const { code, stdout } = home.coppice(['drill']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '1 entry can be restored, 0 problems\n' });
  expect(readdirSync(join(home.path, '.coppice/tmp'), { recursive: true }).toSorted()).toEqual([
    'drill-mine',
    'drill-mine/kept.txt',
  ]);
});
