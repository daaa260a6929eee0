import { expect, test } from 'vitest';
import type { SessionForm } from '../../agents/agent.js';
import type { Observation } from '../../agents/sessions/observation.js';
import { fixture, sentence } from '../../agents/sessions/reader.fixture.js';
import type { SessionAgent } from '../../agents/sessions/reader.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { promptLine, putInto } from '../backfill.world.js';
import { type ReadFrom, readSource } from './read-source.js';

const path = '/t/s.jsonl';
const at = Date.UTC(2026, 0, 1);

async function read(
  files: Files,
  { agent = 'claude', form = 'lines' }: { agent?: SessionAgent; form?: SessionForm } = {},
  from: ReadFrom = { offset: 0, memory: undefined },
) {
  const observations: Observation[] = [];
  let settledAfter: number | undefined;
  const stat = { kind: 'file', sizeBytes: 0, mtimeMs: at, ctimeMs: 0, mode: 0, device: 0, inode: 0 } as const;
  const reading = await readSource(files, { agent, form, path, stat }, from, {
    take: (observation) => observations.push(observation),
    mayPause: () => undefined,
    settled: () => {
      settledAfter = observations.length;
    },
  });
  return { ...reading, observed: observations.map(sentence), settledAfter };
}

function filesOf(content: string): Files {
  const files = memoryFiles();
  putInto(files, path, content);
  return files;
}

test('a last line that is complete but not ended is reported, and not counted as read', async () => {
  const first = promptLine('first', at);
  const reading = await read(filesOf(first + promptLine('last', at).trimEnd()));
  expect(reading).toMatchObject({ offset: first.length, settledAfter: 1, unreadable: 0, failure: undefined });
  expect(reading.observed).toEqual(['prompt s1-first: first', 'prompt s1-last: last']);
});

test('a last line that is cut off is neither reported nor a fault, even if it is the only one', async () => {
  const reading = await read(filesOf(promptLine('cut', at).slice(0, -9)));
  expect(reading).toMatchObject({ offset: 0, observed: [], unreadable: 0, failure: undefined });
});

test('reading continues from the offset, with the memory of the reader', async () => {
  const slash = '<command-name>/draw</command-name>';
  const body = 'Base directory for this skill: /k/draw';
  const line = (uuid: string, content: string, isMeta: boolean) =>
    `${JSON.stringify({ type: 'user', uuid, sessionId: 's', isMeta, message: { content } })}\n`;
  const files = filesOf(line('u1', slash, false));
  const { offset, memory, observed } = await read(files);
  expect(observed).toEqual([]);
  files.append(path, new TextEncoder().encode(line('u2', body, true)));
  expect((await read(files, {}, { offset, memory })).observed).toEqual([
    'prompt u1: /draw',
    'load slash:u1 of draw at /k/draw',
  ]);
});

test('lines that cannot be read are a failure only when there is nothing else in the whole file', async () => {
  const good = promptLine('good', at);
  expect(await read(filesOf('junk\n'))).toMatchObject({ failure: 'none of its lines can be read' });
  expect(await read(filesOf(`junk\n${good}`))).toMatchObject({ failure: undefined, unreadable: 1 });
  const files = filesOf(`${good}junk\n`);
  const from = { offset: good.length, memory: undefined };
  expect(await read(files, {}, from)).toMatchObject({ failure: undefined, unreadable: 1 });
});

test.each<[SessionAgent, SessionForm, string, number]>([
  ['gemini', 'document', fixture('gemini/session.json'), 16],
  ['hermes', 'document', fixture('hermes/session_every-signal.json'), 21],
])(
  'a document of %s is read whole, so there is no offset to continue from',
  async (agent, form, content, count) => {
    const reading = await read(filesOf(content), { agent, form });
    expect(reading).toMatchObject({ offset: 0, headHash: '', memory: undefined, failure: undefined });
    expect(reading.observed.length).toBe(count);
  },
);

test.each<[SessionAgent, SessionForm, string]>([
  ['gemini', 'document', 'it is not a session of this agent'],
  ['codex', 'zstd-lines', 'it is not a Zstandard stream, or damaged'],
])('of %s, as %s, a text is a failure with a reason', async (agent, form, failure) => {
  expect(await read(filesOf('{"some": "other document"}'), { agent, form })).toMatchObject({
    failure,
    observed: [],
  });
});

test.each<[SessionAgent, SessionForm, string]>([
  ['claude', 'lines', 'it vanished while it was read'],
  ['codex', 'zstd-lines', 'it vanished while it was read'],
  ['gemini', 'document', 'it vanished before it was read'],
  ['hermes', 'database', 'it vanished before it was read'],
])('of %s, as %s, what is gone is a failure with a reason', async (agent, form, failure) => {
  expect(await read(memoryFiles(), { agent, form })).toMatchObject({ failure, observed: [] });
});

test('a form that the agent does not have is a fault of the program, not of the file', async () => {
  await expect(read(filesOf(''), { agent: 'claude', form: 'database' })).rejects.toMatchObject({
    code: 'internal',
  });
});
