import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evidenceOf } from '../../src/evidence/rules/report/evidence.world.js';
import { evidenceReport } from '../../src/evidence/rules/report/report.js';
import {
  sampleEvents,
  sampleNow,
  sampleWeek,
} from '../../src/evidence/rules/report/sample-evidence.fixture.js';
import { EvidenceStore } from '../../src/evidence/store/evidence-store.js';
import { fixedClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { type Answer, emptyHome, type Home } from './coppice.js';

async function homeWithEvidence(): Promise<Home> {
  const home = emptyHome();
  const path = join(home.path, '.coppice/evidence.sqlite');
  const store = await EvidenceStore.open({ path, files: nodeFiles, clock: fixedClock(sampleNow) });
  store.ingest({ source: 'sample', origin: 'transcript', events: sampleEvents, patches: [], retracted: [] });
  const known = store.mentions().filter(({ name }) => name.includes(':'));
  store.resolve(known.map(({ ref, name }) => ({ ref, skill: name })));
  store.close();
  return home;
}

function report(home: Home, ...flags: string[]): Answer {
  return home.coppice(['evidence', 'report', ...flags], { environment: { COPPICE_NOW: String(sampleNow) } });
}

test('the document is the same by either flag, and has what scripts rely on', async () => {
  const home = await homeWithEvidence();
  const { code, stdout, stderr } = report(home, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(sampleWeek);
  expect(report(home, '--format', 'json').stdout).toBe(stdout);
});

test('in a pipe the text is not cut, and Markdown is Markdown', async () => {
  const home = await homeWithEvidence();
  const { code, stdout } = report(home);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Evidence: 7 days, .*\n\nEPISODES {3}NOW {2}BEFORE {2}CHANGE {2}MEANING\n/);
  expect(stdout).toContain('`docker build -t site-build .` first worked 2 of 2 times.\n');
  expect(stdout).toContain(' error           Exit code 1 npm ERR! 403 Forbidden at registry.example\n');
  expect(stdout.endsWith('\n\nNo skill was changed.\n')).toBe(true);
  expect(report(home, '--format', 'md').stdout).toMatch(
    /^# Evidence\n\n7 days, .* No skill was changed\.\n\n## /,
  );
});

test('a skill is found by its name, and a name that no root holds is taken as it is', async () => {
  const home = await homeWithEvidence();
  home.put('.coppice/skills/deploy/SKILL.md', '---\nname: deploy\ndescription: Deploys.\n---\nDeploy.\n');
  for (const [typed, skill] of [
    ['deploy', 'home:deploy'],
    ['claude:review', 'claude:review'],
    ['lost-skill', 'lost-skill'],
  ] as const) {
    const expected = evidenceReport(evidenceOf(sampleEvents), { now: sampleNow, days: 30, skill });
    expect(expected.skills).toHaveLength(1);
    expect(JSON.parse(report(home, '--skill', typed, '--days', '30', '--json').stdout)).toEqual(expected);
  }
});

test('a skill that nobody ever used or installed is an error', async () => {
  const used = await homeWithEvidence();
  for (const home of [emptyHome(), used]) {
    const { code, stdout, stderr } = report(home, '--skill', 'nope');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('(skill-not-found)');
  }
});

test('episodes by model are shown if somebody asks', async () => {
  const home = await homeWithEvidence();
  const flags = ['--skill', 'claude:review'];
  expect(report(home, ...flags).stdout).not.toContain('MODEL');
  expect(report(home, ...flags, '--by', 'model').stdout).toMatch(/\nMODEL +EPISODES .*\ngpt-6 /);
  expect(JSON.parse(report(home, '--by', 'model', '--json').stdout)).toMatchObject({
    by: 'model',
    models: [{ model: 'gpt-6' }, { model: 'opus-5' }],
  });
});

test('on a machine without evidence it says how to collect some, and makes nothing', () => {
  const home = emptyHome();
  const { code, stdout } = report(home);
  expect(code).toBe(0);
  expect(stdout).toContain('coppice evidence backfill');
  expect(JSON.parse(report(home, '--json').stdout)).toMatchObject({ summary: { sessions: 0 }, skills: [] });
  expect(existsSync(join(home.path, '.coppice'))).toBe(false);
});

test('a page is written for its owner alone, and replaced by the next', async () => {
  const home = await homeWithEvidence();
  const path = join(home.path, 'report.html');
  expect(report(home, '--html', 'report.html')).toEqual({
    code: 0,
    stdout: '',
    stderr: `wrote ${path}\n`,
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const week = readFileSync(path, 'utf8');
  expect(JSON.parse(report(home, '--days', '30', '--html', path, '--json').stdout)).toMatchObject({
    window: { days: 30 },
    html: path,
  });
  expect(readFileSync(path, 'utf8')).not.toBe(week);
  expect(report(home, '--html', path, '--format', 'md').stdout).toMatch(/^# Evidence\n/);
  expect(readFileSync(path, 'utf8')).toBe(week);
});

test('a file that is no such page is replaced only by force', () => {
  const home = emptyHome();
  const path = join(home.path, 'mine.html');
  home.put('mine.html', '<p>mine</p>');
  const refused = report(home, '--html', 'mine.html');
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toBe(
    `error: ${path} already exists, and is not an evidence report (already-exists)\n` +
      'hint: choose another name, or replace it with --force\n',
  );
  expect(readFileSync(path, 'utf8')).toBe('<p>mine</p>');
  expect(report(home, '--html', 'mine.html', '--force').code).toBe(0);
  expect(readFileSync(path, 'utf8')).toMatch(/^<!doctype html>/);
});

test('a number of days that cannot be is refused in one line and a hint', () => {
  const home = emptyHome();
  for (const days of ['0', '-1', '1.5', 'week', '', '3651']) {
    const { code, stdout, stderr } = report(home, `--days=${days}`);
    expect([days, code, stdout]).toEqual([days, 1, '']);
    expect(stderr).toMatch(/^error: --days cannot be .* \(bad-value\)\nhint: .*\n$/);
  }
});
