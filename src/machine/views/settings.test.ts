import { beforeEach, expect, test } from 'vitest';
import type { Context } from '../../app/context.js';
import { contextWith } from '../../app/context.world.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { readSettings, readTelemetryOf } from './settings.js';

let files: Files;
let context: Context;

beforeEach(() => {
  files = memoryFiles();
  context = contextWith({ files });
});

function write(path: string, text: string): void {
  files.makeFolder(path.slice(0, path.lastIndexOf('/')));
  files.write(path, new TextEncoder().encode(text));
}

test('an empty home has the defaults, no agent and no hooks, and nothing is made', () => {
  const { policy, values, agents, hooks, configPath } = readSettings(context);
  expect(policy).toMatchObject({
    staleAfterDays: 30,
    archiveAfterDays: 90,
    isPaused: false,
    lastRunAt: null,
  });
  expect(values.filter(({ isUsual }) => !isUsual)).toEqual([]);
  expect(agents.filter(({ isFound }) => isFound)).toEqual([]);
  expect([hooks, configPath]).toEqual([[], '~/.coppice/config.toml']);
  expect(files.stat('/user/.coppice')).toBeUndefined();
});

test('what the configuration changes is marked, and values that skills declare are not shown', () => {
  write(
    '/user/.coppice/config.toml',
    '[curator]\nstale_after_days = 7\n[skills.mail]\ntoken = "not for the page"\n',
  );
  const { policy, values } = readSettings(context);
  expect(policy.staleAfterDays).toBe(7);
  const changed = values.filter(({ isUsual }) => !isUsual).map(({ name, value }) => [name, value]);
  expect(changed).toEqual([
    ['skills', 'mail.token'],
    ['curator.stale_after_days', '7'],
  ]);
  expect(JSON.stringify(values)).not.toContain('not for the page');
});

test('agents are found by their folders, with the line that installs their hooks', () => {
  files.makeFolder('/user/.claude');
  files.makeFolder('/user/.codex');
  write('/user/.codex/hooks.json', 'this is no JSON');
  const { agents, hooks, withoutHooks } = readSettings(context);
  expect(agents.filter(({ isFound }) => isFound).map(({ title }) => title)).toEqual(['Claude Code', 'Codex']);
  expect(hooks).toMatchObject([
    { title: 'Claude Code', state: 'not installed', command: 'coppice hooks install', problem: null },
    { title: 'Codex', state: 'unreadable', command: null, problem: expect.stringContaining('hooks.json') },
  ]);
  expect(withoutHooks).toContain('Gemini CLI');
});

test('without a project that has a registry nothing would be sent, and a switch is named', async () => {
  expect(await readTelemetryOf(context)).toMatchObject({
    offBy: null,
    installs: true,
    effect: false,
    sent: [],
  });
  const off = contextWith({ files, environment: { DO_NOT_TRACK: '1' } });
  expect(await readTelemetryOf(off)).toMatchObject({ offBy: 'DO_NOT_TRACK', installs: false, sent: [] });
});
