import { beforeEach, expect, test } from 'vitest';
import type { Context } from '../../app/context.js';
import { contextWith } from '../../app/context.world.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { readTeam } from './team.js';

let files: Files;
let context: Context;

beforeEach(() => {
  files = memoryFiles();
  context = contextWith({ files });
});

test('without a login and without an earlier registry there is neither, and nothing is made', () => {
  expect(readTeam(context)).toMatchObject({ logins: [], local: null });
  expect(files.stat('/user/.coppice')).toBeUndefined();
});

test('a registry that an earlier version kept is found by its data', () => {
  files.makeFolder('/user/.coppice/registry/pg');
  expect(readTeam(context).local).toMatchObject({ folder: '~/.coppice/registry' });
});

test('the last login comes first, and no token is in the answer', () => {
  const token = 'cop_never-in-an-answer';
  const text = ['https://one.example', 'https://two.example']
    .map((url) => `[[registries]]\nurl = "${url}"\ntenant = "acme"\ntoken = "${token}"\n`)
    .join('\n');
  files.makeFolder('/user/.coppice');
  files.write('/user/.coppice/credentials.toml', new TextEncoder().encode(text), { mode: 0o600 });
  const answer = readTeam(context);
  expect(answer.logins).toEqual([
    { url: 'https://two.example', tenant: 'acme' },
    { url: 'https://one.example', tenant: 'acme' },
  ]);
  expect(JSON.stringify(answer)).not.toContain(token);
});
