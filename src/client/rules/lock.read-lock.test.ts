import { expect, test } from 'vitest';
import { CoppiceError } from '../../text/errors.js';
import type { Lock } from './lock.js';
import { printLock, readLock } from './lock.js';

const digest = (digit: string) => `sha256:${digit.repeat(64)}`;

const lock: Lock = {
  registry: { url: 'https://e.org', tenant: 'acme' },
  nodes: [
    {
      kind: 'agent',
      slug: 'reviewer',
      contentDigest: digest('a'),
      requires: ['lib@^1', 'other'],
      origin: { from: 'registry', version: '1.0.0', digest: digest('b') },
    },
    {
      kind: 'skill',
      slug: 'lib',
      contentDigest: digest('c'),
      requires: [],
      origin: {
        from: 'git',
        url: 'https://e.org/r',
        ref: undefined,
        commit: 'd'.repeat(40),
        path: 'skills/lib',
      },
    },
    {
      kind: 'skill',
      slug: 'own',
      contentDigest: digest('e'),
      requires: [],
      origin: { from: 'path', path: '../own' },
    },
  ],
  unresolved: [{ kind: 'skill', slug: 'other', range: '*' }],
};

const text = `# Written by coppice, and meant for version control.
version = 1

[registry]
url = "https://e.org"
tenant = "acme"

[agent.reviewer]
version = "1.0.0"
digest = "${digest('b')}"
content_digest = "${digest('a')}"
requires = ["lib@^1", "other"]

[skill.lib]
git = "https://e.org/r"
commit = "${'d'.repeat(40)}"
path = "skills/lib"
content_digest = "${digest('c')}"
requires = []

[skill.own]
path = "../own"
content_digest = "${digest('e')}"
requires = []

[[unresolved]]
kind = "skill"
slug = "other"
range = "*"
`;

test('a lock is a block for each thing in it', () => {
  expect(printLock(lock)).toBe(text);
  expect(readLock(text)).toEqual(lock);
});

test('a lock of nothing is a lock', () => {
  const nothing = { registry: undefined, nodes: [], unresolved: [] };
  expect(readLock(printLock(nothing))).toEqual(nothing);
});

function check(from: string, to: string, message: string): void {
  expect(text).toContain(from);
  expect(() => readLock(text.replace(from, to))).toThrow(
    expect.objectContaining({
      code: 'bad-config',
      message: `coppice.lock${message}`,
      hint: expect.stringMatching('coppice update|^did you mean|^the keys are'),
    }),
  );
}

test('what was tampered with is refused by its name', () => {
  check('version = 1\n', '', ': version must be 1');
  check('version = 1\n', 'version = "1"\n', ', line 2: version must be 1');
  check('url = "https://e.org"', 'url = "https://e.org/"', ', line 5: registry.url is malformed');
  check('tenant = "acme"', 'tenant = "Acme"', ', line 6: registry.tenant is malformed');
  check('tenant = "acme"', '', ', line 4: registry.tenant is missing');
  check('"1.0.0"', '"1.0"', ', line 9: agent.reviewer.version is malformed');
  check(digest('b'), 'sha256:b', ', line 10: agent.reviewer.digest is malformed');
  check('content_digest', 'contentdigest', ', line 11: unknown key agent.reviewer.contentdigest');
  check('requires = []', '', ', line 14: skill.lib.requires is missing');
  check('requires = []', 'requires = ["X"]', ', line 19: skill.lib.requires is malformed');
  check('requires = []', 'requires = [1]', ', line 19: skill.lib.requires must be text, in quotes');
  check('requires = []', 'requires = "lib"', ', line 19: skill.lib.requires must be a list');
  check('git = "https://e.org/r"', 'digest = ""', ', line 15: unknown key skill.lib.digest');
  check('commit = "d', 'commit = "-', ', line 16: skill.lib.commit is malformed');
  check('path = "../own"', 'path = "../own"\nversion = "1.0.0"', ', line 23: unknown key skill.own.version');
  check('[skill.own]', '[skill.Own]', ', line 21: "Own" is not a slug');
  check('[skill.own]', '[skills.own]', ', line 21: unknown key skills');
  check(
    '[skill.own]',
    '[skill.lib]',
    ', line 21, column 2: trying to redefine an already defined table or value',
  );
  check('kind = "skill"', 'kind = "plugin"', ', line 27: unresolved.kind is malformed');
  check('range = "*"', 'range = "*"\nrange2 = 1', ', line 30: unknown key unresolved.range2');
  check('slug = "other"', 'slug = 1', ', line 28: unresolved.slug must be text, in quotes');
});

test('conflict markers are refused with the command that resolves', () => {
  const marked = text
    .replace('[skill.lib]', '<<<<<<< HEAD\n[skill.lib]')
    .replace('[skill.own]', '=======\n[skill.own]');
  for (const one of [marked, marked.replaceAll('\n', '\r\n')]) {
    const refusal = expect.objectContaining({
      code: 'bad-config',
      message: 'coppice.lock, line 14: unresolved merge conflict',
      hint: 'run coppice update, which resolves the manifest again and writes the lock',
    });
    expect(() => readLock(one)).toThrow(refusal);
  }
});

test('a lock of a newer program is left to it', () => {
  const newer = text.replace('version = 1', 'version = 2').replace('[registry]', '[registries.main]');
  try {
    readLock(newer);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(CoppiceError);
    expect(error).toMatchObject({ code: 'newer-format', hint: 'update Coppice' });
  }
});
