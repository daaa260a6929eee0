import { describe, expect, test } from 'vitest';
import { runsOn, type Stop, stopOf, timeoutLine } from './stops.js';

function check(stop: Stop | undefined, ...texts: readonly string[]) {
  test.each(texts)('%s', (text) => expect(stopOf(text, undefined, undefined)).toBe(stop));
}

describe('the user refused it', () => {
  check(
    'refused',
    "The user doesn't want to proceed with this tool use. The tool use was rejected.",
    "The user doesn't want to take this action right now. STOP what you are doing.",
    'the user refused it: use port 2222',
    'the user refused it',
    'exec command rejected by user',
    'patch rejected by user',
    'user rejected MCP tool call',
    '[Operation Cancelled] Reason: User did not allow tool call',
    'The user rejected permission to use this specific tool call.',
    'Error: The user rejected permission to use this specific tool call.',
    'BLOCKED: User denied. Do NOT retry.',
  );
});

describe('the user interrupted it', () => {
  check(
    'interrupted',
    '[Request interrupted by user]',
    '[Request interrupted by user for tool use]',
    'aborted by user after 12.3s',
    'Tool execution aborted',
    'Command was cancelled by user before it could complete.',
    '[Operation Cancelled] Reason: User cancelled the operation.',
    '[Command interrupted]',
    'compiling...\n<error>Command was aborted before completion</error>',
    'half the output\n[Request interrupted by user for tool use]',
  );
  test('an exit code of 130 is an interrupt', () => expect(stopOf('^C', 130, true)).toBe('interrupted'));
});

describe('the protocol of the tools rejected it', () => {
  check(
    'harness',
    '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>',
    'File has been modified since read, either by the user or by a linter.',
    'File does not exist. Did you mean src/a.ts?',
    'String to replace not found in file.\nString: x',
    'exec_command failed for `/bin/zsh -lc ls`: CreateProcess { message: "Rejected(\\"Failed to create unified exec process\\")" }',
    'Found 3 matches of the string to replace, but replace_all is false.',
    'No changes to make: old_string and new_string are exactly the same.',
    'InputValidationError: Bash failed due to the following issue: command is missing',
    'Error: No such tool available: Foo',
    'File content (31000 tokens) exceeds maximum allowed tokens (25000).',
    'Cancelled: parallel tool call Bash(x) errored',
    'Permission to use Bash with command rm has been denied.',
    'cd in /etc was blocked. For security, Claude Code may only change directories to the allowed ones.',
    'apply_patch verification failed: Failed to find expected lines in a.ts',
    'failed to parse function arguments: missing field `command`',
    'unsupported call: foo',
    'Failed to edit, could not find the string to replace.',
    'Tool "foo" not found in registry. Did you mean one of: bar?',
    "params must have required property 'file_path'",
    'Tool execution denied by policy.',
    'oldString not found in content',
    'The bash tool was called with invalid arguments: command is required',
    "Model tried to call unavailable tool 'foo'. Available tools: bash.",
    'You must read the file /a before overwriting it.',
    'Unknown tool: foo',
    'Could not find a match for old_string in the file',
    'MCP error -32602: Invalid arguments for tool create',
  );
});

describe('other results went to their end', () => {
  check(
    undefined,
    'Error: connect ECONNREFUSED',
    'all good',
    'log: the user rejected the offer\nmore',
    'bash: foo: command not found',
    'the file has been written',
    '',
  );
  test('a command that exited was not refused, whatever it prints', () => {
    expect(stopOf("The user doesn't want to proceed", 1, true)).toBeUndefined();
    expect(stopOf('File does not exist', 1, true)).toBeUndefined();
    expect(stopOf('[Request interrupted by user]', 0, false)).toBeUndefined();
  });
  test('a call that worked may print any words', () => {
    expect(stopOf('File not found: a, created it', undefined, false)).toBeUndefined();
    expect(stopOf('Aborted.', undefined, false)).toBeUndefined();
    expect(stopOf('the user rejected it', undefined, false)).toBeUndefined();
  });
  test('a call that was cancelled before it began has no error', () => {
    expect(stopOf('[Operation Cancelled] Reason: User did not allow tool call', undefined, false)).toBe(
      'refused',
    );
  });
});

test('a command that goes on is recognised', () => {
  expect(runsOn('Command running in background with ID: bash_1')).toBe(true);
  expect(runsOn('Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\n')).toBe(true);
  expect(runsOn('server running on port 80')).toBe(false);
});

test('the line about the time is found', () => {
  expect(timeoutLine('building\nCommand timed out after 2m 0.0s')).toBe('Command timed out after 2m 0.0s');
  expect(timeoutLine('a\nshell tool terminated command after exceeding timeout 120000 ms')).toContain(
    'exceeding timeout',
  );
  expect(timeoutLine('test timed out in 5s')).toBeUndefined();
});

test('the sandbox of the agent is the harness, another one is not', () => {
  const own = 'sandbox error: network access is not permitted in this sandbox';
  expect(stopOf(own, 1, true)).toBe('harness');
  expect(stopOf('bazel: sandbox setup failed', 1, true)).toBeUndefined();
});
