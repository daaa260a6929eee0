import { expect, test } from 'vitest';
import { type Column, table, tableWidth } from './table.js';

interface Row {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly width?: number;
  readonly unicode?: boolean;
}

function check({ rows, width = 80, ...layout }: Row, expected: readonly string[]): void {
  expect(table(rows, { width, ...layout })).toEqual(expected);
}

const red = (text: string) => `\x1B[31m${text}\x1B[39m`;

test('columns are aligned by what is seen, numbers to the right', () => {
  check(
    {
      columns: [{ header: 'name' }, { header: 'uses', align: 'right' }, { header: 'about' }],
      rows: [
        ['git-help', '7', 'commits'],
        ['漢字', '12', ''],
        [red('x'), '12345', 'colour'],
      ],
    },
    [
      'name       uses  about',
      'git-help      7  commits',
      '漢字         12',
      `${red('x')}         12345  colour`,
    ],
  );
});

test('without headers there is no line for them, and without rows only that', () => {
  check({ columns: [{}, {}], rows: [['a', 'b']] }, ['a  b']);
  check({ columns: [{ header: 'name' }, {}], rows: [] }, ['name']);
  check({ columns: [{}], rows: [] }, []);
  check({ columns: [], rows: [['a']] }, ['']);
});

test('a row may be shorter than the table, and a cell is one line', () => {
  check({ columns: [{}, {}, {}], rows: [['a'], ['b', '', 'one\r\ntwo\tthree']] }, [
    'a',
    'b    one two three',
  ]);
});

test('the flexible column gives way so that the lines fit', () => {
  const columns: readonly Column[] = [{}, { flexible: true }, { align: 'right' }];
  const rows = [
    ['name', 'a long description', '1'],
    ['n', 'short', '22'],
  ];
  check({ columns, rows, width: 28 }, ['name  a long description   1', 'n     short               22']);
  check({ columns, rows, width: 20 }, ['name  a long de…   1', 'n     short       22']);
  check({ columns, rows, width: 20, unicode: false }, ['name  a long ...   1', 'n     short       22']);
  check({ columns, rows, width: Number.POSITIVE_INFINITY }, [
    'name  a long description   1',
    'n     short               22',
  ]);
});

test('of several flexible columns the widest gives way first', () => {
  const columns: readonly Column[] = [{ flexible: true }, { flexible: true }];
  check({ columns, rows: [['short', 'a much longer one']], width: 16 }, ['short  a much l…']);
  check({ columns, rows: [['a long one', 'a much longer one']], width: 16 }, ['a long…  a much…']);
});

test('where even that is not enough the lines are cut', () => {
  check({ columns: [{}, { flexible: true }, {}], rows: [['fixed', 'flexible', 'fixed']], width: 10 }, [
    'fixed  … …',
  ]);
  check({ columns: [{}, {}], rows: [['fixed', 'fixed']], width: 9 }, ['fixed  f…']);
});

test('the width of a table is that of its lines where nothing is cut', () => {
  const lines = [
    ['name', 'uses'],
    ['漢字漢字', '1'],
  ];
  expect(tableWidth(lines)).toBe('漢字漢字'.length * 2 + 2 + 'uses'.length);
  expect(tableWidth([])).toBe(0);
});
