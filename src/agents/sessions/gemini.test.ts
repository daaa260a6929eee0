import { expect, test } from 'vitest';
import { geminiDocument } from './gemini.js';
import type { Observation } from './observation.js';
import { fixture, sentence } from './reader.fixture.js';

const session = '5d0c7c8e-9b1a-4c55-8a3e-1f2e3d4c5b6a';
const transcript = { name: 'session-2026-08-01T10-00-5d0c7c8e.jsonl', mtimeMs: Date.UTC(2026, 0, 1) };

function read(text: string): readonly Observation[] {
  const observations = geminiDocument(text, transcript);
  if (observations === undefined) throw new Error('no session was read');
  return observations;
}

function told(text: string): readonly string[] {
  return read(text).map((each) =>
    sentence(each).replaceAll(session, 'S').replaceAll('\\"', "'").replaceAll('"', "'"),
  );
}

function lines(...records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const everySignal = [
  "prompt ['S','m1']: fill @form.pdf",
  "call ['['S','m2']','c1'] of activate_skill",
  "result ['['S','m2']','c1'] fine: '<activated_skill name='pdf'><instructions>Run it</instructions></activated_skill>'",
  "call ['['S','m2']','c2'] of activate_skill",
  "result ['['S','m2']','c2'] error: 'Skill 'docx' not found. Available: pdf'",
  'call run_shell_command-1785578405000-a1b2c3 of run_shell_command',
  "result run_shell_command-1785578405000-a1b2c3 unsaid: 'Exit Code: 2\\nno such field'",
  "call ['['S','m2']','c4'] of read_file",
  "result ['['S','m2']','c4'] error: 'File not found'",
  "call ['['S','m2']','c5'] of write_file",
  "result ['['S','m2']','c5'] fine: 'cancelled by the user'",
  "call ['['S','m2']','c6'] of grep",
  "result ['['S','m2']','c6'] fine: 'error: is only a word here'",
  "call ['['S','m2']','c7'] of web_fetch",
  'reply: Filled it.',
  "prompt ['S','m4']: no, the second page",
];

test.each(['session.jsonl', 'session.json'])('both forms tell the same, each message once: %s', (name) => {
  expect(told(fixture(`gemini/${name}`))).toEqual(everySignal);
});

test('what a rewind took back is retracted, unless it was said again', () => {
  expect(told(fixture('gemini/rewound.jsonl'))).toEqual([
    "retraction ['S','m4']",
    "retraction ['['S','m6']','c9']",
    "prompt ['S','m1']: fill @form.pdf",
    'reply: Filled it.',
    "prompt ['S','m7']: the third page",
  ]);
});

test('a rewind to a message that is not there takes all back', () => {
  const message = (id: string) => ({ id, type: 'user', content: id });
  expect(
    told(lines({ sessionId: session }, message('m1'), message('m2'), { $rewindTo: 'm0' }, message('m3'))),
  ).toEqual(["retraction ['S','m1']", "retraction ['S','m2']", "prompt ['S','m3']: m3"]);
});

test('a subagent has a session of its own, in which nobody types', () => {
  expect(told(fixture('gemini/subagent.jsonl'))).toEqual([
    "call ['['sub-1','m2']','c1'] of glob",
    "result ['['sub-1','m2']','c1'] fine: 'form.pdf'",
  ]);
});

test('a message has its own time, else that of the session and its place in it, else that of the file', () => {
  const message = (id: string, timestamp?: string) => ({ id, type: 'user', content: id, timestamp });
  const times = (...records: readonly object[]) => read(lines(...records)).map(({ at }) => at);
  const start = Date.UTC(2026, 7, 1);
  expect(
    times({ sessionId: 's', startTime: '2026-08-01T00:00:00Z' }, message('a'), message('b'), {
      ...message('c', '2026-08-02T00:00:00Z'),
    }),
  ).toEqual([start, start + 1, Date.UTC(2026, 7, 2)]);
  expect(times(message('a'), message('b'))).toEqual([transcript.mtimeMs, transcript.mtimeMs + 1]);
});

test('a call has the time of its message, which does not change when the call comes back', () => {
  const [call] = read(fixture('gemini/session.jsonl')).filter(({ type }) => type === 'call');
  expect(call?.at).toBe(Date.UTC(2026, 7, 1, 10, 0, 2));
});

test('a session that has no id is called after its file', () => {
  expect(read(lines({ id: 'm1', type: 'user', content: 'x' }))).toMatchObject([
    { session: 'session-2026-08-01T10-00-5d0c7c8e' },
  ]);
});

test('a torn line, and one that is no record, cost only themselves', () => {
  const text = fixture('gemini/session.jsonl');
  expect(told(`not JSON\n${text}[]\n{"id":"m9","type":"user","con`)).toEqual(everySignal);
});

test.each(['', 'text', '[]', '{}', '{"messages":[]}', fixture('gemini/session.json').slice(0, -10)])(
  'what is no session is not readable: %.20s',
  (text) => {
    expect(geminiDocument(text, transcript)).toBe(undefined);
  },
);
