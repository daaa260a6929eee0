import { expect, test } from 'vitest';
import { terminalOf } from '../../../system/terminal/terminal.js';
import { plainReport } from './serve.js';

test.each([
  ['a person reads how to stop it', true, 'press Ctrl-C to stop\n'],
  ['a file gets nothing but the lines of the log', false, undefined],
])('%s', (_, isTTY, expected) => {
  const silent = { write: () => true };
  const terminal = terminalOf({ stdout: silent, stderr: { ...silent, isTTY }, environment: {} });
  const { text, notes } = plainReport({ url: 'http://127.0.0.1:4600', database: 'embedded' }, { terminal });
  expect([text, notes]).toEqual(['http://127.0.0.1:4600\n', expected]);
});
