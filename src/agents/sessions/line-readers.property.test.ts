/*
 * The readers of the agents whose sessions are lines and that have no other tests: what each makes of a session of its own
 * format, and that no damage makes it throw.
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copilotFormat } from './copilot.js';
import { mutatedText } from './mutate.arbitrary.js';
import { piFormat } from './pi.js';
import { qwenFormat } from './qwen.js';
import { fixture, readText, sentence } from './reader.fixture.js';

const formats = [
  ['pi/session.jsonl', piFormat],
  ['copilot/events.jsonl', copilotFormat],
  ['qwen/session.jsonl', qwenFormat],
  ['qwen/forked.jsonl', qwenFormat],
] as const;

const observed: Readonly<Record<string, readonly string[]>> = {
  'pi/session.jsonl': [
    'facts {"folder":"/work/app","root":"0198a000-0000-7000-8000-0000000000ff"}',
    'prompt prompt:1785578402000:e15eee4dcae0e9d8: Fill in the form.',
    'reply: I will read the skill.',
    'call toolu_01read000000000 of read by claude-x for 40 tokens',
    'call ["0198a000-0000-7000-8000-000000000001","c2"] of bash by claude-x',
    'result toolu_01read000000000 fine: "# PDF"',
    'result ["0198a000-0000-7000-8000-000000000001","c2"] error: "make: no rule"',
    'prompt prompt:1785578407000:x: a chart',
    'load skill:1785578407000:x of draw at /k/draw',
    'prompt prompt:1785578408000:x: /skill:draw',
    'load skill:1785578408000:x of draw at /k/draw',
    'reply: Hm',
    'interruption interruption:0198a000-0000-7000-8000-000000000001:1785578409000',
  ],
  'copilot/events.jsonl': [
    'facts {"folder":"/work/app"}',
    'prompt prompt:e0000000-0000-4000-8000-000000000002: Fill in the form.',
    'reply: I will use a skill.',
    'call toolu_01skill00000000 of skill by claude-x for 30 tokens',
    'located toolu_01skill00000000 at /work/app/.github/skills/pdf',
    'result toolu_01skill00000000 fine: "Skill loaded"',
    'call ["5e550000-0000-4000-8000-000000000001","t2"] of bash by claude-x',
    'result ["5e550000-0000-4000-8000-000000000001","t2"] error: "make: no rule"',
    'call ["5e550000-0000-4000-8000-000000000001","t3"] of mcp__gh__search by claude-x',
    'result ["5e550000-0000-4000-8000-000000000001","t3"] refused: ""',
    'load skill:e0000000-0000-4000-8000-000000000011 of draw at /k/draw',
    'call ["5e550000-0000-4000-8000-000000000001","t4"] of task by claude-x',
    'interruption interruption:e0000000-0000-4000-8000-000000000014',
    'end',
  ],
  'qwen/session.jsonl': [
    'facts {"folder":"/work/app"}',
    'prompt a0000000-0000-4000-8000-000000000000: Fill in the form.',
    'reply: I will use a skill.',
    'call call_0001aaaabbbbcccc of skill by qwen3-coder for 25 tokens',
    'call ["s1","c2"] of run_shell_command by qwen3-coder',
    'result call_0001aaaabbbbcccc fine: "# PDF"',
    'result ["s1","c2"] error: "make: no rule"',
    'queued prompt a0000000-0000-4000-8000-000000000004: quickly',
    'command command:a0000000-0000-4000-8000-000000000006: git:ship',
    'call ["s1","c3"] of read_file in explore-1',
  ],
  'qwen/forked.jsonl': [
    'facts {"folder":"/work/app","root":"s1"}',
    'prompt a0000000-0000-4000-8000-000000000000: Fill in the form.',
    'call ["s1","c2"] of run_shell_command',
  ],
};

describe.each(formats)('%s', (name, format) => {
  const text = fixture(name);

  test('is read as what happened', () => {
    const { observations, unreadable } = readText(format, text);
    expect(
      observations.map(sentence).map((one) => one.replace(/(?<=1785578\d{6}:)[0-9a-f]{16}/, 'x')),
    ).toEqual(observed[name]?.map((one) => one.replace(/(?<=1785578\d{6}:)[0-9a-f]{16}/, 'x')));
    expect(unreadable).toBe(0);
  });

  test('gives the same observations if the reading is interrupted', () => {
    const whole = readText(format, text);
    for (const index of text.split('\n').keys()) expect(readText(format, text, index)).toEqual(whole);
  });

  test('no damage makes the reader throw, wherever a damaged file is split', () => {
    fc.assert(
      fc.property(mutatedText(text), fc.nat({ max: 20 }), (damaged, split) => {
        const { observations, unreadable } = readText(format, damaged, split);
        expect({ observations, unreadable }).toEqual(readText(format, damaged));
        for (const { at, session } of observations) {
          expect(Number.isSafeInteger(at)).toBe(true);
          expect(session).not.toBe('');
        }
      }),
      { numRuns: 200 },
    );
  });

  test('accepts any memory at the start of a reading', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (memory) => {
        const reader = format.begin({ name: 'file.jsonl', mtimeMs: 0 }, memory);
        expect(() => text.split('\n').map((line) => reader.line(line))).not.toThrow();
      }),
      { numRuns: 50 },
    );
  });
});
