import { expect, test } from 'vitest';
import { type ChainedRow, chainHash, emptyChain, exportLine, followChain } from './chain.js';

function chain(...entries: readonly string[]): readonly ChainedRow[] {
  let { hash } = emptyChain;
  return entries.map((entry, index) => {
    hash = chainHash(hash, entry);
    return { number: index + 1, hash, entry };
  });
}

const rows = chain('{"a": 1}', '{"b": 2}', '{"c": 3}');

test('a chain that was not touched is followed to its end', () => {
  expect(followChain(emptyChain, rows)).toEqual({
    end: { number: 3, hash: rows[2]?.hash },
    fault: undefined,
  });
});

test('a part is followed from the end of the part before', () => {
  const [first, ...rest] = rows;
  expect(followChain({ number: 1, hash: first?.hash ?? '' }, rest).end.number).toBe(3);
});

const tampered: readonly (readonly [string, readonly ChainedRow[], number])[] = [
  ['a changed row', rows.map((row) => (row.number === 2 ? { ...row, entry: '{"b": 9}' } : row)), 2],
  ['a removed row', rows.map((row) => (row.number === 2 ? { ...row, entry: undefined } : row)), 2],
  ['a removed place', rows.filter(({ number }) => number !== 2), 2],
  ['a row of another chain', rows.map((row, at) => (at === 0 ? { ...row, hash: 'f'.repeat(64) } : row)), 1],
  [
    'two rows that changed places',
    [rows[0], { ...rows[2], number: 2 }, { ...rows[1], number: 3 }] as ChainedRow[],
    2,
  ],
];
for (const [what, found, number] of tampered)
  test(`${what} is found at its place`, () => {
    expect(followChain(emptyChain, found)).toMatchObject({ fault: { number } });
  });

test('a changed row with a new hash breaks the chain at the next row', () => {
  const changed = { number: 2, hash: chainHash(rows[0]?.hash ?? '', '{"b": 9}'), entry: '{"b": 9}' };
  expect(followChain(emptyChain, [rows[0] as ChainedRow, changed, rows[2] as ChainedRow])).toMatchObject({
    end: { number: 2 },
    fault: { number: 3 },
  });
});

test('a line of an export has what its hash is made from', () => {
  const line = exportLine(emptyChain.hash, rows[0] as ChainedRow);
  const [, previous = '', hash, entry = ''] =
    /^\{"number": 1, "previous": "(\w+)", "hash": "(\w+)", "entry": (.*)\}\n$/.exec(line) ?? [];
  expect(chainHash(previous, entry)).toBe(hash);
  expect(JSON.parse(line)).toMatchObject({ number: 1, entry: { a: 1 } });
});
