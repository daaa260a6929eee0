import { expect, test } from 'vitest';
import type { Agent, SettingsFormat } from './agent.js';
import { type AgentName, agentNamed, agents } from './index.js';
import { editSetting, type SettingKey, type SettingValue } from './settings-edit.js';
import { parseSettingsText } from './settings-text.js';

const claude = (name: string): SettingKey => ({
  format: 'json',
  form: 'member',
  keyPath: ['skillOverrides', name],
});
const opencode: SettingKey = { format: 'jsonc', form: 'member', keyPath: ['permission', 'skill', 'rarely'] };
const list = (format: SettingsFormat): SettingKey => ({
  format,
  form: 'item',
  keyPath: ['skills', 'disabled', 'rarely'],
});
const codex: SettingKey = {
  format: 'toml',
  form: 'table',
  keyPath: ['skills', 'config', '/s/SKILL.md', 'enabled'],
};

function check(text: string, key: SettingKey, value: SettingValue, expected: string): void {
  expect(editSetting(text, key, value)).toEqual({ ok: true, text: expected });
  expect(editSetting(expected, key, undefined)).toEqual({
    ok: true,
    text: text || (key.format === 'json' ? '{}\n' : ''),
  });
}

test('Claude Code: a member of skillOverrides, made where it is missing', () => {
  check('', claude('rarely'), 'name-only', '{\n  "skillOverrides": {\n    "rarely": "name-only"\n  }\n}\n');
  check(
    '{\n    "model":   "opus",\n  "env": {"A": "b"}}',
    claude('rarely'),
    'name-only',
    '{\n    "model":   "opus",\n  "env": {"A": "b"},\n  "skillOverrides": {\n      "rarely": "name-only"\n  }}',
  );
  check(
    '{"skillOverrides": {}}',
    claude('rarely'),
    'name-only',
    '{"skillOverrides": {"rarely": "name-only"}}',
  );
});

test('an empty object of the user stays when several keys are removed in the order they were set', () => {
  const text = '{\n  "skillOverrides": {}\n}\n';
  const edits: readonly [string, SettingValue][] = [
    ['a', 'name-only'],
    ['b', 'name-only'],
    ['a', undefined],
    ['b', undefined],
  ];
  const after = edits.reduce((edited, [name, value]) => {
    const result = editSetting(edited, claude(name), value);
    return result.ok ? result.text : result.reason;
  }, text);
  expect(after).toBe(text);
});

test('another value of the same key replaces the value alone', () => {
  expect(
    editSetting('{"skillOverrides": {"rarely" :  "name-only" }}', claude('rarely'), 'user-invocable-only'),
  ).toEqual({ ok: true, text: '{"skillOverrides": {"rarely" :  "user-invocable-only" }}' });
});

test('OpenCode: a rule of permission.skill behind the others, with comments kept', () => {
  check(
    '{\n  // mine\n  "permission": { "skill": { "*": "ask" } }, // all\n}\n',
    opencode,
    'deny',
    '{\n  // mine\n  "permission": { "skill": { "*": "ask",\n    "rarely": "deny" } }, // all\n}\n',
  );
});

test('Gemini CLI and Qwen Code: an item of skills.disabled', () => {
  check('{"skills":{"disabled":["a"]}}', list('jsonc'), true, '{"skills":{"disabled":["a", "rarely"]}}');
  check('{"ui":{}}', list('jsonc'), true, '{"ui":{}, "skills": { "disabled": [ "rarely" ] }}');
});

test('Codex: a table with the path of the skill, at the end of the file', () => {
  check('', codex, false, '[[skills.config]]\npath = "/s/SKILL.md"\nenabled = false\n');
  check(
    'model = "o3" # said',
    codex,
    false,
    'model = "o3" # said\n\n[[skills.config]]\npath = "/s/SKILL.md"\nenabled = false',
  );
  check(
    '[skills]\r\nmax_context_tokens = 1\r\n',
    codex,
    false,
    '[skills]\r\nmax_context_tokens = 1\r\n\r\n[[skills.config]]\r\npath = "/s/SKILL.md"\r\nenabled = false\r\n',
  );
});

test('Hermes: an item of skills.disabled in YAML', () => {
  check('', list('yaml'), true, 'skills:\n  disabled: [ rarely ]\n');
  check('skills:\n  disabled: [a] # these', list('yaml'), true, 'skills:\n  disabled: [a, rarely] # these');
  check(
    'skills:\n  disabled:\n  - a # why\n',
    list('yaml'),
    true,
    'skills:\n  disabled:\n  - a # why\n  - rarely\n',
  );
});

test.each<[string, SettingKey, SettingValue, RegExp]>([
  ['{"skillOverrides": // c\n {}}', claude('rarely'), 'name-only', /^not valid JSON/],
  ['{"skillOverrides": "off"}', claude('rarely'), 'name-only', /^skillOverrides.rarely is written in a way/],
  ['[1]', claude('rarely'), 'name-only', /cannot be edited without loss/],
  ['{"permission": "allow"}', opencode, 'deny', /cannot be edited without loss/],
  ['{"permission": {"skill": "ask"}}', opencode, 'deny', /cannot be edited without loss/],
  ['{"skills": {"disabled": "a"}}', list('jsonc'), true, /^skills.disabled is written/],
  ['[skills]\nconfig = [{path = "/a", enabled = false}]\n', codex, false, /^skills.config is written/],
  ['[skills', codex, false, /^not valid TOML \(line 1\)/],
  ['skills: &a {disabled: [x]}\nmore: *a\n', list('yaml'), true, /^skills.disabled/],
  ['skills:\n  disabled: a\n', list('yaml'), true, /^skills.disabled/],
  ['skills: {}\n', list('yaml'), true, /^skills.disabled cannot be set without changing other parts/],
  ['a: 1\n---\nb: 2\n', list('yaml'), true, /^not valid YAML/],
])('%j is left alone', (text, key, value, reason) => {
  expect(editSetting(text, key, value)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test('a key of somebody else is not removed by taking out ours', () => {
  const text = '[[skills.config]]\npath = "/s/SKILL.md"\nenabled = false # mine\n';
  expect(editSetting(text, codex, undefined).ok).toBe(false);
});

const skill = { names: ['rarely'], paths: ['/s/rarely/SKILL.md'], scope: 'user' } as const;
const machine = { userHome: '/user', platform: 'linux', environment: {} };
const levels = agents.flatMap(({ name, settings }: Agent<AgentName>) =>
  (settings?.quiet?.levels ?? []).map((level) => [name, level.state, level.value] as const),
);

test.each(levels)('%s reads what is set for it as %s', (name, state, value) => {
  const { settings } = agentNamed(name);
  const { format = 'json', quiet } = settings ?? {};
  const text = (quiet?.keyPaths(skill) ?? []).reduce((before, keyPath) => {
    const edited = editSetting(before, { format, form: quiet?.form ?? 'member', keyPath }, value);
    return edited.ok ? edited.text : edited.reason;
  }, '');
  const parsed = parseSettingsText(text, format);
  const documents = [{ path: 'file', scope: 'user', value: parsed.ok ? parsed.value : undefined }] as const;
  expect(settings?.switchOf(documents, skill, machine)).toEqual({
    state,
    setting: quiet?.setting,
    file: 'file',
  });
  const other = { ...skill, names: ['other'], paths: ['/s/other/SKILL.md'] };
  expect(settings?.switchOf(documents, other, machine)).toBeUndefined();
});
