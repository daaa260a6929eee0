import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

const events = ['PostToolUse', 'PostToolUseFailure', 'UserPromptExpansion', 'SessionEnd'];
const settings = '{\r\n    "model": "opus", // mine\r\n}';

function read(home: Home, path = '.claude/settings.json'): string {
  return readFileSync(join(home.path, path), 'utf8');
}

/** The command of the hooks, as the shell of an agent runs it. */
function commandIn(text: string): string {
  const [, spelled = '""'] = /"command": ("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  return JSON.parse(spelled);
}

const later =
  'for other agents: --agent codex or qwen\n' +
  'Coppice does not install hooks for: Gemini CLI, Hermes, GitHub Copilot, Cursor\n';

test('hooks are installed once, shown, and taken out without a trace', () => {
  const home = emptyHome();
  home.put('.claude/settings.json', settings);
  const path = join(home.path, '.claude/settings.json');
  const notes = 'open sessions keep their current hooks\n';
  const done = (stdout: string, stderr = notes) => ({ code: 0, stdout, stderr });
  expect(home.coppice(['hooks', 'status'])).toEqual(done(`user\tnot installed\t${path}\n`, later));
  expect(home.coppice(['hooks', 'install'])).toEqual(done(`hooks installed: ${path}\n`));
  expect(read(home)).toMatch(/^\{\r\n {4}"model": "opus", \/\/ mine\r\n {4}"hooks": \{\r\n {8}"PostToolUse"/);
  expect(home.coppice(['hooks', 'install'])).toEqual(done(`nothing to change: ${path}\n`, ''));
  expect(home.coppice(['hooks', 'status'])).toEqual(done(`user\tinstalled\t${path}\n`, later));
  expect(home.coppice(['hooks', 'uninstall'])).toEqual(done(`hooks removed: ${path}\n`));
  expect(read(home)).toBe(settings);
});

test('the command of the hooks records the payload', () => {
  const home = emptyHome();
  home.coppice(['hooks', 'install', '--home', 'my home']);
  const payload = { session_id: 's', hook_event_name: 'SessionEnd' };
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', commandIn(read(home))], {
    input: JSON.stringify(payload),
    encoding: 'utf8',
    env: { PATH: dirname(process.execPath), HOME: home.path },
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(read(home, 'my home/evidence.spool.jsonl')).toContain('"type":"end"');
});

test('what one hook recognises as a secret, the next one of the session redacts', () => {
  const home = emptyHome();
  const password = ['Fr0st', 'Lantern', '88'].join('-');
  const record = (id: string, output: string) => {
    const line = { agent: 'robo', session: 's', type: 'call', id, tool: 'bash', args: {}, output };
    home.coppice(['evidence', 'record'], { input: JSON.stringify(line) });
  };
  record('1', `DB_PASSWORD=${password}`);
  record('2', `connected with ${password}`);
  const spool = read(home, '.coppice/evidence.spool.jsonl');
  expect(spool).toContain('connected with [redacted:');
  expect(spool).not.toContain(password);
});

test('a dry run prints the diff and writes nothing', () => {
  const home = emptyHome();
  const { code, stdout } = home.coppice(['hooks', 'install', '--dry-run']);
  const path = join(home.path, '.claude/settings.json');
  expect(code).toBe(0);
  expect(stdout.startsWith(`--- ${path}\n+++ ${path}\n@@ -0,0 +1,`)).toBe(true);
  expect(stdout).toContain('+    "PostToolUse": [\n');
  expect(existsSync(join(home.path, '.claude'))).toBe(false);
});

test('the documents have every key that scripts rely on', () => {
  const home = emptyHome();
  home.put('app/.git/HEAD', '');
  const ask = (...words: string[]) => {
    const { code, stdout } = home.coppice(['hooks', ...words, '--json'], { workingFolder: 'app' });
    expect(code).toBe(0);
    return JSON.parse(stdout);
  };
  const path = join(home.path, 'app/.claude/settings.local.json');
  const change = { agent: 'claude', path, installed: events };
  expect(ask('install', '--project', '--dry-run')).toEqual({
    ...change,
    changed: true,
    diff: expect.stringContaining('SessionEnd'),
  });
  expect(ask('install', '--project')).toEqual({ ...change, changed: true });
  expect(ask('install', '--project')).toEqual({ ...change, changed: false });
  const command = commandIn(read(home, 'app/.claude/settings.local.json'));
  expect(command).toMatch(/^".*" ".*main\.js" evidence record --from claude-hook$/);
  const user = { path: join(home.path, '.claude/settings.json'), scope: 'user' };
  expect(ask('status')).toEqual({
    agent: 'claude',
    scopes: [
      { ...user, installed: [], missing: events, outdated: false, command: null },
      { path, scope: 'project', installed: events, missing: [], outdated: false, command },
    ],
  });
  expect(ask('uninstall', '--project')).toEqual({ ...change, installed: [], changed: true });
});

test('where Claude Code keeps its settings elsewhere, they are found, and a link stays a link', () => {
  const home = emptyHome();
  home.put('dotfiles/claude.json', '{}');
  home.put('elsewhere/other.json', '{}');
  symlinkSync(join(home.path, 'dotfiles/claude.json'), join(home.path, 'elsewhere/settings.json'));
  const environment = { CLAUDE_CONFIG_DIR: join(home.path, 'elsewhere') };
  expect(home.coppice(['hooks', 'install'], { environment }).code).toBe(0);
  expect(lstatSync(join(home.path, 'elsewhere/settings.json')).isSymbolicLink()).toBe(true);
  expect(read(home, 'dotfiles/claude.json')).toContain('evidence record');
});

test('settings that are incomplete are said to be so', () => {
  const home = emptyHome();
  home.coppice(['hooks', 'install']);
  home.put('.claude/settings.json', read(home).replace('SessionEnd', 'Stop'));
  const { stdout, stderr } = home.coppice(['hooks', 'status']);
  expect(stdout).toContain('user\tincomplete\t');
  expect(stderr).toBe(`hint: coppice hooks install completes them\n${later}`);
});

test('hooks that version 0.1.0 installed are reported, and brought up to date', () => {
  const home = emptyHome();
  home.coppice(['hooks', 'install']);
  const current = read(home);
  expect(current.split('"async": true')).toHaveLength(events.length + 1);
  home.put('.claude/settings.json', current.replaceAll(/,\s*"async": true/g, ''));
  const path = join(home.path, '.claude/settings.json');
  expect(home.coppice(['hooks', 'status'])).toEqual({
    code: 0,
    stdout: `user\toutdated\t${path}\n`,
    stderr: `hint: installed by an older version, so the agent waits for them; run coppice hooks install\n${later}`,
  });
  expect(home.coppice(['hooks', 'install']).stdout).toBe(`hooks installed: ${path}\n`);
  expect(read(home)).toBe(current);
  expect(home.coppice(['hooks', 'status']).stdout).toBe(`user\tinstalled\t${path}\n`);
});

test('settings that are not JSON are refused with the place, and stay', () => {
  const home = emptyHome();
  home.put('.claude/settings.json', '{\n  "a": 1\n  "b": 2\n}\n');
  expect(home.coppice(['hooks', 'install'])).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: ${home.path}/.claude/settings.json:3:3: not valid JSON: a comma or } was expected (bad-config)\nhint: correct the file and try again; nothing was written\n`,
  });
  expect(read(home)).toBe('{\n  "a": 1\n  "b": 2\n}\n');
});

test('other agents and folders outside of projects are refused', () => {
  const home = emptyHome();
  expect(home.coppice(['hooks', 'status', '--agent', 'gemini']).code).toBe(1);
  expect(home.coppice(['hooks', 'install', '--project']).stderr).toContain('(not-found)');
});

test('hooks of Codex and Qwen Code are installed, record under their name, and are removed without a trace', () => {
  const home = emptyHome();
  const places = [
    ['codex', '.codex/hooks.json', ''],
    ['qwen', '.qwen/settings.json', '{ "theme": "dark" } // mine\n'],
  ] as const;
  for (const [agent, path, before] of places) {
    if (before !== '') home.put(path, before);
    const { code, stdout } = home.coppice(['hooks', 'install', '--agent', agent]);
    expect([code, stdout]).toEqual([0, `hooks installed: ${join(home.path, path)}\n`]);
    const command = commandIn(read(home, path));
    expect(command).toContain(` evidence record --from ${agent}-hook`);
    const payload = {
      ...{
        session_id: 's',
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
      },
      ...{ tool_response: 'x', tool_use_id: 'call_0001aaaabbbbcccc', tool_call_id: 'call_0001aaaabbbbcccc' },
    };
    spawnSync('/bin/sh', ['-c', command], {
      input: JSON.stringify(payload),
      env: { PATH: dirname(process.execPath), HOME: home.path },
    });
    expect(read(home, '.coppice/evidence.spool.jsonl')).toContain(`"agent":"${agent}"`);
    expect(home.coppice(['hooks', 'status', '--agent', agent]).stdout).toContain('user\tinstalled\t');
    expect(home.coppice(['hooks', 'uninstall', '--agent', agent]).code).toBe(0);
    if (before !== '') expect(read(home, path)).toBe(before);
  }
  expect(home.coppice(['hooks', 'install', '--agent', 'codex']).stderr).toBe(
    'open sessions keep their current hooks\nCodex runs them after your approval: each hook by its hash, again after every change\n',
  );
  expect(home.coppice(['hooks', 'install', '--agent', 'gemini'])).toMatchObject({
    code: 1,
    stderr:
      'error: --agent cannot be gemini: Gemini CLI waits for every hook (bad-value)\n' +
      'hint: use one of: claude, codex, qwen; coppice evidence backfill reads the sessions of other agents\n',
  });
  home.put('app/.git/HEAD', '');
  expect(
    home.coppice(['hooks', 'install', '--agent', 'qwen', '--project'], { workingFolder: 'app' }).stderr,
  ).toMatch(/^error: --project is only for Claude Code: the settings of Qwen Code in a project are shared/);
});
