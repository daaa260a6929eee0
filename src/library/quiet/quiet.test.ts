import { expect, test } from 'vitest';
import { fixedClock } from '../../system/clock.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { memoryDisk } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { countingIds } from '../../system/ids.js';
import { openLibrary } from '../open-library.js';
import { quietFor } from '../read/quiet-for.js';
import { findSkillToSwitch } from '../read/resolve.js';
import { readLedger } from '../write/ledger.js';
import { undo } from '../write/undo.js';
import { type WriteDeps, writeDepsOf } from '../write/write-target.js';
import { type QuietOptions, type QuietReport, quietSkills } from './quiet.js';
import { wakeSkills } from './wake.js';

const home = '/user/.coppice';

class World {
  readonly files: Files = filesOn(memoryDisk());
  readonly #ids = countingIds('e');

  constructor(tree: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries({ '/work/app/.git/x': '', ...tree })) this.put(path, text);
  }

  put(path: string, text: string): void {
    this.files.makeFolder(path.slice(0, path.lastIndexOf('/')), 0o755);
    this.files.write(path, new TextEncoder().encode(text));
  }

  text(path: string): string | undefined {
    const content = this.files.read(path);
    return content && new TextDecoder().decode(content.bytes);
  }

  get library() {
    return openLibrary({
      files: this.files,
      clock: fixedClock(Date.UTC(2026, 0, 31)),
      home,
      userHome: '/user',
      workingFolder: '/work/app',
      platform: 'linux',
      environment: {},
    });
  }

  get deps(): WriteDeps {
    return writeDepsOf({ ...this.library, ids: this.#ids, lockTimeoutMs: 0 }, this.library.usage);
  }

  async quiet(names: readonly string[], options: Partial<QuietOptions> = {}): Promise<QuietReport> {
    const skills = names.map((name) => findSkillToSwitch(this.library, name));
    return await quietSkills(this.library, this.deps, skills, { actor: 'user', ...options });
  }

  async wake(names?: readonly string[], options: Partial<QuietOptions> = {}): Promise<QuietReport> {
    const skills = names?.map((name) => findSkillToSwitch(this.library, name));
    return await wakeSkills(this.library, this.deps, skills, { actor: 'user', ...options });
  }

  quietFor(name: string): readonly string[] {
    return quietFor(this.library)(findSkillToSwitch(this.library, name));
  }
}

function skill(name: string): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n# ${name}\n`;
}

const settings = '/user/.claude/settings.json';
const inClaude = (tree: Readonly<Record<string, string>> = {}) =>
  new World({
    '/user/.claude/skills/rarely/SKILL.md': skill('rarely'),
    '/user/.claude/skills/often/SKILL.md': skill('often'),
    ...tree,
  });

const done = ({ changes }: QuietReport) =>
  changes.map(({ skill: id, agent, level }) => `${id} ${agent} ${level}`);
const kept = ({ skipped }: QuietReport) =>
  skipped.map(({ skill: id, agent, reason }) => `${id} ${agent} ${reason}`);

test('a skill is quiet by one key of the settings, and wakes without a trace', async () => {
  const text = '{\n    "model":   "opus",\n  "env": {"TOKEN": "secret"}}';
  const world = inClaude({ [settings]: text });
  expect(done(await world.quiet(['rarely']))).toEqual(['claude:rarely claude name-only']);
  expect(JSON.parse(world.text(settings) ?? '')).toMatchObject({ skillOverrides: { rarely: 'name-only' } });
  expect(world.text('/user/.claude/skills/rarely/SKILL.md')).toBe(skill('rarely'));
  expect([world.quietFor('rarely'), world.quietFor('often')]).toEqual([['claude'], []]);
  expect(world.text(`${home}/ledger.jsonl`)).not.toContain('secret');
  expect(kept(await world.quiet(['rarely']))).toEqual(['claude:rarely claude already-quiet']);
  expect(done(await world.wake(['rarely']))).toEqual(['claude:rarely claude null']);
  expect(world.text(settings)).toBe(text);
  expect(kept(await world.wake(['rarely']))).toEqual(['claude:rarely null not-quiet']);
});

test('a settings file that was made for it is removed with it, and one run undoes all', async () => {
  const world = inClaude();
  const { run } = await world.quiet(['rarely', 'often']);
  expect(Object.keys(JSON.parse(world.text(settings) ?? '').skillOverrides)).toEqual(['rarely', 'often']);
  await world.wake(['rarely']);
  await world.wake(['often']);
  expect(world.text(settings)).toBeUndefined();
  await world.quiet(['rarely', 'often']);
  await world.wake();
  expect(world.text(settings)).toBeUndefined();
  const again = await world.quiet(['rarely', 'often']);
  expect(again.run).not.toBe(run);
  await undo(world.deps, again.run ?? '', { actor: 'user' });
  expect(world.text(settings)).toBeUndefined();
  expect(readLedger(world.deps).entries.every(({ state }) => state === 'committed')).toBe(true);
});

test('a settings file that was made for several skills goes with the last of them, in whatever order they are undone', async () => {
  const world = inClaude();
  const { changes } = await world.quiet(['rarely', 'often']);
  for (const { entry } of changes) await undo(world.deps, entry ?? '', { actor: 'user' });
  expect(world.text(settings)).toBeUndefined();
});

test('every agent that is used here and reads the skill is asked by its own switch', async () => {
  const trees: Readonly<Record<string, string>> = {
    '/user/.agents/skills/rarely/SKILL.md': skill('rarely'),
    '/user/.codex/config.toml': 'model = "o3"',
    '/user/.gemini/settings.json': '{"ui": {}}',
    '/user/.config/opencode/opencode.jsonc': '{ // mine\n}\n',
    '/user/.qwen/settings.json': '{}\n',
    '/user/.copilot/settings.json': '{\n  // mine\n}\n',
  };
  const world = new World(trees);
  expect(done(await world.quiet(['rarely']))).toEqual([
    'agents:rarely codex off',
    'agents:rarely gemini off',
    'agents:rarely opencode off',
    'agents:rarely qwen off',
    'agents:rarely copilot off',
  ]);
  expect(world.text('/user/.codex/config.toml')).toContain('path = "/user/.agents/skills/rarely/SKILL.md"');
  expect(world.quietFor('rarely')).toEqual(['codex', 'gemini', 'opencode', 'qwen', 'copilot']);
  await world.wake();
  for (const [path, text] of Object.entries(trees)) expect(world.text(path)).toBe(text);
});

test('Codex turns off the one of two namesakes that was chosen', async () => {
  const world = new World({
    '/user/.codex/skills/rarely/SKILL.md': skill('rarely'),
    '/user/.agents/skills/rarely/SKILL.md': skill('rarely'),
  });
  await world.quiet(['codex:rarely'], { agents: ['codex'] });
  expect([world.quietFor('codex:rarely'), world.quietFor('agents:rarely')]).toEqual([['codex'], []]);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['set by hand', { [settings]: '{"skillOverrides":{"rarely":"off"}}' }, 'set-by-hand'],
  ['set by hand to the same', { [settings]: '{"skillOverrides":{"rarely":"name-only"}}' }, 'set-by-hand'],
  ['on by hand', { [settings]: '{"skillOverrides":{"rarely":"on"}}' }, 'set-by-hand'],
  [
    'set by hand to what no switch has',
    { [settings]: '{"skillOverrides":{"rarely":{"a":"SECRET"}}}' },
    'set-by-hand',
  ],
  ['denied by hand', { [settings]: '{"permissions":{"deny":["Skill(rarely)"]}}' }, 'set-by-hand'],
  ['not JSON', { [settings]: '{"a": 1, // no\n}' }, 'unreadable'],
  ['of another shape', { [settings]: '{"skillOverrides": []}' }, 'unreadable'],
  [
    'decided by the project',
    { '/work/app/.claude/settings.json': '{"skillOverrides":{"rarely":"on"}}' },
    'overridden',
  ],
])('a setting that is %s is left alone', async (_, tree, reason) => {
  const world = inClaude(tree);
  const report = await world.quiet(['rarely']);
  expect(kept(report)).toEqual([`claude:rarely claude ${reason}`]);
  expect(JSON.stringify(report)).not.toContain('SECRET');
  for (const [path, text] of Object.entries(tree)) expect(world.text(path)).toBe(text);
  expect(readLedger(world.deps).entries).toEqual([]);
});

test('the user can change the level, and what somebody changed since is not woken', async () => {
  const world = inClaude({ [settings]: '{}' });
  await world.quiet(['rarely']);
  expect(done(await world.quiet(['rarely'], { level: 'user-only' }))).toEqual([
    'claude:rarely claude user-only',
  ]);
  world.put(settings, (world.text(settings) ?? '').replace('user-invocable-only', 'off'));
  const text = world.text(settings);
  expect(kept(await world.wake(['rarely']))).toEqual(['claude:rarely claude changed']);
  expect(world.text(settings)).toBe(text);
});

test('a level that the switch does not have, an agent that is not used here and a dry run change nothing', async () => {
  const world = inClaude();
  expect(kept(await world.quiet(['rarely'], { level: 'off' }))).toEqual(['claude:rarely claude no-level']);
  expect(kept(await world.quiet(['rarely'], { agents: ['hermes'] }))).toEqual([
    'claude:rarely null no-agent',
  ]);
  const tried = await world.quiet(['rarely'], { dryRun: true });
  expect([done(tried), tried.run]).toEqual([['claude:rarely claude name-only'], null]);
  expect(world.text(settings)).toBeUndefined();
});

test('a skill that Claude Code may know by two names has both keys', async () => {
  const world = inClaude({ '/user/.claude/skills/folder/SKILL.md': skill('named') });
  await world.quiet(['named']);
  expect(JSON.parse(world.text(settings) ?? '')).toEqual({
    skillOverrides: { named: 'name-only', folder: 'name-only' },
  });
  await world.wake(['named']);
  expect(world.text(settings)).toBeUndefined();
});

test('waking all wakes skills that are gone from the disk too', async () => {
  const world = inClaude({ [settings]: '{ }' });
  await world.quiet(['rarely']);
  world.files.remove('/user/.claude/skills/rarely/SKILL.md');
  expect(done(await world.wake())).toEqual(['claude:rarely claude null']);
  expect(world.text(settings)).toBe('{ }');
});

test('the skill of a plugin among the skills has no switch of its own', async () => {
  const world = inClaude({
    '/user/.claude/skills/tool/.claude-plugin/plugin.json': '{"name": "tool"}',
    '/user/.claude/skills/tool/skills/lint/SKILL.md': skill('lint'),
  });
  const report = await world.quiet(['lint']);
  expect(kept(report)).toEqual(['claude:lint claude no-agent']);
  expect(report.skipped[0]?.message).toContain('belongs to a plugin');
  expect(world.text(settings)).toBeUndefined();
  world.put(settings, '{"skillOverrides": {"lint": "off", "rarely": "off"}}');
  expect([world.quietFor('lint'), world.quietFor('rarely')]).toEqual([[], ['claude']]);
});
