import { expect, test } from 'vitest';
import { fixture } from '../agents/sessions/reader.fixture.js';
import { filesOn } from '../system/disk/disk-files.js';
import { everyFault, type Fault } from '../system/disk/faulty-disk.js';
import { memoryDisk } from '../system/disk/memory-disk.js';
import type { Files } from '../system/files.js';
import { backfill } from './backfill.js';
import { home, type Machine, now, promptLine, putInto, userHome, withMachine } from './backfill.world.js';

const paths = {
  claude: '/u/.claude/projects/p/one.jsonl',
  gemini: '/u/.gemini/tmp/p/chats/one.json',
  generic: '/u/.coppice/sessions/one.jsonl',
} as const;
const agents = ['claude', 'gemini', 'generic'] as const;

function putSessions(files: Files): void {
  putInto(files, paths.claude, promptLine('first', now));
  putInto(files, paths.gemini, fixture('gemini/session.json'));
  putInto(files, paths.generic, fixture('generic/session.jsonl'));
}

function grow(files: Files): void {
  files.append(paths.claude, new TextEncoder().encode(promptLine('second', now)));
  putInto(files, paths.gemini, `${fixture('gemini/session.json')}\n`);
  const line =
    '{"type":"prompt","agent":"my-agent","session":"s1","id":"p9","at":1785571209000,"text":"more"}\n';
  files.append(paths.generic, new TextEncoder().encode(line));
}

/** The agents of which everything is there that should be. */
async function complete(machine: Machine, expected: Awaited<ReturnType<Machine['events']>>) {
  const there = await machine.events();
  return agents.filter((agent) => {
    const isOf = (event: Readonly<Record<string, unknown>>) =>
      event['agent'] === (agent === 'generic' ? 'my-agent' : agent);
    return there.filter(isOf).length === expected.filter(isOf).length;
  });
}

test.each([
  ['EIO', 'of all that is new', () => undefined],
  ['ENOENT', 'of all that is new', () => undefined],
  ['EIO', 'of what has grown', grow],
  ['ENOENT', 'of what has grown', grow],
] as const)(
  'whichever operation fails with %s in a reading %s, the others go on and the next heals it',
  async (code, _, change) => {
    const expected = await withMachine(async (machine) => {
      putSessions(machine.files);
      change(machine.files);
      await machine.backfill();
      return await machine.events();
    });
    let faults = 0;
    for (const fault of everyFault({ act: 'fail', code })) {
      const disk = memoryDisk();
      const files = filesOn(disk);
      await withMachine(async (machine) => {
        putSessions(files);
        if (change === grow) await machine.backfill();
        change(files);
        await checkFault(machine, fault, filesOn(fault.on(disk)));
        await machine.backfill();
        expect(await machine.events(), `${fault}`).toEqual(expected);
      }, files);
      faults += 1;
    }
    expect(faults).toBeGreaterThan(10);

    async function checkFault(machine: Machine, fault: Fault, files: Files) {
      const report = await backfill(
        { files, clock: { now: () => now }, store: machine.store, find: () => [] },
        { agents, from: 0, home, userHome, environment: {} },
      );
      expect((await complete(machine, expected)).length, `${fault}`).toBeGreaterThanOrEqual(
        agents.length - 1,
      );
      if (fault.struck && code === 'EIO') expect(report.failures, `${fault}`).toHaveLength(1);
    }
  },
);
