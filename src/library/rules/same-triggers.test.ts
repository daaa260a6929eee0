import { expect, test } from 'vitest';
import { sameTriggers } from './same-triggers.js';

const skill = (id: string, description: string) => ({ id, name: id, description });
const when = 'Use when the user mentions quarterly revenue figures of a region.';
const never = (_a: string, _b: string) => false;

function check(descriptions: readonly string[], expected: readonly number[], settled = never) {
  const entries = descriptions.map((description, at) => skill(`${at}`, description));
  expect(sameTriggers(entries, settled)).toEqual(expected.map(String));
}

test('the same clauses about when to use it are the same triggers, whatever else is said and in whatever layout', () => {
  check([`Plots. ${when}`, `Writes letters. ${when.toUpperCase()}`, `Sums up. ${when}`], [1, 2]);
  check([`Plots. ${when}`, 'Plots quarterly revenue. Use for charts of revenue by region and month.'], []);
});

test('without such a clause, the whole description decides, without what the skill is not for', () => {
  const chart = 'Draws charts of quarterly revenue per region and team.';
  check([chart, `${chart} Not for tables (use tables).`, 'Draws charts.'], [1]);
});

test('a few words are the same by chance', () => {
  check(['Use for PDF files.', 'Use for PDF files.'], []);
});

test('exact copies and skills that were called distinct are settled', () => {
  check([when, when, when], [2], (a: string, b: string) => a === '0' && b === '1');
  check([when, when], [], () => true);
});
