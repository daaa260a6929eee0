import { expect, test } from 'vitest';
import { moveItems, reportText } from './move-items.js';

const items = [{ slug: 'a' }, { slug: 'b' }, { slug: 'c' }];
type Item = (typeof items)[number];

test('items are moved one after the other, in order', async () => {
  const sent: string[] = [];
  const steps: number[] = [];
  let openCount = 0;
  const send = async ({ slug }: Item) => {
    sent.push(slug);
    openCount += 1;
    expect(openCount).toBe(1);
    await Promise.resolve();
    openCount -= 1;
    return [];
  };
  const report = await moveItems('archive', items, send, { step: (done) => steps.push(done) });
  expect([sent, steps]).toEqual([
    ['a', 'b', 'c'],
    [1, 2, 3],
  ]);
  expect(report).toEqual({ move: 'archive', askedCount: 3, movedCount: 3, failures: [], warnings: [] });
  expect(reportText(report)).toBe('Archived 3 items.');
});

test('one refusal holds up no other, and warnings are kept', async () => {
  const send = ({ slug }: Item) =>
    slug === 'b' ? Promise.reject(new Error('no such item')) : Promise.resolve([`${slug} is required`]);
  const report = await moveItems('unarchive', items, send);
  expect(report.failures).toEqual(['b: no such item']);
  expect(report.warnings).toEqual(['a is required', 'c is required']);
  expect(reportText(report)).toBe('Restored 2 of 3 items. 1 failed.');
});

test('what is not begun when it is stopped stays as it was', async () => {
  const stop = new AbortController();
  const send = () => {
    stop.abort();
    return Promise.resolve([]);
  };
  const report = await moveItems('archive', items, send, { signal: stop.signal });
  expect(report.movedCount).toBe(1);
  expect(reportText(report)).toBe('Archived 1 of 3 items. 2 left as they were.');
});

test('a single item is reported in the singular', () => {
  const report = { move: 'unflag', askedCount: 1, movedCount: 1, failures: [], warnings: [] } as const;
  expect(reportText(report)).toBe('Unflagged 1 item.');
});
