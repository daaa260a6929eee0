import { describe, expect, test } from 'vitest';
import { type Printed, unwrap } from './envelope.js';

function check(name: string, output: unknown, expected: Printed) {
  test(name, () => expect(unwrap(output)).toEqual(expected));
}

describe('Claude Code', () => {
  check('a failed command', 'Exit code 2\nusage: tool', { exitCode: 2, text: 'usage: tool' });
  check('a failed command without output', 'Exit code 1', { exitCode: 1, text: '' });
  check('a marked error', '<tool_use_error>File does not exist.</tool_use_error>', {
    text: 'File does not exist.',
    stated: true,
    error: 'File does not exist.',
  });
  check('plain text', 'all good\nExit code 3', { text: 'all good\nExit code 3' });
  check('content blocks', [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }], {
    text: 'a\nb',
  });
});

describe('Codex', () => {
  check(
    'JSON with metadata',
    '{"output":"fatal: no\\n","metadata":{"exit_code":128,"duration_seconds":0.1}}',
    {
      exitCode: 128,
      text: 'fatal: no\n',
    },
  );
  check(
    'a header',
    'Chunk ID: 3f\nWall time: 0.2500 seconds\nProcess exited with code 2\nOriginal token count: 9\nOutput:\nno\nExit code: 7\n',
    { exitCode: 2, text: 'no\nExit code: 7\n' },
  );
  check('an older header', 'Exit code: 0\nWall time: 1 seconds\nOutput:\nok', { exitCode: 0, text: 'ok' });
  check('a command that goes on', 'Wall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n', {
    text: '',
  });
  check('JSON that was cut', '{"output":"error: a\\nline…', { text: 'error: a\nline' });
  check('a tool of a server', 'Wall time: 1 seconds\nOutput:\n[{"type":"text","text":"found"}]', {
    text: 'found',
  });
});

describe('Gemini CLI', () => {
  check('a command that ended well names no exit code', 'Output: Error: 3 rows\nProcess Group PGID: 12', {
    exitCode: 0,
    text: 'Error: 3 rows',
  });
  check('nothing of that is known of a text that was cut', 'Output: a\nDirectory: b\nError: …', {
    text: 'a\nError: …',
  });
  check('a signal', 'Output: a\nSignal: 9\nProcess Group PGID: 12', { text: 'a' });
  check(
    'a failed command',
    'Command: make\nDirectory: (root)\nOutput: cc x.c\nx.c:1: no\nError: (none)\nExit Code: 2\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 12',
    { exitCode: 2, text: 'cc x.c\nx.c:1: no' },
  );
  check(
    'standard error',
    'Command: x\nDirectory: a\nStdout: (empty)\nStderr: boom\nError: (none)\nExit Code: 1',
    {
      exitCode: 1,
      text: 'boom',
    },
  );
  check(
    'an error of the tool',
    'Command: x\nDirectory: a\nOutput: (empty)\nError: spawn x ENOENT\nExit Code: (none)',
    {
      text: 'Error: spawn x ENOENT',
    },
  );
  check('a shorter form', 'Output: done\nExit Code: 0\nProcess Group PGID: 5', { exitCode: 0, text: 'done' });
  check('text that only looks like it', 'Output: 3 files', { text: 'Output: 3 files' });
});

describe('Hermes', () => {
  check('a failed command', '{"output": "bash: x: command not found", "exit_code": 127, "error": null}', {
    exitCode: 127,
    text: 'bash: x: command not found',
  });
  check(
    'a command that timed out',
    { output: '', exit_code: 124, error: 'Command timed out after 60s' },
    {
      exitCode: 124,
      text: 'Command timed out after 60s',
      stated: true,
      error: 'Command timed out after 60s',
    },
  );
  check('a tool that failed', '{"success": false, "error": "File not found: a"}', {
    text: 'File not found: a',
    stated: true,
    error: 'File not found: a',
  });
  check('a preview that was cut', '{"output": "Traceback (most recent call last):\\n  File \\"a.py\\"…', {
    text: 'Traceback (most recent call last):\n  File "a.py"',
  });
});

describe('OpenCode', () => {
  check('metadata', { output: 'no', metadata: { exit: 1 } }, { exitCode: 1, text: 'no' });
});

describe('tools of servers', () => {
  check(
    'an error',
    { content: [{ type: 'text', text: 'Team not found' }], isError: true },
    { text: 'Team not found', stated: true },
  );
  check('a list of blocks as text', '[{"type":"text","text":"a"},{"type":"text","text":"b…', {
    text: 'a\nb',
  });
  check('an error inside a block', [{ type: 'text', text: '{"error":{"message":"no team"}}' }], {
    text: 'no team',
    stated: true,
    error: 'no team',
    body: '{"error":{"message":"no team"}}',
  });
  check('an empty error', '{"content":[{"type":"text","text":"ok"}],"error":null,"isError":false}', {
    text: 'ok',
    stated: false,
  });
});

describe('what a command printed stays as it is', () => {
  check('JSON that is no envelope', '{"name":"a","version":"1"}', { text: '{"name":"a","version":"1"}' });
  check('a list', '[1,2]', { text: '[1,2]' });
  check('nothing', undefined, { text: '' });
  check('null', null, { text: '' });
  check('a number', 42, { text: '42' });
  check('an unknown object', { lines: 5 }, { text: '{"lines":5}' });
});

test('two errors in the same envelope stay different', () => {
  const [first, second] = ['fatal: not a git repository', 'TLS certificate expired'].map((output) =>
    unwrap(JSON.stringify({ output, exit_code: 1, error: null })),
  );
  expect(first?.text).not.toBe(second?.text);
});
