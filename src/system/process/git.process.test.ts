import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GitRequest, runGit } from './git.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-git-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script in the place of git. */
function run(script: string, more: Partial<GitRequest> = {}) {
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'git'), 0o755);
  const environment = {
    PATH: `${folder}:/usr/bin:/bin`,
    HOME: folder,
    GIT_DIR: '/stranger',
    TOKEN: 'secret',
  };
  return runGit({ words: ['show', 'x'], environment, timeoutMs: 10_000, maxOutputBytes: 10_000, ...more });
}

test('git runs no hook, monitor or maintenance, and takes paths literally', async () => {
  const answer = await run('echo "$@"', { options: ['-C', '/x'] });
  const text = answer.kind === 'done' ? answer.text : '';
  for (const setting of ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'maintenance.auto=false'])
    expect(text).toContain(`-c ${setting} `);
  expect(text).toMatch(/^--literal-pathspecs .* -C \/x show x\n$/);
});

test('git gets no variables but those that are named, and asks for nothing', async () => {
  const answer = await run('env', {
    inherit: ['GNUPGHOME'],
    variables: { GIT_INDEX_FILE: '/index', GIT_TERMINAL_PROMPT: '1' },
  });
  const lines = answer.kind === 'done' ? answer.text.split('\n') : [];
  expect(lines).toEqual(expect.arrayContaining([`HOME=${folder}`, 'GIT_INDEX_FILE=/index']));
  expect(lines).toEqual(expect.arrayContaining(['GIT_TERMINAL_PROMPT=0', 'GIT_ASKPASS=', 'LC_ALL=C.UTF-8']));
  expect(lines.filter((line) => /^(TOKEN|GIT_DIR|GNUPGHOME)=/.test(line))).toEqual([]);
});

test('a refusal gives the first complaint and the exit code', async () => {
  expect(await run('echo "hint: no" >&2; echo "fatal: bad name" >&2; echo more >&2; exit 128')).toEqual({
    kind: 'refused',
    said: 'bad name',
    exitCode: 128,
  });
});

test('bytes go into a file where one is named', async () => {
  const into = join(folder, 'bytes');
  await run("printf '\\377\\000'", { into });
  expect([...readFileSync(into)]).toEqual([0xff, 0]);
});

test.each([
  ['printed too much', 'echo 12345', { maxOutputBytes: 3 }],
  ['took too long', 'exec sleep 60', { timeoutMs: 50 }],
  ['was ended by SIGKILL', 'kill -9 $$', {}],
  ['cannot be run: program not found: git', '', { environment: { PATH: '/nowhere' } }],
])('a git that %s is unavailable', async (how, script, more) => {
  await expect(run(script, more)).rejects.toMatchObject({
    code: 'unavailable',
    message: `git show ${how}`,
  });
});
