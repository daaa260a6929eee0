import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Answer, emptyHome, type Home } from './coppice.js';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

function on(home: Home, days: number, ...words: string[]): Answer {
  return home.coppice(words, { environment: { COPPICE_NOW: String(start + days * day) } });
}

function homeWith(...names: string[]): Home {
  const home = emptyHome();
  for (const name of names) {
    on(home, 0, 'create', name, '--description', `Does ${name}. Use for ${name}.`, '--by', 'agent');
    on(home, 0, 'usage', 'record', name, 'use');
  }
  return home;
}

function report(answer: Answer) {
  return JSON.parse(answer.stdout);
}

test('a run prints what it moved on stdout, and the rest on stderr', () => {
  const home = homeWith('old', 'kept');
  on(home, 0, 'pin', 'kept');
  const { code, stdout, stderr } = on(home, 100, 'curate', '--now');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'archived\tidle for 100 days\thome:old\n' });
  const [, runId] = /reports\/([^/]+)\/REPORT\.md/.exec(stderr) ?? [];
  expect(stderr).toBe(
    `moved 1 skill; 1 skipped: pinned\nreport: ${home.path}/.coppice/reports/${runId}/REPORT.md\n` +
      `hint: coppice restore NAME restores one skill, coppice undo ${runId} all of them\n`,
  );
  expect(existsSync(join(home.path, '.coppice/reports', runId ?? '', 'run.json'))).toBe(true);
  expect(on(home, 101, 'undo', runId ?? '').code).toBe(0);
  expect(existsSync(join(home.path, '.coppice/skills/old/SKILL.md'))).toBe(true);
});

test('the document has every key that scripts rely on', () => {
  const home = homeWith('old');
  const document = report(on(home, 100, 'curate', '--now', '--dry-run', '--json'));
  expect(document).toEqual({
    runId: expect.any(String),
    dryRun: true,
    seeded: false,
    at: start + 100 * day,
    policy: { staleAfterDays: 30, archiveAfterDays: 90, neverUsed: 'never', provenance: ['agent'] },
    transitioned: [{ id: 'home:old', from: 'active', to: 'archived', anchor: start, idleDays: 100 }],
    skipped: [],
    quieted: [],
    remaining: [],
    settled: [],
    unfinished: [],
    error: null,
  });
});

test('the first run shows the plan, as a dry run before it does, and moves nothing', () => {
  const home = homeWith('old');
  const dry = on(home, 100, 'curate', '--dry-run');
  expect(dry.stdout).toBe('archived\tidle for 100 days\thome:old\n');
  expect(dry.stderr).toBe(
    'would move 1 skill; 0 skipped\nThe first run is a preview. Apply it now with: coppice curate --now\n',
  );
  const { stdout, stderr } = on(home, 100, 'curate');
  expect(stdout).toBe(dry.stdout);
  expect(existsSync(join(home.path, '.coppice/skills/old/SKILL.md'))).toBe(true);
  expect(stderr).toContain('The first run is a preview. Apply it now with: coppice curate --now\n');
  expect(on(home, 101, 'curate').stdout).toBe('archived\tidle for 101 days\thome:old\n');
});

test('a scheduled run waits for its interval and for a pause to end', () => {
  const home = homeWith('old');
  const scheduled = (days: number) => report(on(home, days, 'curate', '--if-due', '--json'));
  expect(scheduled(0)).toEqual({ due: false, paused: false, nextRunAt: start + day / 12 });
  expect(scheduled(1)).toMatchObject({ seeded: true });
  expect(scheduled(7)).toEqual({ due: false, paused: false, nextRunAt: start + 8 * day });
  expect(on(home, 9, 'curate', 'pause').stdout).toBe('scheduled runs: paused\n');
  expect(scheduled(9)).toMatchObject({ due: false, paused: true });
  expect(on(home, 9, 'curate', '--if-due')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'scheduled runs are paused\n',
  });
  expect(on(home, 9, 'curate', 'resume').stdout).toBe('scheduled runs: resumed\n');
  expect(scheduled(9)).toMatchObject({ seeded: false, transitioned: [] });
});

test('the status counts states, and skills that nobody declared', () => {
  const home = homeWith('old', 'idle');
  on(home, 65, 'usage', 'record', 'idle', 'use');
  home.put('.coppice/skills/found/SKILL.md', '---\nname: found\ndescription: Found. Use it.\n---\n');
  on(home, 100, 'curate', '--now');
  const status = on(home, 100, 'curate', 'status');
  expect(status.stdout).toMatch(
    /^1 active, 1 stale, 1 archived\nauthor not declared: 1\nlast run: 2026-04-11 00:00 \(.*\)\nscheduled runs: due at 2026-04-18 00:00\n$/,
  );
  expect(status.stderr).toBe(
    'hint: coppice adopt NAME... lets the curator retire skills that an agent made\n',
  );
});

test('a skill can have ages of its own', () => {
  const home = homeWith('yearly');
  const policy = (...flags: string[]) => on(home, 0, 'curate', 'policy', 'yearly', ...flags).stdout;
  expect(policy('--archive-after-days', '500')).toBe('home:yearly: archiveAfterDays 500\n');
  expect(policy('--stale-after-days', '400')).toBe('home:yearly: archiveAfterDays 500, staleAfterDays 400\n');
  expect(on(home, 399, 'curate', '--now').stdout).toBe('');
  expect(on(home, 400, 'curate').stdout).toBe('stale\tidle for 400 days\thome:yearly\n');
  expect(policy('--clear')).toBe('home:yearly: as configured\n');
  expect(policy()).toBe('home:yearly: as configured\n');
  expect(on(home, 401, 'curate').stdout).toBe('archived\tidle for 401 days\thome:yearly\n');
});

test('the policy of the configuration counts', () => {
  const home = homeWith('old');
  home.put(
    '.coppice/config.toml',
    '[curator]\nstale_after_days = 3\narchive_after_days = 5\nprovenance = ["user"]\n',
  );
  expect(report(on(home, 5, 'curate', '--now', '--json')).skipped).toEqual([
    { id: 'home:old', reason: 'not-agent-created' },
  ]);
  home.put('.coppice/config.toml', '[curator]\nstale_after_days = 3\narchive_after_days = 5\n');
  expect(on(home, 5, 'curate').stdout).toBe('archived\tidle for 5 days\thome:old\n');
});

test('a run that is not certain of anything exits 1 with its document', () => {
  const home = homeWith('old');
  home.put('.coppice/bundles/kit.toml', 'skills = 5\n');
  const { code, stdout } = on(home, 100, 'curate', '--now', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    transitioned: [],
    skipped: [{ id: 'home:old', reason: 'unreadable-state' }],
    error: { code: 'bad-config', hint: 'correct it, or move it away' },
  });
  expect(on(home, 100, 'curate').stderr).toContain('hint: correct it, or move it away\n');
});

test('a run by a clock that is behind the last one is refused', () => {
  const home = homeWith('old');
  on(home, 10, 'curate');
  expect(on(home, 9, 'curate')).toMatchObject({ code: 1, stdout: '' });
  expect(report(on(home, 9, 'curate', '--json'))).toMatchObject({ error: { code: 'clock-behind' } });
});

test('a skill that is only a link here is left alone, and is no failure', () => {
  const home = homeWith('old');
  home.put('elsewhere/linked/SKILL.md', '---\nname: linked\ndescription: Linked. Use it.\n---\n');
  symlinkSync(join(home.path, 'elsewhere/linked'), join(home.path, '.coppice/skills/linked'));
  on(home, 0, 'adopt', 'linked');
  on(home, 0, 'usage', 'record', 'linked', 'use');
  const { code, stdout } = on(home, 100, 'curate', '--now', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    transitioned: [{ id: 'home:old' }],
    skipped: [{ id: 'home:linked', reason: 'immovable' }],
  });
});

test('counters of other agents are imported once, and their files stay as they are', () => {
  const home = emptyHome();
  const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}. Use it.\n---\n`;
  home.put('.claude/skills/pdf/SKILL.md', skill('pdf'));
  home.put('.hermes/skills/docs/plan/SKILL.md', skill('plan'));
  home.put('.claude/plugins/kit/.claude-plugin/plugin.json', '{"name": "kit"}');
  home.put('.claude/plugins/kit/skills/draw/SKILL.md', skill('draw'));
  const claude = {
    skillUsage: {
      pdf: { usageCount: 7, lastUsedAt: start },
      'kit:draw': { usageCount: 2, lastUsedAt: start },
      gone: { usageCount: 1 },
    },
  };
  const hermes = {
    plan: {
      created_by: 'agent',
      use_count: 3,
      last_used_at: '2026-01-01T00:00:00+00:00',
      pinned: true,
      created_at: '2025-06-01T00:00:00',
    },
    pdf: { created_by: 'agent', use_count: 1, pinned: true },
    bad: 5,
  };
  home.put('.claude.json', JSON.stringify(claude));
  home.put('.hermes/skills/.usage.json', JSON.stringify(hermes));

  expect(on(home, 1, 'usage', 'import')).toEqual({
    code: 0,
    stdout:
      'claude: 2 imported, 0 unchanged, 1 not found here\nhermes: 2 imported, 0 unchanged, 1 not readable\n',
    stderr: '',
  });
  const journal = () => readFileSync(join(home.path, '.coppice/usage.journal'), 'utf8');
  const before = journal();
  expect(report(on(home, 2, 'usage', 'import', '--json')).agents).toMatchObject([
    {
      agent: 'claude',
      imported: [],
      unchanged: ['claude:pdf', 'kit/draw'],
      unmatched: ['gone'],
      error: null,
    },
    {
      agent: 'hermes',
      imported: [],
      unchanged: ['hermes:plan', 'claude:pdf'],
      malformed: ['bad'],
      error: null,
    },
  ]);
  expect(journal()).toBe(before);

  const { records } = report(on(home, 2, 'usage', '--sort', 'name', '--json'));
  expect(records).toMatchObject([
    // Pins and makers of another agent's skills are not its to declare.
    { id: 'claude:pdf', useCount: 8, pinned: false, createdBy: 'unknown', lastActivityAt: start },
    { id: 'hermes:plan', useCount: 3, pinned: true, createdBy: 'agent', createdAt: Date.UTC(2025, 5, 1) },
    { id: 'kit/draw', useCount: 2 },
  ]);
  expect(readFileSync(join(home.path, '.claude.json'), 'utf8')).toBe(JSON.stringify(claude));
  expect(readFileSync(join(home.path, '.hermes/skills/.usage.json'), 'utf8')).toBe(JSON.stringify(hermes));
});

test.each([
  ['is torn', '.claude.json'],
  ['is a folder', '.claude.json/file'],
])('a file of another agent that %s keeps none of the others from being imported', (_, path) => {
  const home = emptyHome();
  expect(on(home, 0, 'usage', 'import').stderr).toBe('no other agent has usage counters here\n');
  home.put(path, '{"skillUsage":');
  home.put('.hermes/skills/plan/SKILL.md', '---\nname: plan\ndescription: Plan. Use it.\n---\n');
  home.put('.hermes/skills/.usage.json', '{"plan": {"use_count": 3}}');
  expect(on(home, 0, 'usage', 'import')).toMatchObject({
    code: 1,
    stdout: `claude: its counters cannot be read (${home.path}/.claude.json)\nhermes: 1 imported, 0 unchanged\n`,
  });
});
