import { expect, test } from 'vitest';
import { codexFormat } from './codex.js';
import type { Observation } from './observation.js';
import { fixture, readText, sentence } from './reader.fixture.js';

const parent = '0198f1a2-0000-7000-8000-00000000000a';

/** With a short session name, and without the hashes of texts. */
function summaryOf(observations: readonly Observation[]): readonly string[] {
  return observations.map((each) =>
    sentence(each)
      .replaceAll(parent, 'A')
      .replaceAll('0198f1a2-0000-7000-8000-00000000000d', 'D')
      .replace(/,"[0-9a-f]{16}"/, ''),
  );
}

function observe(...lines: readonly object[]): readonly Observation[] {
  const { observations, unreadable } = readText(
    codexFormat,
    lines.map((line) => JSON.stringify(line)).join('\n'),
  );
  expect(unreadable).toBe(0);
  return observations;
}

const item = (payload: object) => ({ timestamp: '2026-08-01T10:00:00Z', type: 'response_item', payload });
const event = (payload: object) => ({ timestamp: '2026-08-01T10:00:00Z', type: 'event_msg', payload });
const user = (text: string) =>
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });

test.each([
  [
    'session',
    [
      'facts {"folder":"/r","isHeadless":false}',
      'prompt ["A","prompt",1]: use $pdf on the report',
      'load ["A","skill","pdf",1] of pdf at /home/u/.agents/skills/pdf',
      'call ["A","call_1"] of exec_command by m',
      'result ["A","call_1"] unsaid: "---\\nname: pdf\\n---\\n{\\"type\\":\\"function_call\\",\\"name\\":\\"quoted\\",\\"arguments\\":\\"{}\\",\\"call_id\\":\\"call_9\\"}"',
      'call call_uq7Zb1mX0aPd93 of shell by m',
      'result call_uq7Zb1mX0aPd93 error: "Exit code 2\\nNo such file: b.pdf\\n"',
      'call ["A","call_2"] of exec_command by m',
      'result ["A","call_2"] unsaid: "Exit code: 2\\nmake: *** [test] Error 2"',
      'call ["A","call_3"] of apply_patch by m',
      'result ["A","call_3"] error: "a.ts: no such line"',
      'result ["A","call_3"] unsaid: "patch failed"',
      'call ["A","call_4"] of mcp__scholar__search by m',
      'result ["A","call_4"] error: "quota exceeded"',
      'result ["A","call_4"] unsaid: "quota exceeded"',
      'call ["A","call_5"] of skills.read by m',
      'result ["A","call_5"] error: "unknown skill"',
      'call ["A","call_6"] of local_shell by m',
      'result ["A","call_6"] unsaid: "a.ts"',
      'reply: Merged.',
      'prompt ["A","prompt",2]: [Image #1] no, the other one',
      'prompt ["A","prompt",3]: continue',
      'prompt ["A","prompt",4]: continue',
    ],
  ],
  [
    'subagent',
    [
      'facts {"folder":"/r","root":"A","isHeadless":false}',
      'call ["0198f1a2-0000-7000-8000-00000000000b","call_1"] of exec_command',
      'result ["0198f1a2-0000-7000-8000-00000000000b","call_1"] unsaid: "merge.py"',
    ],
  ],
  [
    'stopped',
    [
      'facts {"folder":"/home/u/shop","isHeadless":true}',
      'prompt ["D","prompt",1]: ship it',
      'call ["D","call_s1"] of exec_command by gpt-6-codex',
      'call ["D","call_s2"] of exec_command by gpt-6-codex',
      'result ["D","call_s1"] fine: "built\\n" for 40 tokens',
      'result ["D","call_s2"] error: "Exit code 2\\n1 failed\\n"',
      'queued prompt ["D","prompt",2]: and tag it',
      'call ["D","call_s3"] of exec_command by gpt-6-codex',
      'result ["D","call_s3"] refused: "" for 15 tokens',
      'reply: I cannot push.',
      'prompt ["D","prompt",3]: watch it',
      'call ["D","call_s4"] of exec_command by gpt-6-codex-mini',
      'result ["D","call_s4"] interrupted: "Wall time: 2.1 seconds\\naborted by user" for 5 tokens',
      'interruption ["D","interruption",1]',
      'prompt ["D","prompt",4]: no, build only',
    ],
  ],
  [
    'first-versions',
    [
      'prompt ["A","prompt",1]: list the files',
      'call ["A","shell",1] of shell',
      'result ["A","shell",1] unsaid: "a\\nb"',
      'call ["A","shell",2] of shell',
      'result ["A","shell",2] unsaid: "a\\nb"',
      'reply: Two files.',
    ],
  ],
])('the fixture %s is observed in the order of its lines', (name, expected) => {
  const { observations, unreadable } = readText(codexFormat, fixture(`codex/${name}.jsonl`));
  expect({ told: summaryOf(observations), unreadable }).toEqual({ told: expected, unreadable: 0 });
});

test('lines copied by a fork of a fork have the keys of the first session, and belong to the fork', () => {
  const original = readText(codexFormat, fixture('codex/session.jsonl')).observations;
  const forked = readText(codexFormat, fixture('codex/forked.jsonl')).observations;
  const keys = forked.flatMap((each) => ('key' in each ? [each.key] : []));
  const known = new Set(original.flatMap((each) => ('key' in each ? [each.key] : [])));
  expect(keys.map((key) => known.has(key))).toEqual([true, true, true, true, false]);
  const roots = forked.flatMap((each) => (each.type === 'facts' ? [each.root] : []));
  expect(roots).toEqual(['0198f1a2-0000-7000-8000-00000000000b', parent]);
  expect(new Set(forked.map(({ session }) => session))).toEqual(
    new Set(['0198f1a2-0000-7000-8000-00000000000c']),
  );
});

test('arguments are parsed, and stay text if they are not JSON', () => {
  const args = readText(codexFormat, fixture('codex/session.jsonl')).observations.flatMap((each) =>
    each.type === 'call' ? [each.args] : [],
  );
  expect(args).toEqual([
    { cmd: "sed -n '1,200p' ~/.agents/skills/pdf/SKILL.md" },
    { command: ['bash', '-lc', 'python3 /home/u/.agents/skills/pdf/scripts/merge.py'] },
    { cmd: 'make test' },
    '*** Begin Patch\n*** Update File: a.ts\n*** End Patch',
    '{"query":"albedo"',
    { name: 'docx' },
    { type: 'exec', command: ['ls'] },
  ]);
});

test('a line without a time is a millisecond after the one before, and the first has the time of the file', () => {
  const [first, second, third] = observe(
    { type: 'message', role: 'user', content: 'one' },
    {
      timestamp: '2026-08-01T10:00:00Z',
      type: 'event_msg',
      payload: { type: 'user_message', message: 'two' },
    },
    { type: 'message', role: 'user', content: 'three' },
  );
  expect(first?.at).toBe(Date.UTC(2026, 0, 1) + 1);
  expect(second?.at).toBe(Date.UTC(2026, 7, 1, 10));
  expect(third?.at).toBe(Date.UTC(2026, 7, 1, 10) + 1);
});

test.each([
  ['rollout-2026-08-01T10-00-00-0198f1a2-0000-7000-8000-00000000000a.jsonl', parent],
  [
    'rollout-2026-08-01T10-00-00-0198f1a2-0000-7000-8000-00000000000a_0198f1a2-0000-7000-8000-00000000000b.jsonl.zst',
    parent,
  ],
  ['rollout-other.jsonl.zst', 'rollout-other'],
])('the file name contains the session if the file does not: %s', (name, session) => {
  const reader = codexFormat.begin({ name, mtimeMs: 0 });
  expect(reader.line(JSON.stringify(user('hello')))).toMatchObject([{ type: 'prompt', session }]);
});

test('an item and an event with the same text are one message, in any order', () => {
  const typed = (text: string) => event({ type: 'user_message', message: text });
  const count = (...lines: readonly object[]) => observe(...lines).length;
  expect(count(user('a'), typed('a'))).toBe(1);
  expect(count(typed('a'), user('a'))).toBe(1);
  expect(count(user('a'), user('a'))).toBe(2);
  expect(count(typed('a'), typed('a'))).toBe(2);
  expect(count(user('a'), user('b'), typed('a'), typed('b'))).toBe(2);
  expect(count(user('a'), typed('a'), user('a'))).toBe(2);
});

test.each([
  '{"timestamp":"2026-08-01T10:00:00Z","type":"response_item","payl',
  '[]',
  'null',
  '{"type":"response_item"}',
  '{"type":"event_msg","payload":"text"}',
  '{"type":"response_item","payload":{"type":"function_call","arguments":"{}","call_id":"c1"}}',
  '{"type":"response_item","payload":{"type":"function_call_output","output":"of no call"}}',
])('an unexpected line is unreadable: %s', (line) => {
  expect(readText(codexFormat, line)).toEqual({ observations: [], unreadable: 1 });
});

test.each<[meta: object, expected: boolean | undefined]>([
  [{ originator: 'codex_exec' }, true],
  [{ originator: 'codex_sdk_ts', source: 'exec' }, true],
  [{ source: 'mcp' }, true],
  [{ originator: 'codex_vscode', source: 'vscode' }, false],
  [{ cwd: '/r' }, undefined],
])('a program started the session %j: %j', (meta, isHeadless) => {
  const observed = observe({ type: 'session_meta', payload: { id: 's', cwd: '/r', ...meta } });
  expect(observed.map((each) => each.type === 'facts' && each.isHeadless)).toEqual([isHeadless]);
});

test('tokens belong to the first call of their message only', () => {
  const count = (total: number, output: unknown) =>
    event({
      type: 'token_count',
      info: { total_token_usage: { total_tokens: total }, last_token_usage: { output_tokens: output } },
    });
  const call = (id: string) => item({ type: 'function_call', name: 'f', arguments: '{}', call_id: id });
  const output = (id: string) => item({ type: 'function_call_output', call_id: id, output: 'ok' });
  const tokens = (...lines: readonly object[]) =>
    observe(...lines).flatMap((each) => (each.type === 'result' ? [each.tokens] : []));
  expect(tokens(call('a'), call('b'), count(9, 5), output('b'), output('a'))).toEqual([undefined, 5]);
  expect(tokens(count(9, 5), call('a'), output('a'))).toEqual([undefined]);
  expect(tokens(call('a'), count(9, 5), output('a'), output('a'))).toEqual([5, undefined]);
  expect(tokens(call('a'), count(9, 'x'), output('a'))).toEqual([undefined]);
  expect(tokens(call('a'), count(9, 5), output('a'), call('b'), count(9, 5), output('b'))).toEqual([
    5,
    undefined,
  ]);
});

test('the memory does not change when reading continues', () => {
  const reader = codexFormat.begin({ name: 'rollout.jsonl', mtimeMs: 0 });
  reader.line(JSON.stringify(user('one')));
  const memory = reader.memory();
  const before = JSON.stringify(memory);
  reader.line(JSON.stringify(user('two')));
  expect(JSON.stringify(memory)).toBe(before);
});

test('the memory stays small, however long the session', () => {
  const reader = codexFormat.begin({ name: 'rollout.jsonl', mtimeMs: 0 });
  for (let turn = 0; turn < 1_000; turn += 1) reader.line(JSON.stringify(user(`message ${turn}`)));
  expect(JSON.stringify(reader.memory()).length).toBeLessThan(1_000);
});
