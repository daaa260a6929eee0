import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome } from './coppice.js';

const skill = '---\nname: rarely\ndescription: Does rarely.\n---\n\n# rarely\n';
const text = '{\n    "model":   "opus",\n  "env": {"A": "b"}}';

function quietHome() {
  const home = emptyHome();
  home.put('.claude/skills/rarely/SKILL.md', skill);
  home.put('.claude/settings.json', text);
  const settings = join(home.path, '.claude/settings.json');
  return { ...home, settings, read: () => readFileSync(settings, 'utf8') };
}

test('quiet sets the switch, list and doctor show it, wake takes it out', () => {
  const { coppice, settings, read } = quietHome();
  const quiet = coppice(['quiet', 'rarely']);
  expect(quiet.stdout).toBe(
    `quiet: claude:rarely for Claude Code (skillOverrides in ${settings}), listed by its name\n`,
  );
  expect(quiet.stderr).toMatch(/^undo with: coppice undo \S+\nopen sessions keep/);
  expect(read()).toContain('    "model":   "opus"');
  expect(coppice(['list']).stdout).toContain('active, quiet for claude');
  expect(coppice(['doctor', '--json']).stdout).toContain(`skillOverrides in ${settings}`);
  expect(coppice(['quiet', 'rarely'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'not changed: claude:rarely for Claude Code: it is quiet already\n',
  });
  expect(coppice(['wake', '--all']).stdout).toBe(
    `awake: claude:rarely for Claude Code (skillOverrides in ${settings})\n`,
  );
  expect(read()).toBe(text);
});

test('undo takes a quiet back, and invoking wakes unless an agent does it', () => {
  const { coppice, read } = quietHome();
  const { run } = JSON.parse(coppice(['quiet', 'rarely', '--json']).stdout);
  coppice(['undo', run]);
  expect(read()).toBe(text);
  coppice(['quiet', 'rarely']);
  expect(coppice(['invoke', 'rarely', '--by', 'agent'])).toMatchObject({ code: 0, stderr: '' });
  expect(read()).toContain('name-only');
  expect(coppice(['invoke', 'rarely']).stderr).toBe('awake again: claude:rarely for Claude Code\n');
  expect(read()).toBe(text);
});

test('what cannot be done is said, and nothing is written', () => {
  const { coppice, put, read, path } = quietHome();
  put('.claude/settings.json', '{ // no JSON\n}');
  expect(coppice(['quiet', 'rarely'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^not changed: claude:rarely for Claude Code: .*settings\.json: not valid JSON: /,
    ),
  });
  expect(read()).toBe('{ // no JSON\n}');
  expect(coppice(['wake'])).toMatchObject({ code: 2 });
  expect(coppice(['wake', '--all'])).toMatchObject({ code: 0, stderr: 'no skill is quiet\n' });
  expect(coppice(['quiet', 'nothing'])).toMatchObject({ code: 1 });
  expect(existsSync(join(path, '.config'))).toBe(false);
});
