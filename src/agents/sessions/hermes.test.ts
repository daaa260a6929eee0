import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hermesDocument } from './hermes.js';
import type { Observation } from './observation.js';

const start = Date.UTC(2026, 0, 31, 12);
const transcript = { name: 'session_from-the-name.json', mtimeMs: start + 0.5 };
const everySignal = new URL('./fixtures/hermes/session_every-signal.json', import.meta.url);

function read(document: unknown): readonly Observation[] | undefined {
  return hermesDocument(JSON.stringify(document), transcript);
}

function keysOf(messages: readonly unknown[], session = 's'): string[] {
  const observations = read({ session_id: session, messages }) ?? [];
  return observations.flatMap((observation) => (observation.type === 'call' ? [observation.key] : []));
}

function calling(...calls: readonly unknown[]) {
  return { role: 'assistant', tool_calls: calls };
}

test('every signal of a session becomes an observation, each a millisecond after the message before', () => {
  const observations = hermesDocument(readFileSync(everySignal, 'utf8'), transcript);
  const session = '20260131_120000_abc';
  const key = expect.any(String);
  const at = (index: number) => ({ session, at: start + index });
  expect(observations).toEqual([
    { type: 'facts', ...at(0), isHeadless: false },
    { type: 'prompt', ...at(1), key, text: 'make the report' },
    { type: 'reply', ...at(2), text: 'I look at the skill first.' },
    { type: 'call', ...at(2), key, model: 'm', tool: 'skill_view', args: { name: 'pdf' } },
    { type: 'result', ...at(3), key, output: { success: true, name: 'pdf', skill_dir: '/h/skills/pdf' } },
    { type: 'located', ...at(3), key, folder: '/h/skills/pdf' },
    { type: 'call', ...at(4), key, model: 'm', tool: 'terminal', args: { command: 'make' } },
    { type: 'call', ...at(4), key, model: 'm', tool: 'terminal', args: { raw: 'make && test' } },
    { type: 'call', ...at(4), key, model: 'm', tool: 'terminal', args: { raw: 'make && test' } },
    { type: 'result', ...at(5), key, output: 'make: *** [all] Error 2' },
    { type: 'reply', ...at(7), text: 'It failed.' },
    { type: 'prompt', ...at(8), key, text: 'again\nplease' },
    { type: 'prompt', ...at(9), key, text: 'make the report' },
    {
      type: 'call',
      ...at(10),
      key,
      model: 'm',
      tool: 'skill_manage',
      args: { action: 'patch', name: 'pdf' },
    },
    { type: 'call', ...at(10), key: 'toolu_01A2b3C4d5E6f7G8h9J0', model: 'm', tool: 'skills_list', args: {} },
    { type: 'result', ...at(240_250), key, output: { success: false, error: 'no such skill' } },
    { type: 'result', ...at(12), key: 'toolu_01A2b3C4d5E6f7G8h9J0', output: '{"skills": [' },
    { type: 'prompt', ...at(13), key, text: '/notes tidy up' },
    { type: 'load', ...at(13), key, skill: { name: 'notes', folder: '/h/skills/notes' } },
    { type: 'reply', ...at(17), text: 'Done.' },
    { type: 'end', ...at(300_000) },
  ]);
});

test('a result has the key of the latest call with its id', () => {
  const observations = hermesDocument(readFileSync(everySignal, 'utf8'), transcript) ?? [];
  const keys = (type: string) =>
    observations.flatMap((observation) =>
      observation.type === type && 'key' in observation ? [observation.key] : [],
    );
  const [view, make, , , manage, list] = keys('call');
  expect(keys('result')).toEqual([view, make, manage, list]);
  expect(new Set([...keys('call'), ...keys('prompt'), ...keys('load')]).size).toBe(6 + 4 + 1);
});

test('every call counts', () => {
  const list = { id: 'call_0', name: 'list', arguments: '{}' };
  const count = (...messages: readonly unknown[]) => new Set(keysOf(messages)).size;
  expect(count(calling(list), calling({ ...list, arguments: '{"a":1}' }))).toBe(2);
  expect(count(calling(list), calling({ ...list, name: 'find' }))).toBe(2);
  expect(count(calling(list), calling(list))).toBe(2);
  expect(count(calling({ name: 'list' }, { name: 'list' }))).toBe(2);
});

test.each([
  ['call_0', 'is only that in its own session', false],
  ['call_0123456789ab', 'that is made from the call is only that in its own session', false],
  ['functions.terminal:12', 'that ends in a counter is only that in its own session', false],
  ['call_abcdefghijklmnopqrstuvwx', 'is the same call in a copied session', true],
  ['0b9c3ab0-7c4e-4e1c-9f0e-123456789012', 'is the same call in a copied session', true],
])('the id %s %s', (id, _says, isSame) => {
  const messages = [calling({ id, name: 'list', arguments: '{}' })];
  expect(keysOf(messages, 'a')[0] === keysOf(messages, 'b')[0]).toBe(isSame);
});

test('a session without an id or a start has those of its file', () => {
  expect(read({ messages: [{ role: 'user', content: 'hi' }] })).toMatchObject([
    { type: 'prompt', session: 'from-the-name', at: start },
  ]);
  expect(read({ session_id: 5, session_start: 'yesterday', last_updated: {}, messages: [] })).toEqual([]);
});

test.each(['', 'junk', '[]', 'null', '{}', '{"messages":{}}', '{"messages":[{"role":"user"}'])(
  '%j is no session',
  (text) => {
    expect(hermesDocument(text, transcript)).toBeUndefined();
  },
);

test.each<[content: unknown, expected: object]>([
  [
    '{"output":"","exit_code":-1,"error":"BLOCKED: User denied this command. The user has NOT consented."}',
    { output: '', ended: 'refused' },
  ],
  ['BLOCKED: User denied this command.', { output: '', ended: 'refused' }],
  [
    'They say "BLOCKED: User denied this command."',
    { output: 'They say "BLOCKED: User denied this command."' },
  ],
  [
    '{"output":"a\\n[Command interrupted — user sent a new message]","exit_code":130}',
    {
      output: { output: 'a\n[Command interrupted — user sent a new message]', exit_code: 130 },
      ended: 'interrupted',
    },
  ],
  [
    '{"status":"interrupted","output":"a"}',
    { output: { status: 'interrupted', output: 'a' }, ended: 'interrupted' },
  ],
  [
    '[Tool execution skipped — make was not started. User sent a new message]',
    {
      output: '[Tool execution skipped — make was not started. User sent a new message]',
      ended: 'interrupted',
    },
  ],
  ['[Command interrupted] is a text', { output: '[Command interrupted] is a text' }],
])('the answer %j', (content, expected) => {
  const call = calling({ id: 'c', name: 'terminal', arguments: '{}' });
  const observations = read({
    session_id: 's',
    messages: [call, { role: 'tool', tool_call_id: 'c', content }],
  });
  const [result] = observations?.filter(({ type }) => type === 'result') ?? [];
  expect(result).toEqual({
    type: 'result',
    session: 's',
    at: start + 1,
    key: expect.any(String),
    ...expected,
  });
});

test('the words for an interruption are not a reply, and each interruption counts', () => {
  const content = 'Operation interrupted: waiting for model response (1.0s elapsed).';
  const stopped = { role: 'assistant', content };
  const observations = read({ session_id: 's', messages: [stopped, stopped, { role: 'user', content }] });
  expect(observations?.map((each) => [each.type, 'key' in each && each.key])).toEqual([
    ['interruption', 's:interruption'],
    ['interruption', 's:interruption#1'],
    ['prompt', expect.any(String)],
  ]);
});

test.each([
  ['cron', true],
  ['telegram', false],
])('a session on %s is one of a program: %j', (platform, isHeadless) => {
  const messages = [{ role: 'user', content: 'hello' }];
  expect(read({ session_id: 's', platform, messages })?.[0]).toMatchObject({ type: 'facts', isHeadless });
  expect(read({ session_id: 's', platform, messages: [] })).toEqual([]);
});
