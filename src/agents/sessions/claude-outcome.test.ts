import { expect, test } from 'vitest';

import { type ClaudeOutcome, claudeOutcome } from './claude-outcome.js';

const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
const withWords = `${refusal} To tell you how to proceed, the user said:\nuse port 2222`;

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
    `${refusal} STOP what you are doing and wait.`,
    undefined,
    true,
    { output: '', isError: true, ended: 'refused' },
  ],
  [
    'of a call that the user refused with words',
    withWords,
    { stdout: 'x' },
    true,
    { output: 'use port 2222', isError: true, ended: 'refused' },
  ],
  [
    'of a call that the user refused with words, and advice after them',
    `${withWords}\n\nNote: The user's next message may contain a correction or preference.`,
    undefined,
    true,
    { output: 'use port 2222', isError: true, ended: 'refused' },
  ],
  [
    'of a call of a subagent that the user refused with words',
    'Permission for this tool use was denied. The tool use was rejected. The user said:\nnot there',
    undefined,
    true,
    { output: 'not there', isError: true, ended: 'refused' },
  ],
  ['that only quotes a refusal', withWords, undefined, false, { output: withWords, isError: false }],
  [
    'of a call that the user stopped',
    '[Request interrupted by user for tool use]',
    undefined,
    true,
    { output: '[Request interrupted by user for tool use]', isError: true, ended: 'interrupted' },
  ],
  ['of a stopped command', 'a', { interrupted: true }, undefined, { output: 'a', ended: 'interrupted' }],
  [
    'of a command that ran out of time',
    'Command timed out after 2m 0s',
    { interrupted: true },
    undefined,
    { output: 'Command timed out after 2m 0s' },
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
  expect(claudeOutcome(shown, given, { mark })).toEqual(expected);
});

test.each<[denial: unknown, expected: ClaudeOutcome]>([
  ['user-rejected', { output: 'use port 2222', isError: true, ended: 'refused' }],
  ['interrupted', { output: withWords, isError: true, ended: 'interrupted' }],
  ['cancelled', { output: withWords, isError: true, ended: 'interrupted' }],
  ['permission-rule', { output: withWords, isError: true }],
  [undefined, { output: withWords, isError: true }],
])('the words of a tool of a server are by the user only if %j says so', (denial, expected) => {
  const marks = { mark: true, denial, isForeign: true };
  expect(claudeOutcome(withWords, undefined, marks)).toEqual(expected);
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
