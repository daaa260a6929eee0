import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

/** A home with a systemctl and a crontab of its own before those of the machine. */
function machine(): Home & { schedule(...words: string[]): ReturnType<Home['coppice']> } {
  const home = emptyHome();
  const script = (name: string, body: string) => {
    home.put(`bin/${name}`, `#!/bin/sh\ncd ${home.path}\n${body}\n`);
    chmodSync(join(home.path, 'bin', name), 0o755);
  };
  script(
    'systemctl',
    'case "$*" in *enable\\ --now*) touch on;; *disable*) rm -f on;; *is-enabled*) test -e on;; *show\\ *) echo soon;; esac',
  );
  script(
    'crontab',
    'case $1 in -l) test -e tab || { echo "no crontab for you" >&2; exit 1; }; cat tab;; -) cat > tab;; esac',
  );
  const environment = { PATH: `${home.path}/bin:/usr/bin:/bin` };
  return { ...home, schedule: (...words) => home.coppice(['schedule', ...words], { environment }) };
}

function read(home: Home, path: string): string {
  return readFileSync(join(home.path, path), 'utf8');
}

const units = '.config/systemd/user';
const proposes = 'each run makes proposals; coppice evolve review lists them\n';

test('a timer of systemd is shown, installed, enabled, looked at and removed', () => {
  const home = machine();
  const dry = home.schedule('install', '--backend', 'systemd', '--every', '07:30', '--dry-run');
  expect(dry).toMatchObject({ code: 0, stderr: `${proposes}nothing was written\n` });
  expect(dry.stdout).toContain('OnCalendar=*-*-* 07:30:00\n');
  expect(existsSync(join(home.path, '.config'))).toBe(false);

  const paths = ['coppice.service', 'coppice.timer'].map((name) => join(home.path, units, name));
  expect(home.schedule('install', '--backend', 'systemd')).toEqual({
    code: 0,
    stdout: `${paths.join('\n')}\ndaily by systemd, not enabled\n`,
    stderr: `${proposes}to start it: systemctl --user daemon-reload && systemctl --user enable --now coppice.timer\n`,
  });
  expect(home.schedule('install', '--every', '07:30', '--enable', '--max-skills', '1').code).toBe(0);
  expect(read(home, `${units}/coppice.service`)).toMatch(
    /\nExecStart=\S+ \S+main\.js schedule run --proposal-only -- --max-skills 1\n$/,
  );
  expect(home.schedule('status')).toEqual({
    code: 0,
    stdout: `07:30 by systemd, enabled\neach run makes proposals only\nnext run: soon\n${paths.join('\n')}\nlast run: never\n`,
    stderr: '',
  });
  expect(home.schedule('uninstall')).toEqual({
    code: 0,
    stdout: paths.map((path) => `removed ${path}\n`).join(''),
    stderr: '',
  });
  expect(readdirSync(join(home.path, units))).toEqual([]);
  expect(home.schedule('status').stderr).toBe('not installed; install it with: coppice schedule install\n');
  expect(home.schedule('uninstall').stderr).toMatch(/^nothing was installed: /);
});

test('what would not run later is refused now, and nothing is written', () => {
  const home = machine();
  const check = (code: number, message: string, ...words: string[]) => {
    const answer = home.schedule('install', '--backend', 'systemd', ...words);
    expect({ code: answer.code, stderr: answer.stderr.split('\n')[0] }).toEqual({
      code,
      stderr: `error: ${message}`,
    });
    expect(existsSync(join(home.path, '.config'))).toBe(false);
  };
  check(1, 'invalid value for --every: 25:00 (bad-value)', '--every', '25:00');
  check(1, 'invalid value for --every: (empty) (bad-value)', '--every', '');
  check(
    1,
    'invalid value for --every: daily\\u{a}ExecStartPost=/bin/evil (bad-value)',
    '--every',
    'daily\nExecStartPost=/bin/evil',
  );
  check(2, 'unknown flag: --nope (usage)', '--', '--nope');
  check(2, 'unknown flag: --nope (usage)', '--nope');
  check(2, 'use either --apply or --proposal-only (usage)', '--apply', '--proposal-only');
  check(1, '--days cannot be x (bad-value)', '--days', 'x');
  check(1, '--days cannot be x (bad-value)', '--', '--days', 'x');
  check(2, '--json is a flag of every verb, not of evolve run (usage)', '--', '--json');
  check(2, '--help is a flag of every verb, not of evolve run (usage)', '--', '--help');
  check(2, 'evolve run takes no further argument: word (usage)', 'word');
});

test('lines of a crontab are only shown until they are enabled, and others stay', () => {
  const home = machine();
  const others = '0 5 * * * echo 50\\%\n';
  home.put('tab', others);
  const shown = home.schedule('install', '--backend', 'cron');
  expect(shown.stdout).toMatch(/^# crontab\n# coppice:schedule:start\n/);
  expect(shown.stderr).toContain('nothing was installed: what is in cron is always enabled\n');
  expect(read(home, 'tab')).toBe(others);
  expect(home.schedule('install', '--backend', 'cron', '--enable').stdout).toBe(
    'crontab\ndaily by cron, enabled\n',
  );
  expect(read(home, 'tab').startsWith(`${others}# coppice:schedule:start\n`)).toBe(true);
  expect(home.schedule('uninstall').stdout).toBe('removed crontab\n');
  expect(read(home, 'tab')).toBe(others);
});

test('the line that is installed starts the program in the places of now', () => {
  const home = machine();
  const environment = {
    PATH: `${home.path}/bin:/usr/bin:/bin`,
    CODEX_HOME: '/srv/codex',
    AWS_SECRET: 'hidden',
  };
  const words = [
    'schedule',
    'install',
    '--backend',
    'cron',
    '--home',
    "my $HOME 5'",
    '--enable',
    '--proposal-only',
  ];
  expect(home.coppice(words, { environment }).code).toBe(0);
  const tab = read(home, 'tab');
  expect(tab).toContain(' CODEX_HOME=/srv/codex ');
  expect(tab).not.toContain('hidden');
  const line = tab.split('\n').find((text) => text.startsWith('0 9 * * * '));
  const { status, stdout } = spawnSync('/bin/sh', ['-c', (line ?? '').slice('0 9 * * * '.length)], {
    encoding: 'utf8',
    env: { HOME: home.path, PATH: '/usr/bin:/bin' },
  });
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: 'done\tevidence backfill\ndone\tcurate --if-due --dry-run\ndone\tevolve run --propose\n',
  });
  expect(JSON.parse(read(home, "my $HOME 5'/schedule.json")).lastRun.ok).toBe(true);
  const asked = home.coppice(['schedule', 'status', '--json'], { environment });
  expect(JSON.parse(asked.stdout)).toMatchObject({
    installed: true,
    enabled: true,
    schedules: [{ scheduler: 'cron', every: 'daily', files: [{ path: 'crontab', state: 'ours' }] }],
    lastRun: { ok: true },
  });
});

test('a step that fails is reported, and the others are done', () => {
  const home = machine();
  const { code, stdout, stderr } = home.schedule('run', '--apply', '--', '--days', 'x');
  const flags = '--apply-low-risk --approve-auto-apply --protect-core-skills --days x';
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: `done\tevidence backfill\ndone\tcurate --if-due\n--days cannot be x (bad-value)\tevolve run ${flags}\n`,
  });
  const [, report = ''] = /^report: (.*)\n$/.exec(stderr) ?? [];
  expect(readFileSync(report, 'utf8')).toContain('some steps failed');
  expect(home.schedule('status').stdout).toMatch(/^last run: .*, failed \(.*\)\n$/);
});

test.each([[['--proposal-only']], [[]]])(
  'a configuration that lets runs write does not change that runs propose: %j',
  (mode) => {
    const home = machine();
    home.put('.coppice/config.toml', '[evolve]\napply_low_risk = true\napprove_auto_apply = true\n');
    const words = [...mode, '--', '--apply-low-risk', '--approve-auto-apply'];
    const { code, stdout } = home.schedule('run', '--json', ...words);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      mode: 'propose',
      steps: [{}, {}, { document: { mode: 'propose' } }],
    });
    const evolver = readFileSync(join(home.path, '.coppice/evolver.json'), 'utf8');
    expect(Object.keys(JSON.parse(evolver))).toEqual(['checksum', 'lastProposals']);
  },
);

test('bootstrap reads, reports and installs, and the failure of one part does not hide the others', () => {
  const home = machine();
  const environment = { PATH: `${home.path}/bin:/usr/bin:/bin` };
  const { code, stdout } = home.coppice(['evolve', 'bootstrap', '--semantic', '--json'], { environment });
  const document = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(document).toMatchObject({
    backfill: { files: 0 },
    report: { window: { days: 30 } },
    schedule: { scheduler: 'systemd', every: 'daily', enabled: true },
    nextSteps: expect.any(Array),
  });
  expect(document.schedule.command.slice(2)).toEqual([
    'schedule',
    'run',
    '--proposal-only',
    '--',
    '--semantic-candidates',
    '--rerank-candidates',
  ]);

  home.put(`${units}/coppice.timer`, '[Timer]\n');
  const failed = home.coppice(['evolve', 'bootstrap', '--no-enable'], { environment });
  expect(failed.code).toBe(1);
  expect(failed.stdout).toContain('# coppice evidence report --days 30\nEvidence: 30 days');
  expect(failed.stderr).toContain('evidence backfill --days 30: done\n');
  expect(failed.stderr).toContain(
    'coppice.timer already exists, and Coppice did not write it (already-exists)\n',
  );
  expect(home.coppice(['evolve', 'bootstrap', '--every', 'never'], { environment })).toMatchObject({
    code: 1,
    stdout: '',
  });
});

test('a schedule that writes without asking says so when it is installed, in its files and in the status', () => {
  const home = machine();
  const installed = home.schedule(
    'install',
    '--backend',
    'systemd',
    '--apply',
    '--semantic-candidates',
    '--enable',
  );
  expect(installed.stderr).toContain('each run retires skills and writes notes without asking you\n');
  const unit = read(home, `${units}/coppice.service`);
  expect(unit).toContain('\n# It retires skills and writes notes without asking (--apply).\n');
  expect(unit).toMatch(/ schedule run --apply -- --semantic-candidates\n$/);
  expect(home.schedule('status').stdout).toContain(
    '\neach run retires skills and writes notes without asking (--apply)\n',
  );
  const shown = home.schedule('install', '--backend', 'cron', '--apply', '--dry-run').stdout;
  expect(shown).toContain('\n# It retires skills and writes notes without asking (--apply).\n');
});

test('a schedule of version 0.1.0 makes proposals, and the status says so', () => {
  const home = machine();
  home.coppice(['create', 'pdf', '--description', 'Fills forms.']);
  home.schedule('install', '--backend', 'systemd');
  for (const name of ['coppice.service', 'coppice.timer']) {
    const text = read(home, `${units}/${name}`);
    home.put(
      `${units}/${name}`,
      text
        .replace(' --proposal-only', '')
        .replace(',"--proposal-only"', '')
        .replace(/^Description=.*$/m, 'Description=Coppice: read what happened, and look after the skills')
        .replace('# Runs that were missed', '# What was missed'),
    );
  }
  const status = home.schedule('status');
  expect(status.stdout).toContain(
    'each run makes proposals only, although it was installed by a version whose runs wrote notes\n' +
      'to write without asking: coppice schedule install --apply --enable\n',
  );
  expect(status.stdout).not.toContain('(edited)');
  expect(JSON.parse(home.schedule('status', '--json').stdout).schedules).toMatchObject([
    { mode: 'propose', isOlder: true },
  ]);
  home.schedule('run');
  expect(home.coppice(['status']).stdout).toContain('makes proposals only, unlike in earlier versions');
  home.schedule('run');
  expect(home.coppice(['status']).stdout).not.toContain('unlike in earlier versions');
});

test('a trial of bootstrap shows what it would do and writes nothing', () => {
  const home = machine();
  const environment = { PATH: `${home.path}/bin:/usr/bin:/bin` };
  home.put('.coppice/sessions/one.jsonl', '{"type":"load","skill":"pdf"}\n');
  const before = readdirSync(home.path, { recursive: true }).toSorted();
  const { code, stdout, stderr } = home.coppice(['evolve', 'bootstrap', '--dry-run'], { environment });
  expect(code).toBe(0);
  expect(stdout).toContain('# coppice evidence backfill --days 30\ngeneric\t1\n');
  expect(stdout).toContain('OnCalendar=');
  expect(stderr).toContain(
    'evidence backfill --days 30: nothing was written\n1 session file would be read\n',
  );
  expect(readdirSync(home.path, { recursive: true }).toSorted()).toEqual(before);
});

test('where only cron is there, bootstrap without enabling does not claim to have installed anything', () => {
  const home = machine();
  home.put('bin/systemctl', '#!/bin/sh\nexit 1\n');
  const environment = { PATH: `${home.path}/bin:/usr/bin:/bin` };
  const { code, stderr } = home.coppice(['evolve', 'bootstrap', '--no-enable'], { environment });
  expect(code).toBe(0);
  expect(stderr).toContain('schedule install --every daily --proposal-only: nothing was written\n');
  expect(stderr).toContain('nothing was installed: what is in cron is always enabled\n');
  expect(stderr).not.toContain('coppice schedule status');
  expect(existsSync(join(home.path, 'tab'))).toBe(false);
});
