import { expect, test } from 'vitest';
import { CoppiceError } from '../../text/errors.js';
import type { Manifest, ManifestItem } from './manifest.js';
import { newManifest, readManifest } from './manifest.js';

const registry = '[registry]\nurl = "https://skills.example.com"\ntenant = "acme"\n';
const place = { url: 'https://skills.example.com', tenant: 'acme' };

function check(text: string, expected: Partial<Manifest>): void {
  expect(readManifest(text)).toEqual({ registry: undefined, agents: ['claude'], items: [], ...expected });
}

function checkItem(text: string, wanted: ManifestItem['wanted']): void {
  check(`${registry}[[skills]]\nslug = "x"\n${text}`, {
    registry: place,
    items: [{ kind: 'skill', slug: 'x', wanted }],
  });
}

/** The fault, and the advice where the row cares for it. */
function checkFault(text: string, fault: string, hint?: string): void {
  const caught = faultOf(text);
  expect(caught?.message).toBe(`coppice.toml${fault}`);
  expect(caught?.code).toBe('bad-config');
  if (hint !== undefined) expect(caught?.hint).toBe(hint);
}

function faultOf(text: string): CoppiceError | undefined {
  try {
    readManifest(text);
  } catch (error) {
    if (error instanceof CoppiceError) return error;
    throw error;
  }
  return undefined;
}

test('the markers of a merge are called what they are', () => {
  const sides = [
    '<<<<<<< HEAD',
    '[[skills]]',
    'slug = "a"',
    '=======',
    '[[skills]]',
    'slug = "b"',
    '>>>>>>> x',
  ];
  checkFault(`${registry}${sides.join('\r\n')}\n`, ', line 4: unresolved merge conflict');
});

test('a file that says nothing wants nothing', () => {
  check('', {});
  check('\uFEFF# nothing yet\r\n', {});
  check('version = 1\n', {});
  check('[registry]\nagents = ["codex", "claude", "codex"]\n', { agents: ['codex', 'claude'] });
});

test('all kinds of items are read in the order of the file', () => {
  const wanted = { from: 'registry', range: '*' };
  const text = `${registry}[[agents]]\nslug = "b"\n[[skills]]\nslug = "c"\n[[skills]]\nslug = "a"\n[[commands]]\nslug = "a"\n`;
  expect(readManifest(text).items).toEqual([
    { kind: 'agent', slug: 'b', wanted },
    { kind: 'skill', slug: 'c', wanted },
    { kind: 'skill', slug: 'a', wanted },
    { kind: 'command', slug: 'a', wanted },
  ]);
});

test('an item comes from a registry, a repository or a folder', () => {
  checkItem('', { from: 'registry', range: '*' });
  checkItem('version = " >=1.2 <3 "', { from: 'registry', range: '>=1.2 <3' });
  checkItem('git = "https://e.org/r"', { from: 'git', url: 'https://e.org/r', ref: undefined, path: '' });
  checkItem('git = "a/b"\npath = "./in/it/"\nref = "v1"', {
    from: 'git',
    url: 'a/b',
    ref: 'v1',
    path: 'in/it',
  });
  checkItem('path = "../there"', { from: 'path', path: '../there' });
});

test('a registry has one spelling', () => {
  const at = (url: string) => `[registry]\nurl = "${url}"\ntenant = "acme"\n`;
  for (const url of ['https://Skills.Example.com', 'https://skills.example.com:443/'])
    check(at(url), { registry: place });
  check(at('http://127.0.0.1:4600/below//'), {
    registry: { url: 'http://127.0.0.1:4600/below', tenant: 'acme' },
  });
  for (const url of ['skills.example.com', 'ftp://e.org', 'https://me:secret@e.org', 'https://e.org/?t=1'])
    checkFault(at(url), ', line 2: registry.url must be an address like https://skills.example.com');
});

test('what is no TOML is refused with line and column', () => {
  checkFault(
    'a = 1\n[registry\n',
    ', line 2, column 10: illegal character in key',
    'correct the line; docs/sharing-skills.md has the format',
  );
  expect(faultOf('x = ')?.data).toEqual({ line: 1, column: 5 });
});

test('what makes no sense is refused with its line', () => {
  const skill = (text: string) => `${registry}\n[[skills]]\nslug = "x"\n${text}\n`;
  checkFault(skill('verison = "1"'), ', line 7: unknown key skills.verison', 'did you mean: version');
  checkFault('[regsitry]\n', ', line 1: unknown key regsitry', 'did you mean: registry');
  checkFault(
    '[registry]\nqwertz = 1\n',
    ', line 2: unknown key registry.qwertz',
    'the keys are url, tenant, agents',
  );
  checkFault(skill('version = 1.2'), ', line 7: skills.version must be text, in quotes');
  checkFault(skill('version = "new"'), ', line 7: "new" is not a range of versions such as "^1.2"');
  checkFault(skill('version = ""'), ', line 7: skills.version must be text on one line');
  checkFault(
    skill('[[skills]]\nslug = "X"'),
    ', line 8: "X" is not a slug; a slug has 1 to 64 lower-case letters, digits and hyphens, and does not start with a hyphen',
  );
  checkFault(skill('[[skills]]\nslug = "x"'), ', line 8: skill `x` is named twice', 'remove one of them');
  checkFault(skill('[[skills]]'), ', line 7: a skill needs a slug');
  checkFault(
    skill('git = "a/b"\nversion = "1"'),
    ', line 7: version is of a registry, and cannot go with git: use ref',
  );
  checkFault(
    skill('version = "1"\npath = "x"'),
    ', line 8: version is of a registry, and cannot go with path',
  );
  checkFault(skill('ref = "v1"'), ', line 7: ref is of a repository, and needs git');
  checkFault(skill('git = "a/b"\nref = "--upload-pack=x"'), ', line 8: ref must not begin with a hyphen');
  checkFault(skill('git = "-x"'), ', line 7: git must not begin with a hyphen');
  for (const path of ['/etc', '../x', 'a/../../x'])
    checkFault(
      skill(`git = "a/b"\npath = "${path}"`),
      ', line 8: path must be a folder inside the repository',
    );
  checkFault(
    '[[skills]]\nslug = "x"\n',
    ', line 1: there is no registry for skill `x`',
    'add its url and your tenant under [registry]',
  );
  checkFault('[registry]\nurl = "https://e.org"\n', ', line 1: a registry has both a url and a tenant');
  checkFault('registry = 1\n', ', line 1: registry must be a table');
  checkFault(
    '[registry]\nagents = ["cluade"]\n',
    ', line 2: registry.agents has "cluade", which is none of claude, agents, codex, gemini, opencode, hermes, openclaw, qwen, copilot, cursor, pi',
    'did you mean: claude',
  );
  checkFault(
    'agents = ["claude"]\n',
    ', line 1: agents must be written as tables, each under [[agents]]; whose folders to link into is agents under [registry]',
  );
  checkFault('skills = 1\n', ', line 1: skills must be written as tables, each under [[skills]]');
  checkFault('version = "1"\n', ', line 1: version is that of the format, which is 1');
});

test('the line is found in lists and dotted keys too', () => {
  checkFault(
    'registry.url = "https://e.org"\nregistry.tenant = "A"\n',
    ', line 2: registry.tenant is not a slug; a slug has 1 to 64 lower-case letters, digits and hyphens, and does not start with a hyphen',
  );
  checkFault(
    '# one\nskills = [\n  {slug = "x", path = "p"},\n  {slug = "y", odd = 1},\n]\n',
    ', line 2: unknown key skills.odd',
  );
});

test('a newer format is not guessed at', () => {
  expect(() => readManifest('version = 2\n[something]\n')).toThrow(
    expect.objectContaining({
      code: 'newer-format',
      message: 'coppice.toml has format 2, but this program reads format 1',
    }),
  );
});

test('a new manifest means what it was made from, with and without its comments', () => {
  check(newManifest(undefined), {});
  check(newManifest(place), { registry: place });
  const uncommented = newManifest(undefined).split('\n').slice(2).join('\n').replaceAll(/^# /gm, '');
  expect(readManifest(uncommented)).toMatchObject({
    registry: { url: 'https://skills.example.com', tenant: 'team' },
    items: [
      { slug: 'code-review', wanted: { range: '^1.2' } },
      { slug: 'house-style', wanted: { path: './skills/house-style' } },
    ],
  });
});
