import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture } from '../agents/sessions/reader.fixture.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import { home, type Machine, now, promptLine, withMachine } from './backfill.world.js';
import { recordHook } from './live/spool.js';
import { isErrorLike } from './rules/attempts/error-like.js';
import { stateDatabase } from './sources/hermes-database.fixture.js';
import { addMessage, addSession, opencodeFixture } from './sources/opencode-database.fixture.js';
import { batch, event, openStore, withFolder } from './store/store.world.js';

/*
 * What anything that collects evidence of skills has to do, each under the words by which the case is known, and the
 * ways in which one has gone wrong before, with their numbers.
 */

const everything = { from: 0, to: now + 1 };

type Message = Readonly<Record<string, unknown>>;

const typed = (content: string): Message => ({ role: 'user', content });
const printed = (content: string): Message => ({ role: 'tool', tool_call_id: 'call_1', content });

/** With the arguments as text, as the agent writes them down. */
function viewed(name: string, id?: string): Message {
  const call = { name: 'skill_view', arguments: JSON.stringify({ name }) };
  return { role: 'assistant', content: '', tool_calls: [{ ...(id && { id }), function: call }] };
}

/** One session with these messages. */
function put(machine: Machine, ...messages: readonly Message[]): void {
  const session = { session_id: 's1', session_start: '2026-08-01T08:00:00', messages };
  machine.put('/u/.hermes/sessions/session_1.json', JSON.stringify(session));
}

const said = [typed('fill the form'), viewed('pdf', 'call_1')];

test('evidence store: records a tool call and detects the skill reference in it', async () => {
  await withMachine(async (machine) => {
    put(machine, ...said);
    await machine.backfill();
    expect(machine.store.summary(everything)).toMatchObject({ toolEvents: 1, skillEvents: 1 });
    expect(machine.store.skills(everything)).toMatchObject([{ id: 'pdf', events: 1, loads: 1 }]);
  });
});

test.each<[string, string, number]>([
  [
    'successful JSON with an error word in a field name is not an error',
    '{"success":true,"error_events":0}',
    0,
  ],
  ['JSON that says it failed is one', '{"success":false,"events":0}', 1],
])('evidence store: %s', async (_, result, errorEvents) => {
  await withMachine(async (machine) => {
    put(machine, ...said, printed(result));
    await machine.backfill();
    expect(machine.store.summary(everything)).toMatchObject({ errorEvents });
  });
});

test('evidence store: quarantines a file that is not SQLite byte for byte, and recording goes on', () =>
  withFolder(async (folder) => {
    const garbage = Uint8Array.from({ length: 3_000 }, (_, index) => (index * 7) % 256);
    writeFileSync(join(folder, 'evidence.sqlite'), garbage);
    const store = await openStore(folder);
    expect(store.ingest(batch([event(1)])).added).toBe(1);
    store.close();
    expect(store.setAside).toContain('.corrupt');
    expect(Uint8Array.from(readFileSync(store.setAside ?? ''))).toEqual(garbage);
  }));

test('backfill: imports tool, turn and session events, and is idempotent for the same session file', async () => {
  await withMachine(async (machine) => {
    put(machine, ...said, printed('{"success":true}'));
    const counts = { toolEvents: 1, turns: 1, sessions: 1, errorEvents: 0 };
    expect((await machine.backfill()).eventsAdded).toBe(2);
    expect(machine.store.summary(everything)).toMatchObject(counts);
    // Written again as it was, it is read again, and nothing in it is new.
    put(machine, ...said, printed('{"success":true}'));
    for (let round = 0; round < 2; round += 1) expect((await machine.backfill()).eventsAdded).toBe(0);
    expect(machine.store.summary(everything)).toMatchObject(counts);
  });
});

test('weakness 9: calls without an id and turns of the same words count each, however often they are read', async () => {
  await withMachine(async (machine) => {
    const round = [typed('continue'), viewed('pdf')];
    put(machine, ...round, ...round, ...round, ...round, ...round);
    for (let times = 0; times < 2; times += 1) {
      await machine.backfill({ from: -times });
      expect(machine.store.summary(everything)).toMatchObject({ toolEvents: 5, turns: 5 });
    }
  });
});

test('weakness 9: an event that a hook recorded and the backfill reads again counts once', async () => {
  await withMachine(async (machine) => {
    const call = { id: 'toolu_1', name: 'Bash', input: { command: 'make' } };
    const payload = {
      ...{ hook_event_name: 'PostToolUse', session_id: 's', tool_name: call.name, tool_use_id: call.id },
      ...{ tool_input: call.input, tool_response: { stdout: 'done' } },
    };
    const { files } = machine;
    const place = { files, home, now, redact: (text: string) => text };
    recordHook(place, new TextEncoder().encode(JSON.stringify(payload)));
    machine.takeIn();
    expect(machine.store.summary(everything).toolEvents).toBe(1);
    const line = { type: 'assistant', uuid: 'u', sessionId: 's', timestamp: new Date(now).toISOString() };
    const message = { content: [{ type: 'tool_use', ...call }] };
    machine.put('/u/.claude/projects/p/s.jsonl', `${JSON.stringify({ ...line, message })}\n`);
    await machine.backfill();
    expect(machine.store.summary(everything).toolEvents).toBe(1);
  });
});

test('weakness 10: a session that is not UTF-8, or that vanishes, does not end the backfill', async () => {
  await withMachine(async (machine) => {
    const folder = '/u/.claude/projects/p';
    machine.put(`${folder}/latin.jsonl`, Buffer.from(promptLine('gr\u00fc\u00dfe', now, 'latin'), 'latin1'));
    machine.put(`${folder}/noise.jsonl`, Uint8Array.of(0xff, 0xfe, 0x00, 0xc0, 0x0a));
    machine.put(`${folder}/good.jsonl`, promptLine('good', now, 'good'));
    const { failures } = await machine.backfill();
    expect(failures.map(({ path }) => path)).toEqual([`${folder}/noise.jsonl`]);
    expect((await machine.events()).map(({ session }) => session)).toEqual(
      expect.arrayContaining(['good', 'latin']),
    );
    machine.put(`${folder}/late.jsonl`, promptLine('late', now, 'late'));
    machine.put(`${folder}/gone.jsonl`, promptLine('gone', now, 'gone'));
    const onProgress = (done: number) => done === 0 && machine.files.remove(`${folder}/gone.jsonl`);
    const after = await machine.backfill({ onProgress });
    expect(after.eventsAdded).toBe(1);
    expect(after.failures.map(({ path }) => path)).toContain(`${folder}/gone.jsonl`);
  });
});

test.each<[unknown, boolean]>([
  ['0 errors, 0 failed', false],
  ['no exceptions raised', false],
  ['exit_code: 0', false],
  ['{"status":"error"}', true],
  [{ stdout: '', stderr: 'Traceback (most recent call last):\nKeyError: 1' }, true],
])('weakness 23: that %j is an error is %j', (output, expected) => {
  expect(isErrorLike(output)).toBe(expected);
});

test('weakness 29: the sessions of five agents are read, databases among them', async () => {
  await withMachine(async (machine) => {
    const place = (path: string) => {
      const file = join(machine.folder, path);
      mkdirSync(dirname(file), { recursive: true });
      return file;
    };
    writeFileSync(place('.claude/projects/p/s.jsonl'), fixture('claude/skill-call.jsonl'));
    writeFileSync(place('.codex/sessions/2026/08/01/rollout-1.jsonl'), fixture('codex/session.jsonl'));
    writeFileSync(place('.gemini/tmp/p/chats/session-1.jsonl'), fixture('gemini/session.jsonl'));
    const opencode = await opencodeFixture();
    addSession(opencode, 'o');
    addMessage(opencode, { session: 'o', after: 1 }, 'user', { type: 'text', text: 'hello' });
    opencode.exec(`VACUUM INTO '${place('.local/share/opencode/opencode.db')}'`);
    const hermes = await stateDatabase([{ id: 'h', messages: [viewed('of-a-database')] }]);
    hermes.exec(`VACUUM INTO '${place('.hermes/state.db')}'`);
    for (const database of [opencode, hermes]) database.close();

    const { agents, failures } = await machine.backfill({ userHome: machine.folder });
    expect(failures).toEqual([]);
    const read = Object.keys(agents).filter((agent) => (agents[agent]?.eventsAdded ?? 0) > 0);
    expect(read.toSorted()).toEqual(['claude', 'codex', 'gemini', 'hermes', 'opencode']);
    const [skill] = machine.store.skills(everything, 'of-a-database');
    expect(skill).toMatchObject({ loads: 1, agents: ['hermes'] });
  }, nodeFiles);
});
