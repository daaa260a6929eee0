import { expect, test } from 'vitest';

import { type ClaudeOutcome, claudeOutcome } from './claude-line.js';

type Row = [what: string, shown: unknown, given: unknown, mark: unknown, expected: ClaudeOutcome];

test.each<Row>([
  ['marked as an error', 'Exit code 1', undefined, true, { output: 'Exit code 1', isError: true }],
  ['marked as fine, whatever it says', 'error: x', 'Error: x', false, { output: 'error: x', isError: false }],
  ['that says nothing of itself', 'Error: x', undefined, undefined, { output: 'Error: x' }],
  ['with a mark that is none', 'ok', undefined, 'true', { output: 'ok' }],
  ['of a tool that failed', 'Error', { success: false }, undefined, { output: 'Error', isError: true }],
  ['of a tool that succeeded', 'Error', { success: true }, undefined, { output: 'Error', isError: false }],
  ['of a skill of its own', 'Error', { status: 'forked' }, undefined, { output: 'Error', isError: false }],
  ['with an exit code', 'x', { code: 2 }, undefined, { output: 'x', isError: true }],
  ['with the exit code 0', 'x', { code: 0 }, undefined, { output: 'x', isError: false }],
  [
    'of a call that was refused',
    '<tool_use_error>No such tool</tool_use_error>',
    undefined,
    undefined,
    { output: '<tool_use_error>No such tool</tool_use_error>', isError: true },
  ],
  [
    'of a call that the user refused',
    "The user doesn't want to proceed with this tool use. STOP what you are doing and wait.",
    undefined,
    true,
    { output: 'the user refused it', isError: true },
  ],
  [
    'of a call that the user refused with words',
    "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nuse port 2222",
    undefined,
    true,
    { output: 'the user refused it: use port 2222', isError: true },
  ],
  ['whose tool gave an error', 'x', 'Error: x', undefined, { output: 'x', isError: true }],
  ['whose tool gave other text', 'x', 'Errors are listed', undefined, { output: 'x' }],
  [
    'in blocks',
    [{ type: 'text', text: 'a' }, { type: 'image' }, null, { type: 'text', text: 'b' }],
    undefined,
    undefined,
    { output: 'a\nb' },
  ],
  ['that only the tool gives', undefined, { stdout: 'a', stderr: 'b' }, undefined, { output: 'a\nb' }],
  ['that the tool gives in blocks', undefined, [{ type: 'text', text: 'a' }], undefined, { output: 'a' }],
  [
    'of fields, of which those that are files are left out',
    '',
    { filePath: '/r/a', lines: 5, done: true, none: null, file: { base64: 'AAAA' }, patch: ['+'] },
    undefined,
    { output: { filePath: '/r/a', lines: 5, done: true, none: null } },
  ],
  ['with a duration', 'x', { durationMs: 7 }, undefined, { output: 'x', durationMs: 7 }],
  ['of an agent', 'x', { totalDurationMs: 9 }, undefined, { output: 'x', durationMs: 9 }],
  ['with a duration that is none', 'x', { durationMs: -1 }, undefined, { output: 'x' }],
  ['that is nothing at all', undefined, undefined, undefined, { output: '' }],
])('a result %s', (_, shown, given, mark, expected) => {
  expect(claudeOutcome(shown, given, mark)).toEqual(expected);
});

test('a long output keeps its head and its tail', () => {
  const text = `Exit code 1\n${'x'.repeat(1_000_000)}\nValueError: bad`;
  for (const given of [text, { note: text }]) {
    const output = JSON.stringify(claudeOutcome(undefined, given).output);
    expect(output).toContain('Exit code 1');
    expect(output).toContain('ValueError: bad');
    expect(output.length).toBeLessThan(10_000);
  }
});
