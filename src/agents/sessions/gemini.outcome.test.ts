import { expect, test } from 'vitest';

import { geminiOutcome } from './gemini.js';

const responded = (response: unknown) => [{ functionResponse: { id: 'c', name: 'n', response } }];

test.each([
  ['runs', { status: 'executing' }, undefined],
  ['waits to be allowed', { status: 'awaiting_approval', result: null }, undefined],
  [
    'has succeeded',
    { status: 'success', result: responded({ output: 'ok' }) },
    { output: 'ok', isError: false },
  ],
  ['says nothing', { status: 'success' }, { output: '', isError: false }],
  ['has failed', { status: 'error', result: responded({ error: 'no' }) }, { output: 'no', isError: true }],
  [
    'was cancelled',
    { status: 'cancelled', resultDisplay: 'no' },
    { output: 'no', isError: false, ended: 'interrupted' },
  ],
  [
    'was not allowed',
    {
      status: 'cancelled',
      result: responded({ error: '[Operation Cancelled] Reason: User did not allow tool call' }),
    },
    { output: '', isError: false, ended: 'refused' },
  ],
  [
    'failed with words about a refusal',
    {
      status: 'error',
      result: responded({ error: '[Operation Cancelled] Reason: User denied execution.' }),
    },
    { output: '[Operation Cancelled] Reason: User denied execution.', isError: true },
  ],
  ['has no status', { result: responded({ output: 'ok' }) }, { output: 'ok' }],
  ['has no status but an error', { result: responded({ error: 'no' }) }, { output: 'no', isError: true }],
  ['gave parts', { result: [{ text: 'a' }, { text: 'b' }] }, { output: 'ab' }],
  [
    'shows a change',
    { status: 'success', resultDisplay: { fileDiff: '+' } },
    {
      output: { fileDiff: '+' },
      isError: false,
    },
  ],
  [
    'is of an MCP server',
    { status: 'success', result: responded({ content: [{ type: 'text', text: 'found' }] }) },
    { output: 'found', isError: false },
  ],
  [
    'is a command that failed',
    { name: 'run_shell_command', status: 'success', result: responded({ output: 'Exit Code: 1' }) },
    { output: 'Exit Code: 1' },
  ],
  [
    'is a command that was stopped',
    { name: 'run_shell_command', status: 'cancelled' },
    { output: '', isError: false, ended: 'interrupted' },
  ],
  [
    'asks for a skill that is not there',
    {
      name: 'activate_skill',
      status: 'success',
      result: responded({ output: 'Error: Skill "x" not found.' }),
    },
    { output: 'Error: Skill "x" not found.', isError: true },
  ],
])('a call that %s', (_, call, outcome) => {
  expect(geminiOutcome(call)).toEqual(outcome);
});
