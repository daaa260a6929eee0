import { expect, test } from 'vitest';
import { translations } from './translations.js';

const lines = translations.trim().split('\n');

test('every line has English and six languages, each with at least one term', () => {
  for (const line of lines) {
    const columns = line.split('; ');
    expect(columns.length, line).toBe(7);
    for (const column of columns) expect(column, line).toMatch(/^\S+(?: \S+)*$/);
  }
});

test('the first word of a line names it alone', () => {
  const names = lines.map((line) => line.split('; ')[0]);
  expect(names).toEqual([...new Set(names)]);
});
