import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Answer, emptyHome, type Home } from './coppice.js';
import { failedSessions, hoursBefore } from './failed-sessions.js';

const now = Date.UTC(2026, 5, 15, 12);

/** A home with a skill that failed in three sessions. */
function homeWithFailures(): Home {
  const home = emptyHome();
  const created = ['create', 'deploy', '--description', 'Deploys. Use to deploy.', '--by', 'agent'];
  expect(coppice(home, ...created).code).toBe(0);
  const output = 'Error: boom';
  home.put(
    '.coppice/sessions/all.jsonl',
    failedSessions({ skill: 'deploy', starts: hoursBefore(now, 3), output }),
  );
  expect(coppice(home, 'evidence', 'backfill').code).toBe(0);
  return home;
}

function coppice(home: Home, ...words: string[]): Answer {
  return home.coppice(words, { environment: { COPPICE_NOW: String(now) } });
}

function json(home: Home, ...words: string[]) {
  return JSON.parse(coppice(home, ...words, '--json').stdout);
}

const skillOf = (home: Home) => readFileSync(join(home.path, '.coppice/skills/deploy/SKILL.md'), 'utf8');

test('a proposal is made, listed, shown, accepted and undone', () => {
  const home = homeWithFailures();
  const before = skillOf(home);
  const proposal = json(home, 'evolve', 'propose', 'deploy');
  const { id } = proposal;
  expect(proposal).toMatchObject({ skill: 'home:deploy', state: 'pending', kind: 'note', risk: 'low' });
  expect(statSync(join(home.path, `.coppice/proposals/${id}.json`)).mode & 0o777).toBe(0o600);
  expect(skillOf(home)).toBe(before);

  const title = `'make' fails with "Error: boom" (3 sessions); no fix seen yet.`;
  expect(coppice(home, 'evolve', 'review')).toEqual({
    code: 0,
    stdout: `${id}\tpending\tnote\tlow\t2026-06-15 12:00\thome:deploy\t${title}\n`,
    stderr: `hint: coppice evolve review show ${id}\n`,
  });
  expect(json(home, 'evolve', 'review', '--state', 'pending')).toEqual({
    proposals: [
      { id, skill: 'home:deploy', state: 'pending', kind: 'note', risk: 'low', createdAt: now, title },
    ],
    unreadable: [],
  });
  const shown = coppice(home, 'evolve', 'review', 'show', id);
  expect(shown.stdout).toContain(
    `\n- \`${title}\`\n  - 2026-06-15T11:00:00.001Z \`generic\`: \`make\`: failed\n`,
  );
  expect(shown.stdout).toContain('\n+- `make` fails with "Error: boom" (3 sessions); no fix seen yet.\n');

  const accepted = coppice(home, 'evolve', 'review', 'accept', id);
  const [, entry = ''] = /coppice undo (\S+)/.exec(accepted.stdout) ?? [];
  expect(accepted).toEqual({
    code: 0,
    stdout: `accepted ${id} for home:deploy\nundo with: coppice undo ${entry}\n`,
    stderr: '',
  });
  expect(skillOf(home)).toBe(proposal.content);
  expect(coppice(home, 'evolve', 'review', 'accept', id)).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: the proposal ${id} was already accepted (already-decided)\nhint: undo it with: coppice undo ${entry}\n`,
  });
  expect(coppice(home, 'undo', entry).code).toBe(0);
  expect(skillOf(home)).toBe(before);
});

test('what was rejected is not proposed again, and that is no failure', () => {
  const home = homeWithFailures();
  const { id } = json(home, 'evolve', 'propose', 'deploy');
  const words = ['evolve', 'review', 'reject', id, '--reason', 'a flaky network'];
  expect(json(home, ...words)).toEqual({
    ...{ id, skill: 'home:deploy', state: 'rejected', reason: 'a flaky network' },
    entry: expect.any(String),
  });
  expect(coppice(home, 'evolve', 'propose', 'deploy')).toEqual({
    code: 0,
    stdout: '',
    stderr:
      'nothing to propose for home:deploy: there is no new evidence since it was rejected or undone (already-rejected)\n',
  });
  expect(json(home, 'evolve', 'propose', 'deploy')).toMatchObject({
    proposal: null,
    skill: 'home:deploy',
    reason: 'already-rejected',
  });
});

test('all pending proposals are shown first, and accepted together when somebody agrees', () => {
  const home = homeWithFailures();
  coppice(home, 'create', 'build', '--description', 'Builds. Use to build.', '--by', 'agent');
  const starts = hoursBefore(now, 3);
  home.put('.coppice/sessions/build.jsonl', failedSessions({ skill: 'build', starts, command: 'ninja' }));
  coppice(home, 'evidence', 'backfill');
  const [deploy, build] = ['deploy', 'build'].map((name) => json(home, 'evolve', 'propose', name).id);
  const before = skillOf(home);
  const shown = coppice(home, 'evolve', 'review', 'accept', '--all');
  expect([shown.code, shown.stderr]).toEqual([
    0,
    'Nothing was changed. Accept 2 proposals with: coppice evolve review accept --all --yes\n',
  ]);
  expect(shown.stdout).toContain('\n+- `make` fails with "Error: boom" (3 sessions); no fix seen yet.\n');
  expect(skillOf(home)).toBe(before);

  home.put('.coppice/skills/deploy/SKILL.md', `${before}Mine.\n`);
  const accepted = coppice(home, 'evolve', 'review', 'accept', deploy, build);
  expect([accepted.code, accepted.stdout]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^accepted ${build} for home:build, undo with: coppice undo \\S+\\n$`)),
  ]);
  expect(accepted.stderr).toContain(`error: ${deploy}: `);
  json(home, 'evolve', 'propose', 'deploy');
  expect(json(home, 'evolve', 'review', 'accept', '--all', '--yes')).toMatchObject({
    accepted: [{ skill: 'home:deploy' }],
    failed: [],
    pending: [],
  });
  expect(coppice(home, 'evolve', 'review', 'accept', '--all').stderr).toBe('no proposal is pending\n');
  expect(coppice(home, 'evolve', 'review', 'accept').stderr).toContain('(usage)\n');
});

test('a pinned skill is changed because its user decides, who is told; a changed one is not', () => {
  const home = homeWithFailures();
  coppice(home, 'pin', 'deploy');
  const { id, riskReasons } = json(home, 'evolve', 'propose', 'deploy');
  expect(riskReasons).toEqual(['pinned-skill']);
  home.put('.coppice/skills/deploy/SKILL.md', `${skillOf(home)}Mine.\n`);
  const refused = coppice(home, 'evolve', 'review', 'accept', id);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('(changed-on-disk)')]);
  expect(coppice(home, 'evolve', 'review', '--state', 'stale').stdout).toContain(id);
  expect(json(home, 'evolve', 'propose', 'deploy').id).toBe(id);
  const accepted = coppice(home, 'evolve', 'review', 'accept', id);
  expect([accepted.code, accepted.stderr]).toEqual([0, expect.stringContaining('home:deploy is pinned')]);
  expect(skillOf(home)).toContain('Mine.\n');
});

test('a verify command of the configuration decides, and refusing it exits with 3', () => {
  const home = homeWithFailures();
  const before = skillOf(home);
  home.put('.coppice/config.toml', '[evolve]\nverify_command = ["sh", "-c", "echo no; exit 1"]\n');
  const { id } = json(home, 'evolve', 'propose', 'deploy');
  expect(coppice(home, 'evolve', 'review', 'accept', id)).toEqual({
    code: 3,
    stdout: '',
    stderr:
      'error: home:deploy: verify-command: no (verify-failed)\nhint: the previous content was restored\n',
  });
  expect(skillOf(home)).toBe(before);
});

test('a model drafts by a command; what it says is only proposed, and without one there is the note', () => {
  const home = homeWithFailures();
  const before = skillOf(home);
  const words = ['evolve', 'propose', 'deploy', '--draft-with-model'];
  expect(json(home, ...words)).toMatchObject({
    kind: 'note',
    model: { executed: false, error: expect.stringContaining('no model is configured') },
  });
  home.put('.coppice/config.toml', '[evolve]\nmodel_command = "cat >/dev/null; echo \'## Help\'"\n');
  const { id, kind, risk } = json(home, ...words);
  expect([kind, risk]).toEqual(['draft', 'review']);
  expect(skillOf(home)).toBe(before);
  expect(coppice(home, 'evolve', 'review', 'accept', id).code).toBe(0);
  expect(skillOf(home)).toBe(`${before}\n## Help\n`);
});

test('a proposal is also written to a file, for its owner, and never over another', () => {
  const home = homeWithFailures();
  const words = ['evolve', 'propose', 'deploy', '--output'];
  expect(coppice(home, ...words, 'p.md').code).toBe(0);
  expect(readFileSync(join(home.path, 'p.md'), 'utf8')).toMatch(/^# Proposal [0-9a-f]{12}\n/);
  expect(statSync(join(home.path, 'p.md')).mode & 0o777).toBe(0o600);
  expect(coppice(home, ...words, 'p.json').code).toBe(0);
  expect(JSON.parse(readFileSync(join(home.path, 'p.json'), 'utf8'))).toMatchObject({ kind: 'note' });
  const refused = coppice(home, ...words, 'p.md');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('(already-exists)')]);
});

test('on a machine without proposals it says how to get some, and a damaged one is named', () => {
  const home = emptyHome();
  expect(coppice(home, 'evolve', 'review')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'there are no such proposals; coppice evolve propose SKILL creates one\n',
  });
  home.put('.coppice/proposals/half.json', '{');
  expect(coppice(home, 'evolve', 'review').stderr).toContain('half.json cannot be read (not-a-proposal)\n');
  expect(coppice(home, 'evolve', 'review', 'show', 'abc').stderr).toBe(
    'error: no such proposal: abc (not-found)\nhint: list all proposals with: coppice evolve review\n',
  );
});

test('a line of a note becomes a step of the skill when it is accepted, and undo restores both', () => {
  const home = homeWithFailures();
  const starts = hoursBefore(now, 6).slice(3);
  const output = "Unable to find image 'web:latest' locally";
  const fixed = { skill: 'deploy', starts, command: 'docker run web', output, fix: 'docker build -t web .' };
  home.put('.coppice/sessions/fixed.jsonl', failedSessions(fixed));
  coppice(home, 'evidence', 'backfill');
  coppice(home, 'evolve', 'run', '--apply-low-risk', '--approve-auto-apply');
  const noted = skillOf(home);
  expect(noted).toContain(': run `docker build -t web .` first (');
  expect(coppice(home, 'evolve', 'promote', 'deploy', '2').stderr).toContain('line 2 names no fix');
  expect(coppice(home, 'evolve', 'promote', 'deploy', 'x').stderr).toContain('LINE cannot be x (bad-value)');
  const { id, kind, risk } = json(home, 'evolve', 'promote', 'deploy', '1');
  expect([kind, risk, skillOf(home)]).toEqual(['promotion', 'review', noted]);
  const [, entry = ''] =
    /coppice undo (\S+)/.exec(coppice(home, 'evolve', 'review', 'accept', id).stdout) ?? [];
  expect(skillOf(home)).toContain(
    `\n## Learned from use\n\n- If \`docker run web\` fails with "${output}", run \`docker build -t web .\` first.\n`,
  );
  expect(skillOf(home)).not.toContain('worked');
  expect(json(home, 'evolve', 'show', 'deploy').lines).toMatchObject([{ kind: 'failure' }]);
  expect(coppice(home, 'undo', entry).code).toBe(0);
  expect(skillOf(home)).toBe(noted);
});
