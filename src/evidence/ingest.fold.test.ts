import { expect, test } from 'vitest';
import { home, type Machine, now, withMachine } from './backfill.world.js';
import { storeSpool } from './ingest.js';
import { recordHook } from './live/spool.js';

const redact = (text: string) => text;
const find = () => [];

function tell({ files }: Machine, payload: object): void {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  expect(recordHook({ files, home, now, redact }, bytes).recorded).toBe(true);
}

function toolUse(id: string, tool: string, input: object): object {
  return {
    ...{ hook_event_name: 'PostToolUse', session_id: 's', tool_name: tool, tool_use_id: id },
    ...{ tool_input: input, tool_response: { stdout: 'ok' } },
  };
}

const fold = ({ files, store }: Machine) => storeSpool({ files, home, store, find, now });

const names = ({ files }: Machine) => (files.list(home) ?? []).map(({ name }) => name);

test('the spool of the hooks is stored and removed', async () => {
  await withMachine(async (machine) => {
    tell(machine, toolUse('t1', 'Bash', { command: 'ls' }));
    tell(machine, { type: 'prompt', agent: 'mine', session: 'm', id: 'p', text: 'hello' });
    expect(fold(machine)).toEqual({ eventsAdded: 2, unreadable: 0 });
    expect(names(machine)).toEqual([]);
    expect(fold(machine)).toEqual({ eventsAdded: 0, unreadable: 0 });
    expect((await machine.events()).map(({ agent, is_live: live }) => [agent, live]).sort()).toEqual([
      ['claude', 1],
      ['mine', 1],
    ]);
  });
});

test('a skill that was loaded before the last folding is still active after it', async () => {
  await withMachine(async (machine) => {
    tell(machine, toolUse('t1', 'Skill', { skill: 'draw' }));
    fold(machine);
    tell(machine, toolUse('t2', 'Bash', { command: 'make' }));
    fold(machine);
    const [bash] = (await machine.events()).filter(({ tool }) => tool === 'Bash');
    expect(bash).toMatchObject({ name: 'draw', reason: 'active-span' });
  });
});

test('the last end of a session is its end', async () => {
  await withMachine(async (machine) => {
    for (const at of [5_000, 9_000, 7_000]) tell(machine, { type: 'end', agent: 'mine', session: 'm', at });
    expect(fold(machine)).toMatchObject({ eventsAdded: 1 });
    tell(machine, { type: 'end', agent: 'mine', session: 'm', at: 8_000 });
    expect(fold(machine)).toMatchObject({ eventsAdded: 0 });
    expect(await machine.events()).toMatchObject([{ kind: 'session-end', at: 9_000 }]);
  });
});

test('what cannot be read in the spool is counted, and the rest is stored', async () => {
  await withMachine(async (machine) => {
    tell(machine, toolUse('t1', 'Bash', {}));
    machine.files.append(
      `${home}/evidence.spool.jsonl`,
      new TextEncoder().encode('{"v":1,"torn\n{"v":99}\n'),
    );
    tell(machine, toolUse('t2', 'Bash', {}));
    expect(fold(machine)).toEqual({ eventsAdded: 2, unreadable: 2 });
  });
});

test('the spool stays until it is stored, and is then stored once', async () => {
  await withMachine(async (machine) => {
    tell(machine, toolUse('t1', 'Bash', {}));
    const { files, store } = machine;
    const broken = {
      cursor: (source: string) => store.cursor(source),
      ingestAll: () => {
        throw new Error('the disk is full');
      },
    };
    expect(() => storeSpool({ files, home, store: broken, find, now })).toThrow('the disk is full');
    expect(names(machine)).toHaveLength(1);
    tell(machine, toolUse('t2', 'Bash', {}));
    expect(fold(machine)).toEqual({ eventsAdded: 2, unreadable: 0 });
    expect(names(machine)).toEqual([]);
  });
});
