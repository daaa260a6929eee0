import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { happened } from '../../src/evidence/rules/report/evidence.world.js';
import { EvidenceStore } from '../../src/evidence/store/evidence-store.js';
import { fixedClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { type Answer, emptyHome, type Home } from './coppice.js';

const now = Date.UTC(2026, 5, 15, 12);
const fault = { isError: true, result: 'Traceback: boom', cluster: 'boom', at: now - 3_600_000 };

/** A home with a skill that failed twice. */
async function homeWithFailures(): Promise<Home> {
  const home = emptyHome();
  const created = ['create', 'deploy', '--description', 'Deploys. Use to deploy.', '--by', 'agent'];
  expect(coppice(home, ...created).code).toBe(0);
  const path = join(home.path, '.coppice/evidence.sqlite');
  const store = await EvidenceStore.open({ path, files: nodeFiles, clock: fixedClock(now) });
  const events = happened([
    { ...fault, skill: 'home:deploy' },
    { ...fault, skill: 'home:deploy' },
  ]);
  store.ingest({ source: 'sample', origin: 'transcript', events, patches: [], retracted: [] });
  store.resolve(store.mentions().map(({ ref, name }) => ({ ref, skill: name })));
  store.close();
  return home;
}

function coppice(home: Home, ...words: string[]): Answer {
  return home.coppice(words, { environment: { COPPICE_NOW: String(now) } });
}

function json(home: Home, ...words: string[]) {
  return JSON.parse(coppice(home, ...words, '--json').stdout);
}

const skillOf = (home: Home) => readFileSync(join(home.path, '.coppice/skills/deploy/SKILL.md'), 'utf8');

test('a proposal is made, listed, shown, accepted and undone', async () => {
  const home = await homeWithFailures();
  const before = skillOf(home);
  const proposal = json(home, 'evolve', 'propose', 'deploy');
  const { id } = proposal;
  expect(proposal).toMatchObject({ skill: 'home:deploy', state: 'pending', kind: 'note', risk: 'low' });
  expect(statSync(join(home.path, `.coppice/proposals/${id}.json`)).mode & 0o777).toBe(0o600);
  expect(skillOf(home)).toBe(before);

  const title = 'Bash error, 2 times: Traceback: boom';
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
  expect(shown.stdout).toContain('+- 2026-06-15T11:00:00.000Z: `Bash` error, 2 times: `Traceback: boom`\n');

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

test('what was rejected is not proposed again, and that is no failure', async () => {
  const home = await homeWithFailures();
  const { id } = json(home, 'evolve', 'propose', 'deploy');
  const words = ['evolve', 'review', 'reject', id, '--reason', 'a flaky network'];
  expect(json(home, ...words)).toEqual({
    ...{ id, skill: 'home:deploy', state: 'rejected', reason: 'a flaky network' },
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

test('a pinned skill is changed because its user decides, who is told; a changed one is not', async () => {
  const home = await homeWithFailures();
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

test('a verify command of the configuration decides, and refusing it exits with 3', async () => {
  const home = await homeWithFailures();
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

test('a model drafts by a command; what it says is only proposed, and without one there is the note', async () => {
  const home = await homeWithFailures();
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

test('a proposal is also written to a file, for its owner, and never over another', async () => {
  const home = await homeWithFailures();
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
