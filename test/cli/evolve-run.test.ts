import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Answer, emptyHome, type Home } from './coppice.js';

const now = Date.UTC(2026, 5, 15, 12);
const both = ['--apply-low-risk', '--approve-auto-apply'];

function coppice(home: Home, ...words: string[]): Answer {
  return home.coppice(words, { environment: { COPPICE_NOW: String(now) } });
}

function evolve(home: Home, ...flags: string[]): Answer {
  return coppice(home, 'evolve', 'run', ...flags);
}

/** Skills that an agent made, each of which failed twice. */
function homeWith(names: readonly string[], output = 'no such font'): Home {
  const home = emptyHome();
  const lines = names.flatMap((skill, index) => {
    coppice(home, 'create', skill, '--description', `Does ${skill}.`, '--by', 'agent');
    return [1, 2].flatMap((hour) => {
      const at = now - hour * 3_600_000 - index;
      const session = `${skill}-${hour}`;
      return [
        { type: 'load', session, at, skill },
        { type: 'call', session, at: at + 1, tool: 'Bash', output, isError: true },
      ];
    });
  });
  home.put('sessions/all.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
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
    stderr: 'no skill has enough evidence; coppice evidence report shows the evidence\n',
  });
});

test('a dry run prints the plan and the difference, and writes nothing', () => {
  const home = homeWith(['pdf']);
  const before = tree(home.path);
  const { code, stdout, stderr } = evolve(home);
  expect(code).toBe(0);
  expect(stdout).toContain('planned\t\tagent\tevents=4, errors=2\thome:pdf\n\n--- a/SKILL.md\n');
  expect(stdout).toContain('`no such font`');
  expect(stderr).toBe(
    'planned 1, applied 0, skipped 0, failed 0\n' +
      'nothing was written; to write: coppice evolve run --apply-low-risk --approve-auto-apply\n',
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
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'applied\t\tagent\tevents=4, errors=2\thome:pdf\n' });
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
  expect(some.stdout).toBe(
    'failed\tverify-failed\tagent\tevents=4, errors=2\thome:bad\napplied\t\tagent\tevents=4, errors=2\thome:good\n',
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
  const home = homeWith(['pdf'], `token ${secret} was refused`);
  expect(evolve(home, ...both).code).toBe(0);
  expect(textOf(home, 'pdf')).toContain('redacted');
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
