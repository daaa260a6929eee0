import { expect, test } from 'vitest';

import { agentOf, genericFormat } from './generic.js';
import { fixture, readText, sentence } from './reader.fixture.js';

const start = Date.UTC(2026, 7, 1, 8);

function read(...lines: readonly object[]) {
  return readText(genericFormat, lines.map((line) => JSON.stringify(line)).join('\n'));
}

test('a session is read as what happened in it', () => {
  const { observations, unreadable } = readText(genericFormat, fixture('generic/session.jsonl'));
  expect(observations.map(sentence)).toEqual([
    'facts {"platform":"linux","folder":"/r","root":"s0","isHeadless":false}',
    'prompt ["s1","p1"]: Draw the chart, please.',
    'load ["s1","l1"] of draw at ~/.agents/skills/draw',
    'call ["s1","c1"] of shell for draw',
    'result ["s1","c1"] error: "draw: no such option"',
    'call ["s1",null,"call",1785571204000,"shell"]#0 of shell',
    'result ["s1",null,"call",1785571204000,"shell"]#0 unsaid: "ok"',
    'call ["s1",null,"call",1785571204000,"shell"]#1 of shell',
    'result ["s1",null,"call",1785571204000,"shell"]#1 unsaid: "ok"',
    'call ["s1","helper","call",1785571204000,"shell"]#0 of shell in helper',
    'reply: Done.',
    'call ["s1","c2"] of shell by m-1 for 12 tokens',
    'result ["s1","c2"] refused: "not now"',
    'interruption ["s1","i1"]',
    'queued prompt ["s1","p2"]: and tag it',
    'end',
  ]);
  expect(observations.map(({ at }) => at - start)).toEqual([
    0, 0, 1000, 2000, 3000, 4000, 4000, 4000, 4000, 4000, 4001, 5000, 5000, 5001, 5002, 6000,
  ]);
  expect(unreadable).toBe(0);
});

test('a result contains the fields of the line', () => {
  const line = {
    type: 'result',
    session: 's',
    id: 'c',
    at: start,
    output: { a: 1 },
    isError: true,
    durationMs: 5,
  };
  expect(read(line).observations).toEqual([
    {
      type: 'result',
      session: 's',
      at: start,
      key: '["s","c"]',
      output: { a: 1 },
      isError: true,
      durationMs: 5,
    },
  ]);
});

test.each([
  ['model', 5],
  ['model', 'm'.repeat(201)],
  ['tokens', -1],
  ['tokens', '12'],
  ['ended', 'maybe'],
])('a call whose %s is %j has none', (name, value) => {
  const call = { type: 'call', tool: 't', id: 'c', at: start };
  expect(read({ ...call, [name]: value })).toEqual(read(call));
});

test('facts of another type count as absent', () => {
  const facts = { type: 'facts', session: 's', at: start };
  const junk = { platform: 5, folder: [], root: '', headless: 'no', queued: true };
  expect(read({ ...facts, ...junk }).observations).toEqual([{ type: 'facts', session: 's', at: start }]);
});

test('a long id is the same in every session, a short one is not', () => {
  const keyOf = (session: string, id: string) =>
    read({ type: 'call', tool: 't', session, id, at: start }).observations.map(sentence);
  expect(keyOf('a', '0123456789abcdef')).toEqual(keyOf('b', '0123456789abcdef'));
  expect(keyOf('a', '0123456789abcde')).not.toEqual(keyOf('b', '0123456789abcde'));
});

test('missing fields of a line are taken from the file', () => {
  const { observations } = read({ type: 'end' }, { type: 'end', at: 'yesterday' });
  const mtime = Date.UTC(2026, 0, 1);
  expect(observations).toEqual([
    { type: 'end', session: 'file', at: mtime },
    { type: 'end', session: 'file', at: mtime + 1 },
  ]);
});

test.each([
  ['without its tool', { type: 'call' }],
  ['without its id', { type: 'result', output: 'ok' }],
  ['without its text', { type: 'prompt', text: 5 }],
  ['that says nothing', { type: 'reply', text: '' }],
  ['without its skill', { type: 'load', folder: '/k' }],
  ['of a later version', { type: 'end', version: 2 }],
])('a line %s is unreadable', (_, line) => {
  expect(read(line)).toEqual({ observations: [], unreadable: 1 });
});

test.each(['', '{"type":"call"', '\0\0', '7', '[]'])('%j is unreadable', (text) => {
  expect(genericFormat.begin({ name: 'file.jsonl', mtimeMs: 0 }).line(text)).toBeUndefined();
});

test.each([
  [fixture('generic/session.jsonl'), 'my-agent'],
  ['{torn\n{"type":"end"}\n{"type":"end","agent":"b"}\n', 'b'],
  ['{"type":"end","agent":""}\n{"type":"end","agent":7}', 'generic'],
  [`{"agent":"${'x'.repeat(65)}"}`, 'generic'],
  ['', 'generic'],
])('the agent of a transcript is that of the first line with one: %#', (text, expected) => {
  expect(agentOf(text)).toBe(expected);
});

test('only the last time is remembered, so a long session takes no more memory', () => {
  const reader = genericFormat.begin({ name: 'file.jsonl', mtimeMs: 0 });
  for (let n = 0; n < 9; n += 1)
    reader.line(JSON.stringify({ type: 'call', tool: 't', session: 's', at: n }));
  expect(reader.memory()).toEqual({ at: 8, counts: [['["s",null,"call",8,"t"]', 1]] });
});

test('an invalid memory is ignored', () => {
  for (const memory of [null, 7, { at: 'x', counts: { a: 1 } }, { counts: [5, ['a'], [1, 2], ['a', -1]] }]) {
    const reader = genericFormat.begin({ name: 'file.jsonl', mtimeMs: 5 }, memory);
    expect(reader.memory()).toEqual({ at: undefined, counts: [] });
  }
});
