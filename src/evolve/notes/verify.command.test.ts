import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandResult, runVerifyCommand, type VerifyCommand } from './verify.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-verify-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function verdict(command: VerifyCommand, timeoutMs?: number): Promise<CommandResult> {
  const changed = {
    path: `${folder}/SKILL.md`,
    folder,
    backupPath: '/home/blobs/old',
    entry: 'e1',
    originalSha256: 'old',
    newSha256: 'new',
  };
  return await runVerifyCommand(command, changed, timeoutMs);
}

async function check(command: VerifyCommand, exitCode: number, output: string): Promise<void> {
  expect(await verdict(command)).toEqual({ exitCode, output });
}

test.each<[VerifyCommand, number, string]>([
  ['exit 0', 0, ''],
  ['echo out; echo err >&2; exit 7', 7, 'out\nerr'],
  [['sh', '-c', 'echo "$1"', '-', '$HOME; exit 9'], 0, '$HOME; exit 9'],
  [['no-such-program'], 125, 'program not found: no-such-program'],
  ['no-such-program 2>/dev/null', 127, ''],
  ['kill -9 $$', 128, 'the command was ended by a signal'],
])('%j exits with %i', check);

test('it works in the folder of the skill, and knows of the change', async () => {
  const { output } = await verdict('pwd -P; env | grep ^COPPICE_ | sort');
  const [where = '', ...variables] = output.split('\n');
  expect(where.endsWith(folder)).toBe(true);
  expect(variables).toEqual([
    'COPPICE_BACKUP_PATH=/home/blobs/old',
    'COPPICE_ENTRY=e1',
    'COPPICE_NEW_SHA256=new',
    'COPPICE_ORIGINAL_SHA256=old',
    `COPPICE_TARGET_PATH=${folder}/SKILL.md`,
  ]);
});

test('secrets in our own environment are not handed on', async () => {
  process.env['COPPICE_TEST_TOKEN'] = 'secret';
  try {
    expect((await verdict('env')).output).not.toContain('secret');
  } finally {
    delete process.env['COPPICE_TEST_TOKEN'];
  }
});

test('one that takes too long is ended, with all that it started', async () => {
  const { exitCode, output } = await verdict('echo begun; sleep 60 & sleep 60', 300);
  expect(exitCode).toBe(124);
  expect(output).toBe('the command took longer than 0.3 s\nbegun');
});

test('of much output the end is kept', async () => {
  const { output } = await verdict('yes line | head -n 20000; echo last');
  expect(output.length).toBe(4_000);
  expect(output.endsWith('line\nlast')).toBe(true);
});
