import { expect, test } from 'vitest';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import { configKeys } from '../rules/config/config-keys.js';
import { loadConfig, readConfig } from './config.js';

const path = '/home/config.toml';

function check(text: string, expected: Readonly<Record<string, unknown>>): void {
  const config = readConfig(text, path);
  for (const [name, { fallback }] of Object.entries(configKeys)) {
    const value = name in expected ? expected[name] : fallback;
    expect([name, Reflect.get(config, name)]).toEqual([name, value]);
  }
}

function checkRefused(text: string, code: string, message: string, hint?: string): void {
  expect(() => readConfig(text, path)).toThrow(
    expect.objectContaining({ code, message, ...(hint !== undefined && { hint }) }),
  );
}

test('a missing file has every default', () => {
  expect(loadConfig(memoryFiles(), path)).toEqual(readConfig('', path));
  check('', {});
});

test('every default is a value that its own key allows, and every key has one sentence', () => {
  for (const [name, { kind, fallback, says }] of Object.entries(configKeys)) {
    expect(kind.read(fallback), name).toEqual(fallback);
    expect(says, name).toMatch(/^[A-Z][^.]*(\.[a-z][^.]*)*\.$/);
  }
});

test.each([
  ['[library]\ncreate_in = "claude"', { 'library.create_in': 'claude' }],
  ['[library]\n[curator]', {}],
  ['library.disabled = ["a", "home:b"]', { 'library.disabled': ['a', 'home:b'] }],
  ['library = {inline_shell = true}', { 'library.inline_shell': true }],
  [
    '[[library.external_dirs]]\npath = "~/team"\nlabel = "team"',
    { 'library.external_dirs': [{ path: '~/team', label: 'team' }] },
  ],
  ['library.external_dirs = ["~/Team/"]', { 'library.external_dirs': [{ path: '~/Team/', label: 'team' }] }],
  ['[library.platform_disabled]\nmacos = ["a"]', { 'library.platform_disabled': { macos: ['a'] } }],
  [
    '[skills]\ndepth = 2\nloud = false\n[skills.wiki]\npath = "~/wiki"',
    { skills: { depth: '2', loud: 'false', 'wiki.path': '~/wiki' } },
  ],
  [
    '[curator]\nnever_used = "created-at"\nstale_after_days = 1',
    {
      'curator.never_used': 'created-at',
      'curator.stale_after_days': 1,
    },
  ],
  ['evolve.verify_command = "npm test"', { 'evolve.verify_command': 'npm test' }],
  ['evolve.verify_command = ["npm", "test"]', { 'evolve.verify_command': ['npm', 'test'] }],
  [
    'scan.suppress = [{rule = "a", reason = "seen"}, {rule = "b", skill = "home:x", reason = "mine"}]',
    {
      'scan.suppress': [
        { rule: 'a', reason: 'seen' },
        { rule: 'b', skill: 'home:x', reason: 'mine' },
      ],
    },
  ],
])('%j is read', check);

test.each([
  ['library.inline_shell = "yes"', 'library.inline_shell must be true or false'],
  ['library.inline_shell_timeout = 0', 'library.inline_shell_timeout must be a whole number of at least 1'],
  ['library.inline_shell_timeout = 1.5', 'library.inline_shell_timeout must be a whole number of at least 1'],
  ['evolve.variants = 5', 'evolve.variants must be a whole number from 1 to 4'],
  ['library.create_in = ""', 'library.create_in must be text'],
  ['library.disabled = "a"', 'library.disabled must be a list of text'],
  ['library.disabled = ["a", 1]', 'library.disabled must be a list of text'],
  ['curator.never_used = "later"', 'curator.never_used must be one of never, quiet, created-at, immediate'],
  [
    'library.platform_disabled = {beos = ["a"]}',
    'library.platform_disabled must be a table from macos, darwin, linux, windows, win32 to a list of text',
  ],
  ['skills = {list = [1]}', 'skills must be a table from text to text, numbers, true or false'],
  [
    'scan.suppress = [{rule = "a"}]',
    'scan.suppress must be a list of {rule, reason} or {rule, skill, reason}',
  ],
  ['library = 3', undefined],
])('%s is refused with what is allowed', (text, rest) => {
  if (rest === undefined) checkRefused(text, 'bad-config', `${path}, line 1: unknown key library`);
  else checkRefused(text, 'bad-value', `${path}, line 1: ${rest}`);
});

test.each(['home', 'project', 'dir', 'claude', 'Team', 'a b', ''])(
  'an external folder cannot be labelled %j',
  (label) => {
    checkRefused(
      `[[library.external_dirs]]\npath = "/x"\nlabel = "${label}"`,
      'bad-value',
      `${path}, line 1: library.external_dirs must be a list of ${configKeys['library.external_dirs'].kind.allowed.slice('a list of '.length)}`,
    );
  },
);

test.each([
  ['\n[library]\ninline_shel = true', 3, 'library.inline_shel', 'did you mean: library.inline_shell'],
  ['# note\nlibary.disabled = []', 2, 'libary.disabled', 'did you mean: library.disabled'],
  ['[curator]\nstale_days = 3', 2, 'curator.stale_days', 'did you mean: curator.stale_after_days'],
  ['[nothing.like.this]\nx = 1', 2, 'nothing.like.this.x', 'docs/configuration.md lists all keys'],
  ['[__proto__]\nx = 1', 2, '__proto__.x', 'docs/configuration.md lists all keys'],
  ['[nothing]', 1, 'nothing', 'docs/configuration.md lists all keys'],
  ['"a b" = 1', undefined, 'a b', 'docs/configuration.md lists all keys'],
  ['constructor = 1', 1, 'constructor', 'docs/configuration.md lists all keys'],
])('%j has an unknown key', (text, line, key, hint) => {
  checkRefused(
    text,
    'bad-config',
    `${path}${line === undefined ? '' : `, line ${line}`}: unknown key ${key}`,
    hint,
  );
});

test('two external folders cannot have the same label', () => {
  const folder = '{path = "/x", label = "x"}';
  expect(() => readConfig(`library.external_dirs = [${folder}, ${folder}]`, path)).toThrow(
    /each label once$/,
  );
});

test('what is not TOML is refused with the line', () => {
  expect(() => readConfig('[library]\ndisabled = [', path)).toThrow(/^\/home\/config\.toml, line 2: [^\n]+$/);
});
