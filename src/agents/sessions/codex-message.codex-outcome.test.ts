import { expect, test } from 'vitest';

import { type CodexOutcome, outcomeOfEnd, outcomeOfOutput } from './codex-message.js';

const structured = (metadata: object) => JSON.stringify({ output: 'text', metadata });

test.each<[string, unknown, CodexOutcome]>([
  ['plain text', 'Exit code: 2', { output: 'Exit code: 2' }],
  [
    'a command that failed',
    'Chunk ID: 3f\nWall time: 0.2500 seconds\nProcess exited with code 2\nOriginal token count: 9\nOutput:\nno\n',
    { output: 'Exit code 2\nno\n', isError: true, durationMs: 250 },
  ],
  [
    'a command that went well',
    'Exit code: 0\nWall time: 1 seconds\nOutput:\nerror: none\nOutput:\n',
    { output: 'error: none\nOutput:\n', isError: false, durationMs: 1000 },
  ],
  [
    'a command that goes on',
    'Wall time: 1.0000 seconds\nProcess running with session ID 7\nOutput:\n',
    {
      output: 'Wall time: 1.0000 seconds\nProcess running with session ID 7\nOutput:\n',
      durationMs: 1000,
    },
  ],
  [
    'such a header without its end',
    'Exit code: 1\nWall time: 1 seconds\n',
    { output: 'Exit code: 1\nWall time: 1 seconds\n' },
  ],
  ['a command that printed JSON', '{"output":"x"}', { output: '{"output":"x"}' }],
  ['torn JSON', '{"output":"x","metadata":{', { output: '{"output":"x","metadata":{' }],
  [
    'a success',
    structured({ exit_code: 0, duration_seconds: 1.5 }),
    { output: 'text', isError: false, durationMs: 1500 },
  ],
  ['a failure', structured({ exit_code: 127 }), { output: 'Exit code 127\ntext', isError: true }],
  ['a refusal', 'exec command rejected by user', { output: '', ended: 'refused' }],
  ['a refusal of a patch', 'patch rejected by user\n', { output: '', ended: 'refused' }],
  [
    'a refusal of a command that newer versions name',
    'exec_command failed for `/bin/bash -lc \'git push\'`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
    { output: '', ended: 'refused' },
  ],
  [
    'a command that could not be started',
    'exec_command failed for `/bin/zsh -lc ls`: CreateProcess { message: "Rejected(\\"Failed to create unified exec process\\")" }',
    {
      output:
        'exec_command failed for `/bin/zsh -lc ls`: CreateProcess { message: "Rejected(\\"Failed to create unified exec process\\")" }',
      isError: true,
    },
  ],
  [
    'words about a refusal',
    'it was an exec command rejected by user',
    { output: 'it was an exec command rejected by user' },
  ],
  [
    'an interruption',
    'aborted by user after 5.0s',
    { output: 'aborted by user after 5.0s', ended: 'interrupted' },
  ],
  ['fields of wrong types', structured({ exit_code: '0', duration_seconds: -1 }), { output: 'text' }],
  ['an object', { content: 'denied', success: false }, { output: 'denied', isError: true }],
  ['an unknown object', { other: 1 }, { output: { other: 1 } }],
  ['parts', [{ type: 'input_text', text: 'a' }, { type: 'input_image' }, { text: 'b' }], { output: 'a\nb' }],
  ['nothing', undefined, { output: '' }],
])('an output that is %s', (_, output, outcome) => {
  expect(outcomeOfOutput(output)).toEqual(outcome);
});

test.each<[string, Readonly<Record<string, unknown>>, CodexOutcome]>([
  [
    'a command',
    { exit_code: 1, aggregated_output: 'no', stdout: 'n', stderr: 'o', duration: { secs: 2, nanos: 5e6 } },
    { output: 'Exit code 1\nno', isError: true, durationMs: 2005 },
  ],
  ['a patch', { success: true, stdout: 'done', stderr: '' }, { output: 'done', isError: false }],
  ['an unknown end', {}, { output: '' }],
])('an event that ends %s', (_, event, outcome) => {
  expect(outcomeOfEnd(event)).toEqual(outcome);
});

test.each<[string, object, CodexOutcome]>([
  [
    'its answer',
    { result: { Ok: { content: [{ type: 'text', text: 'found' }] } } },
    { output: 'found', isError: false },
  ],
  [
    'an error',
    { result: { Ok: { content: [], isError: true } } },
    {
      output: { content: [], isError: true },
      isError: true,
    },
  ],
  ['no answer', { result: { Err: 'timed out' } }, { output: 'timed out', isError: true }],
  ['an error beside it', { error: 'boom' }, { output: 'boom', isError: true }],
  [
    'an answer without Ok',
    { error: null, result: { is_error: true, content: 'x' } },
    { output: 'x', isError: true },
  ],
  ['nothing', { result: null }, { output: '' }],
])('a call of an MCP server that ends with %s', (_, fields, outcome) => {
  expect(outcomeOfEnd({ type: 'mcp_tool_call_end', ...fields })).toEqual(outcome);
});
