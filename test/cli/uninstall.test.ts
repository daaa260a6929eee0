import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome } from './coppice.js';

const text = '{\n    "model":   "opus",\n  "env": {"A": "b"}}';
const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n# ${name}\n`;

test('uninstall takes back hooks, schedule, switches and links, and names what stays; a second one does nothing', () => {
  const { coppice, put, path } = emptyHome();
  const settings = join(path, '.claude/settings.json');
  const link = join(path, '.claude/skills/installed');
  put('.claude/settings.json', text);
  put('.claude/skills/rarely/SKILL.md', skill('rarely'));
  put('.coppice/store/abc/SKILL.md', skill('installed'));
  symlinkSync(join(path, '.coppice/store/abc'), link);
  mkdirSync(join(path, 'work/app/.git'), { recursive: true });
  put('work/app/.claude/skills/own/SKILL.md', skill('own'));
  symlinkSync(join(path, '.coppice/store/abc'), join(path, 'work/app/.claude/skills/theirs'));
  const inProject = { workingFolder: 'work/app' };
  coppice(['create', 'mine', '--description', 'Mine. Use it.']);
  coppice(['create', 'old', '--description', 'Old. Use it.']);
  coppice(['archive', 'old']);
  put('.qwen/settings.json', text);
  coppice(['hooks', 'install']);
  coppice(['hooks', 'install', '--agent', 'qwen']);
  coppice(['quiet', 'rarely']);
  const both = readFileSync(settings, 'utf8');

  const tried = coppice(['uninstall'], inProject);
  expect(tried.stdout.split('\n').slice(0, 4)).toEqual([
    `would be removed: hooks (${settings})`,
    `would be removed: hooks (${join(path, '.qwen/settings.json')})`,
    `would be removed: switch of claude:rarely for Claude Code (${settings})`,
    `would be removed: link to an installed package (${link})`,
  ]);
  expect(tried.stderr).toBe('nothing was changed; to remove it: coppice uninstall --yes\n');
  expect(readFileSync(settings, 'utf8')).toBe(both);

  const done = coppice(['uninstall', '--yes'], inProject);
  expect(done.code).toBe(0);
  expect(readFileSync(settings, 'utf8')).toBe(text);
  expect(readFileSync(join(path, '.qwen/settings.json'), 'utf8')).toBe(text);
  expect(existsSync(link)).toBe(false);
  expect(lstatSync(join(path, 'work/app/.claude/skills/theirs')).isSymbolicLink()).toBe(true);
  for (const stay of [
    `  1 link to installed packages: ${path}/work/app\n    cd ${path}/work/app && coppice ensure --copy`,
    '  1 archived skill: ',
    `  1 skill of yours: ${path}/.coppice/skills\n`,
    `    rm -r ${path}/.coppice removes it`,
  ])
    expect(done.stdout).toContain(stay);
  expect(existsSync(join(path, '.coppice/skills/mine/SKILL.md'))).toBe(true);
  expect(coppice(['uninstall', '--yes']).stdout).toMatch(/^nothing of Coppice is outside its home\n/);
});

test('what cannot be removed is reported, and the rest is removed all the same', () => {
  const { coppice, put, path } = emptyHome();
  put('.claude/settings.json', text);
  put('.claude/skills/rarely/SKILL.md', skill('rarely'));
  put('.coppice/store/abc/SKILL.md', skill('installed'));
  coppice(['quiet', 'rarely']);
  put('.claude/settings.json', '{ broken');
  const link = join(path, '.claude/skills/installed');
  symlinkSync(join(path, '.coppice/store/abc'), link);
  const { code, stdout } = coppice(['uninstall', '--yes']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^failed: hooks \(.*\): .*not valid JSON/);
  expect(stdout).toContain('failed: switch of claude:rarely for Claude Code: ');
  expect(existsSync(link)).toBe(false);
  expect(readFileSync(join(path, '.claude/settings.json'), 'utf8')).toBe('{ broken');
});
