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

function summaryOf(text: string): readonly string[] {
  return read(text).map((each) =>
    sentence(each).replaceAll(session, 'S').replaceAll('\\"', "'").replaceAll('"', "'"),
  );
}

function lines(...records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const everySignal = [
  "prompt ['S','m1']: fill @form.pdf",
  "call ['['S','m2']','c1'] of activate_skill by m",
  "result ['['S','m2']','c1'] fine: '<activated_skill name='pdf'><instructions>Run it</instructions></activated_skill>'",
  "call ['['S','m2']','c2'] of activate_skill by m",
  "result ['['S','m2']','c2'] error: 'Skill 'docx' not found. Available: pdf'",
  'call run_shell_command-1785578405000-a1b2c3 of run_shell_command by m',
  "result run_shell_command-1785578405000-a1b2c3 unsaid: 'Exit Code: 2\\nno such field'",
  "call ['['S','m2']','c4'] of read_file by m",
  "result ['['S','m2']','c4'] error: 'File not found'",
  "call ['['S','m2']','c5'] of write_file by m",
  "result ['['S','m2']','c5'] interrupted: 'cancelled by the user'",
  "call ['['S','m2']','c6'] of grep by m",
  "result ['['S','m2']','c6'] fine: 'error: is only a word here'",
  "call ['['S','m2']','c7'] of web_fetch by m",
  'reply: Filled it.',
  "prompt ['S','m4']: no, the second page",
];

test.each(['session.jsonl', 'session.json'])(
  'both forms give the same observations, each message once: %s',
  (name) => {
    expect(summaryOf(fixture(`gemini/${name}`))).toEqual(everySignal);
  },
);

test('rewound messages are retracted, unless they were repeated', () => {
  expect(summaryOf(fixture('gemini/rewound.jsonl'))).toEqual([
    "retraction ['S','m4']",
    "retraction ['['S','m6']','c9']",
    "prompt ['S','m1']: fill @form.pdf",
    'reply: Filled it.',
    "prompt ['S','m7']: the third page",
  ]);
});

test('a rewind to an unknown message retracts all messages', () => {
  const message = (id: string) => ({ id, type: 'user', content: id });
  expect(
    summaryOf(
      lines({ sessionId: session }, message('m1'), message('m2'), { $rewindTo: 'm0' }, message('m3')),
    ),
  ).toEqual(["retraction ['S','m1']", "retraction ['S','m2']", "prompt ['S','m3']: m3"]);
});

test('a subagent has its own session without prompts', () => {
  expect(summaryOf(fixture('gemini/subagent.jsonl'))).toEqual([
    "call ['['sub-1','m2']','c1'] of glob",
    "result ['['sub-1','m2']','c1'] fine: 'form.pdf'",
  ]);
});

test('a subagent belongs to the session that its folder is named after', () => {
  const facts = (folder: string, name = 'subagent.jsonl') =>
    (geminiDocument(fixture(`gemini/${name}`), { ...transcript, folder }) ?? [])
      .filter(({ type }) => type === 'facts')
      .map(sentence);
  expect(facts(session)).toEqual([`facts {"root":"${session}"}`]);
  expect(facts('chats')).toEqual([]);
  expect(facts(session, 'session.jsonl')).toEqual([]);
});

test('calls have a model, the first call of a message its tokens, and calls that the user ended say so', () => {
  const summary = summaryOf(fixture('gemini/stopped.jsonl')).map((each) =>
    each.replaceAll("'5d0c7c8e-9b1a-4c55-8a3e-1f2e3d4c5b6b',", ''),
  );
  expect(summary).toEqual([
    "prompt ['m1']: ship it",
    "call ['['m2']','c1'] of run_shell_command by gemini-4-pro for 42 tokens",
    "result ['['m2']','c1'] unsaid: 'built'",
    "call ['['m2']','c2'] of run_shell_command by gemini-4-pro",
    "result ['['m2']','c2'] refused: ''",
    "call ['['m2']','c3'] of run_shell_command by gemini-4-pro",
    "result ['['m2']','c3'] interrupted: '[Operation Cancelled] Reason: User cancelled tool execution.'",
    "prompt ['m3']: no, build only",
    "call ['['m4']','c5'] of glob by gemini-4-flash for 7 tokens",
    "result ['['m4']','c5'] fine: 'a'",
  ]);
});

test('a message has its own time, else one from the session and its position, else one from the file', () => {
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

test('a call has the time of its message, which does not change when the call returns', () => {
  const [call] = read(fixture('gemini/session.jsonl')).filter(({ type }) => type === 'call');
  expect(call?.at).toBe(Date.UTC(2026, 7, 1, 10, 0, 2));
});

test('a session without an id has the name of its file', () => {
  expect(read(lines({ id: 'm1', type: 'user', content: 'x' }))).toMatchObject([
    { session: 'session-2026-08-01T10-00-5d0c7c8e' },
  ]);
});

test('only torn lines, and lines that are not records, are lost', () => {
  const text = fixture('gemini/session.jsonl');
  expect(summaryOf(`not JSON\n${text}[]\n{"id":"m9","type":"user","con`)).toEqual(everySignal);
});

test.each(['', 'text', '[]', '{}', '{"messages":[]}', fixture('gemini/session.json').slice(0, -10)])(
  'a text that is not a session is unreadable: %.20s',
  (text) => {
    expect(geminiDocument(text, transcript)).toBe(undefined);
  },
);

test('a notice that the user stopped the agent is an interruption, another notice is none', () => {
  const notice = (id: string, text: string) => ({
    id,
    type: 'info',
    timestamp: '2026-08-01T10:00:00Z',
    content: text,
  });
  const text = lines(
    { sessionId: session },
    notice('m1', 'Request cancelled.'),
    notice('m2', 'Compressed the chat.'),
  );
  expect(read(text).map(({ type }) => type)).toEqual(['interruption']);
});
