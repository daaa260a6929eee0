import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Answer, emptyHome, type Home } from './coppice.js';
import { type FailedSessions, failedSessions, hoursBefore } from './failed-sessions.js';

const now = Date.UTC(2026, 5, 15, 12);
const both = ['--apply-low-risk', '--approve-auto-apply'];
const saves = '3 sessions failed without a known fix';

function coppice(home: Home, ...words: string[]): Answer {
  return home.coppice(words, { environment: { COPPICE_NOW: String(now) } });
}

function evolve(home: Home, ...flags: string[]): Answer {
  return coppice(home, 'evolve', 'run', ...flags);
}

/** Skills that an agent made, each of which failed in three sessions. */
function homeWith(names: readonly string[], changes: Partial<FailedSessions> = {}): Home {
  const home = emptyHome();
  const sessions = names.map((skill) => {
    coppice(home, 'create', skill, '--description', `Does ${skill}.`, '--by', 'agent');
    return failedSessions({ skill, starts: hoursBefore(now, 3), ...changes });
  });
  home.put('sessions/all.jsonl', sessions.join(''));
  const { code, stderr } = coppice(home, 'evidence', 'backfill', '--agent', 'generic', '--path', 'sessions');
  expect(code, stderr).toBe(0);
  return home;
}

const skillPath = (home: Home, name: string) => join(home.path, '.coppice/skills', name, 'SKILL.md');
const textOf = (home: Home, name: string) => readFileSync(skillPath(home, name), 'utf8');

/** Every file below the home with its bytes, but for the database and what may be deleted at any time. */
function tree(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('evidence.sqlite'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes('/cache/'))
      .map((path) => [path, readFileSync(path, 'latin1')]),
  );
}

test('without evidence it says where to look, and exits with 0', () => {
  expect(evolve(emptyHome())).toEqual({
    code: 0,
    stdout: '',
    stderr: 'there is nothing to note about any skill; coppice evidence report shows the evidence\n',
  });
});

test('a dry run prints the plan and the difference, and writes nothing', () => {
  const home = homeWith(['pdf']);
  const before = tree(home.path);
  const { code, stdout, stderr } = evolve(home);
  expect(code).toBe(0);
  expect(stdout).toContain(`planned\t\tagent\thome:pdf\t${saves}\n\n--- a/SKILL.md\n`);
  expect(stdout).toContain('\n+- `make` fails with "Error: no such font" (3 sessions); no fix seen yet.\n');
  expect(stderr).toBe(
    'planned 1, applied 0\n' +
      'nothing was written; to decide on each note: coppice evolve run --propose\n' +
      'to write without a review: coppice evolve run --apply-low-risk --approve-auto-apply\n',
  );
  expect(tree(home.path)).toEqual(before);
});

test('one flag alone is refused with 1, and says which two are needed', () => {
  const home = homeWith(['pdf']);
  const before = tree(home.path);
  for (const flag of both) {
    const { code, stderr } = evolve(home, flag);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'error: writing needs both --apply-low-risk and --approve-auto-apply (auto-approval-required)\n',
    );
  }
  expect(tree(home.path)).toEqual(before);
});

test('apply writes the note, leaves a report, and the hint takes it back', () => {
  const home = homeWith(['pdf']);
  const before = textOf(home, 'pdf');
  const { code, stdout, stderr } = evolve(home, ...both);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `applied\t\tagent\thome:pdf\t${saves}\n`,
  });
  const [, runId = ''] = /hint: coppice undo (\S+) reverts the whole run\n$/.exec(stderr) ?? [];
  expect(stderr).toContain(`report: ${home.path}/.coppice/reports/${runId}/REPORT.md\n`);
  expect(textOf(home, 'pdf')).toContain('no such font');
  const report = JSON.parse(readFileSync(join(home.path, `.coppice/reports/${runId}/run.json`), 'utf8'));
  expect(report).toMatchObject({ runId, mode: 'apply-low-risk', summary: { applied: 1 } });
  const last = readFileSync(join(home.path, '.coppice/evolver.json'), 'utf8');
  expect(JSON.parse(last)).toMatchObject({ lastRun: { id: runId, at: now, exitCode: 0 } });
  expect(statSync(join(home.path, '.coppice/evolver.json')).mode & 0o777).toBe(0o600);

  const again = JSON.parse(evolve(home, ...both, '--json').stdout);
  expect(again.candidates).toMatchObject([{ status: 'planned', apply: { reason: 'unchanged' } }]);
  expect(coppice(home, 'undo', runId).code).toBe(0);
  expect(textOf(home, 'pdf')).toBe(before);
});

test('a verifier that refuses one of two notes exits with 4, and one that refuses all with 3', () => {
  const home = homeWith(['bad', 'good']);
  const picky = 'case "$COPPICE_TARGET_PATH" in */bad/*) echo too bad; exit 7;; esac';
  const some = evolve(home, ...both, '--pre-verify-command', picky);
  expect(some.code).toBe(4);
  expect(some.stdout).toContain(
    `failed\tverify-failed\tagent\thome:bad\t${saves}\napplied\t\tagent\thome:good\t${saves}\n`,
  );
  expect(some.stderr).toContain('error: home:bad: pre-verify-command: too bad (verify-failed)\n');
  const flag = join(home.path, 'ran');
  const all = evolve(
    home,
    ...both,
    '--pre-verify-command',
    picky,
    '--verify-command',
    `touch ${flag}`,
    '--json',
  );
  expect(all.code).toBe(3);
  expect(JSON.parse(all.stdout).candidates[0].apply.verify).toMatchObject({
    passed: false,
    exit_code: 7,
    failed_stage: 'pre-verify-command',
  });
  expect(existsSync(flag)).toBe(false);
});

test('the configuration is asked where no flag is given, and its commands may be lists', () => {
  const home = homeWith(['pdf', 'codex']);
  home.put(
    '.coppice/config.toml',
    '[evolve]\napply_low_risk = true\napprove_auto_apply = true\nmax_skills = 1\nverify_command = ["sh", "-c", "exit 9"]\n',
  );
  const { code, stdout } = evolve(home, '--json');
  expect(code).toBe(3);
  expect(JSON.parse(stdout).candidates).toMatchObject([
    { skill: 'home:codex', reason: 'core-skill-auto-apply-protected' },
    { skill: 'home:pdf', apply: { verify: { exit_code: 9 } } },
  ]);
  const allowed = evolve(
    home,
    '--no-protect-core-skills',
    '--block-auto-apply-skill',
    'P*',
    '--verify-command',
    'true',
    '--json',
  );
  expect(JSON.parse(allowed.stdout).candidates).toMatchObject([
    { skill: 'home:codex', status: 'applied' },
    { skill: 'home:pdf', reason: 'auto-apply-blocklisted' },
  ]);
});

test('with a drill required, the next note waits for coppice drill', () => {
  const home = homeWith(['pdf', 'web']);
  const required = [...both, '--require-restore-drill', '--json'];
  const reasons = () =>
    JSON.parse(evolve(home, ...required).stdout).candidates.map((each: { reason: string }) => each.reason);
  expect(reasons()).toEqual(['applied', 'restore-drill-required']);
  expect(reasons()).toEqual(['unchanged', 'restore-drill-required']);
  expect(coppice(home, 'drill').code).toBe(0);
  expect(reasons()).toEqual(['unchanged', 'applied']);
});

test('weakness 13: a secret in what a tool printed reaches neither skill, report nor backup', () => {
  const secret = ['ghp_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');
  const home = homeWith(['pdf'], { output: `Error: token ${secret} was refused` });
  expect(evolve(home, ...both).code).toBe(0);
  expect(textOf(home, 'pdf')).toMatch(/`make` fails with "Error: token \[redacted/);
  for (const [path, bytes] of Object.entries(tree(join(home.path, '.coppice')))) {
    expect(bytes.includes(secret), path).toBe(false);
  }
});

test('a request for a model that is not there falls back, and says so', () => {
  const home = homeWith(['pdf']);
  const { code, stderr } = evolve(home, '--rerank-candidates');
  expect(code).toBe(0);
  expect(stderr).toContain('ordered by the embedding model instead\n');
  home.put('.coppice/config.toml', '[search]\nmodel = "off"\n');
  expect(evolve(home, '--semantic-candidates').stderr).toContain('ordered by evidence instead\n');
});

test('numbers that make no sense are refused', () => {
  const home = emptyHome();
  for (const [flag, value] of [
    ['--variants', '5'],
    ['--days', 'x'],
    ['--max-skills', '0'],
  ] as const) {
    const { code, stdout, stderr } = evolve(home, flag, value);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`${flag} cannot be ${value}`);
  }
});

test('a report that cannot be saved hides nothing of what was written', () => {
  const home = homeWith(['pdf']);
  home.put('.coppice/reports', 'a file in the place of the folder');
  const { code, stdout, stderr } = evolve(home, ...both);
  expect(code).toBe(1);
  expect(stdout).toContain('applied');
  expect(stderr).toContain('error: the report was not saved: ');
});

test('a note names the fix, and evolve show names the evidence behind it', () => {
  const home = homeWith(['pdf'], {
    command: 'docker run forms',
    output: "Unable to find image 'forms:latest' locally",
    fix: 'docker build -t forms .',
  });
  expect(evolve(home, ...both).stdout).toContain('\thome:pdf\t3 sessions failed although the fix is known\n');
  expect(textOf(home, 'pdf')).toContain(
    ': run `docker build -t forms .` first (worked 3 of 3 times, last 2026-06-15).\n',
  );
  const { lines, note, whyNot } = JSON.parse(coppice(home, 'evolve', 'show', 'pdf', '--json').stdout);
  expect(lines).toMatchObject([
    { kind: 'fix', sessions: 3, worked: 3, of: 3, events: [{ outcome: 'fixed' }, {}, {}] },
  ]);
  expect([note, whyNot]).toEqual([{ entry: expect.any(String), writtenAt: now }, null]);
  const { stdout, stderr } = coppice(home, 'evolve', 'show', 'pdf');
  expect(stdout).toMatch(/^1\. `docker run forms` fails with "Unable to find image/);
  expect(stdout).toContain(
    '\n   2026-06-15 11:00 generic: docker run forms: failed, then fixed by docker build -t forms .\n',
  );
  expect(stderr).toContain('hint: coppice evolve promote home:pdf LINE makes a line a step of the skill\n');
});

test('evolve show says why there is no note yet', () => {
  const home = homeWith(['pdf']);
  const { stdout, stderr } = coppice(home, 'evolve', 'show', 'pdf');
  expect(stdout).toMatch(/^1\. `make` fails with "Error: no such font" \(3 sessions\); no fix seen yet\.\n/);
  expect(stderr).toBe(
    'home:pdf has no note: no run has written it yet (not-written-yet)\n' +
      'hint: coppice evolve propose home:pdf proposes it\n',
  );
});

test('with --propose each note waits for a person, whatever the configuration says', () => {
  const home = homeWith(['pdf']);
  home.put('.coppice/config.toml', '[evolve]\napply_low_risk = true\napprove_auto_apply = true\n');
  const before = textOf(home, 'pdf');
  const { code, stdout, stderr } = evolve(home, '--propose');
  const [, id = ''] = /^proposed\t(\w+)\tagent\t/.exec(stdout) ?? [];
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: '1 new proposal\nhint: coppice evolve review lists the proposals\n',
  });
  expect(evolve(home, '--propose').stderr).toMatch(/^no new proposal, proposed before 1\n/);
  expect(coppice(home, 'evolve', 'review').stdout).toContain(`${id}\tpending\tnote\tlow\t`);
  expect(textOf(home, 'pdf')).toBe(before);
});
