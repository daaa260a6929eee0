import { expect, test } from 'vitest';
import { type AskedBefore, withAskedBefore } from './asked-before.js';
import { buildIndex } from './build-index.js';
import { search } from './search.js';

const skill = (id: string, description: string) => ({
  ...{ id, name: id, description },
  ...{ tags: [], headings: [], body: '' },
});
const index = buildIndex([
  skill('invoices', 'Write an invoice for a customer.'),
  skill('letters', 'Write a letter to a customer.'),
  skill('statements', 'Bank statements as tables.'),
]);

function check(question: string, asked: readonly AskedBefore[], expected: readonly string[]): void {
  expect(search(index, question, { asked }).map(({ id }) => id)).toEqual(expected);
}

const said = (id: string, prompt: string, isWrong = false): AskedBefore => ({ id, prompt, isWrong });

test('a skill is found by what was asked for when it was loaded', () => {
  check('feed the zebra', [], []);
  check('feed the zebra', [said('invoices', 'please feed the zebra for Anna')], ['invoices']);
});

test('it comes before a skill whose text matches a little better, for the like only', () => {
  const question = 'write to a customer about May';
  const asked = [said('invoices', 'write a note to the customer about May')];
  check(question, [], ['letters', 'invoices']);
  check(question, asked, ['invoices', 'letters']);
  check('a letter', asked, ['letters', 'invoices']);
});

test('a skill that was called the wrong one goes down for that question', () => {
  const question = 'write to a customer';
  check(question, [said('letters', 'write to a customer', true)], ['invoices', 'letters']);
  check(question, [said('letters', 'weigh a parcel', true)], ['letters', 'invoices']);
});

test('a name in full stays the best and certain, and unknown skills change nothing', () => {
  const asked = [said('letters', 'invoices'), said('gone', 'invoices')];
  const hits = search(index, 'invoices', { asked });
  expect(hits[0]).toMatchObject({ id: 'invoices', score: 1 });
  expect(hits.slice(1).every(({ score }) => score < 1)).toBe(true);
});

test('the given scores are not changed', () => {
  const scores = new Float64Array([0.2, 0.3, 0]);
  withAskedBefore(index, 'feed the zebra', scores, [said('invoices', 'feed the zebra')]);
  expect([...scores]).toEqual([0.2, 0.3, 0]);
});
