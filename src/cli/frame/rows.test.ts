import { expect, test } from 'vitest';
import { type Terminal, terminalOf } from '../../system/terminal/terminal.js';
import { rowsText } from './rows.js';

const headers = ['NAME', 'DESCRIPTION'];
const rows = [
  ['a', 'does\u001b[31m a'],
  ['gif-search', 'finds moving pictures'],
];

test('a person gets a table that fits', () => {
  expect(rowsText(terminal(true), headers, rows)).toBe(
    ['NAME        DESCRIPTION', 'a           does\\u{1b}[31m a', 'gif-search  finds moving pi…', ''].join(
      '\n',
    ),
  );
});

test('a program gets lines with tabs', () => {
  expect(rowsText(terminal(false), headers, rows)).toBe(
    'a\tdoes\\u{1b}[31m a\ngif-search\tfinds moving pictures\n',
  );
});

test('no rows are no text', () => {
  expect(rowsText(terminal(true), headers, [])).toBe('');
});

function terminal(isTTY: boolean): Terminal {
  const stream = { write: () => true, isTTY, columns: 28 };
  return terminalOf({ stdout: stream, stderr: stream, environment: { LANG: 'C.UTF-8' } });
}
