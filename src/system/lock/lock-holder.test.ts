import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

import { holderBytes, nodeProcesses, type ProcessIdentity, parseHolder } from './lock-holder.js';

const self = nodeProcesses.self();
const linux = process.platform === 'linux';
const patience = { timeout: 20_000, interval: 5 };

/** The pid of a process that has just ended. */
function endedPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

test('a holder is read as it was written', () => {
  const holder = { ...self, token: 'id-1' };
  expect(parseHolder(holderBytes(holder))).toEqual(holder);
});

test('this process is not gone, and its identity stays the same', () => {
  expect(nodeProcesses.self()).toEqual(self);
  expect(nodeProcesses.isGone(self)).toBe(false);
});

test('a process is gone only when that is certain', () => {
  const ended = endedPid();
  const rows: [gone: boolean, why: string, other: Partial<ProcessIdentity>][] = [
    [true, 'it has ended', { pid: ended }],
    [
      false,
      'it has ended in another pid namespace, as far as can be seen',
      { pid: ended, pidNamespace: 'pid:[1]' },
    ],
    [false, 'it runs on another machine', { pid: ended, boot: 'other', host: 'elsewhere' }],
    [false, 'it runs on another machine of the same name', { pid: ended, boot: 'other', machine: 'other' }],
    [
      false,
      'another system on the same machine',
      { pid: ended, boot: self.boot === undefined ? 'other' : undefined },
    ],
  ];
  for (const [gone, why, other] of rows) expect(nodeProcesses.isGone({ ...self, ...other }), why).toBe(gone);
});

test.runIf(linux)('the kernel distinguishes a process from an earlier one with its pid', () => {
  const rows: [gone: boolean, why: string, other: Partial<ProcessIdentity>][] = [
    [true, 'the pid is used again', { startedAt: '1' }],
    [true, 'the machine was started again', { boot: 'other' }],
    [true, 'the host was renamed while it ran', { pid: endedPid(), host: 'renamed' }],
    [false, 'the host was renamed, and it still runs', { host: 'renamed' }],
    [false, 'nothing is known about its start', { startedAt: undefined }],
  ];
  for (const [gone, why, other] of rows) expect(nodeProcesses.isGone({ ...self, ...other }), why).toBe(gone);
});

test.runIf(linux)('a process of another user that runs is not gone', () => {
  const startedAt = readFileSync('/proc/1/stat', 'utf8').split(') ')[1]?.split(' ')[19];
  expect(nodeProcesses.isGone({ ...self, pid: 1, startedAt })).toBe(false);
});

test.runIf(linux)('a process that has ended is gone, though its parent has not noticed', async () => {
  // The shell becomes a program that never asks for its children.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    await vi.waitUntil(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n', patience);
    const child = { ...self, pid, startedAt: fields()[19] };
    expect(nodeProcesses.isGone(child)).toBe(false);
    process.kill(pid, 'SIGKILL');
    await vi.waitUntil(() => fields()[0] === 'Z', patience);
    expect(nodeProcesses.isGone(child)).toBe(true);
  } finally {
    parent.kill('SIGKILL');
  }
});
