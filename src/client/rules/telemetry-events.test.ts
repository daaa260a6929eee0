import { expect, test } from 'vitest';
import { dayMs } from '../../text/time.js';
import {
  acknowledged,
  isShareDue,
  type LocalUse,
  type ProjectSharing,
  shareUse,
  withNewItems,
} from './telemetry-events.js';

const start = Date.UTC(2026, 0, 10, 12);
const registry = 'https://skills.example acme';

const use = (useCount: number, lastUsedAt: number, slug = 'lib'): LocalUse => ({
  slug,
  useCount,
  lastUsedAt,
});
const share = (before: ProjectSharing | undefined, uses: readonly LocalUse[], now: number) =>
  shareUse(before, uses, { registry, now });
const shown = (reported: ReturnType<typeof shareUse>['reported']) =>
  reported.map(({ slug, day, count }) => `${slug} ${day} ${count}`);

test('what was used before an item was met is not reported, and what follows is, once', () => {
  const met = share(undefined, [use(7, start - dayMs)], start);
  expect(met.reported).toEqual([]);
  const next = share(met.after, [use(9, start + 1)], start + dayMs);
  expect(shown(next.reported)).toEqual(['lib 2026-01-10 2']);
  expect(share(acknowledged(next.after), [use(9, start + 1)], start + 2 * dayMs).reported).toEqual([]);
});

test('more of a day that was reported before is reported with what was', () => {
  const first = share(share(undefined, [use(0, 0)], start).after, [use(3, start)], start);
  expect(shown(first.reported)).toEqual(['lib 2026-01-10 3']);
  const second = share(acknowledged(first.after), [use(5, start + 1_000)], start + dayMs);
  expect(shown(second.reported)).toEqual(['lib 2026-01-10 5']);
});

test('what may not have arrived is reported again in the same words', () => {
  const first = share(share(undefined, [use(0, 0)], start).after, [use(3, start)], start);
  const again = share(first.after, [use(4, start + dayMs)], start + dayMs);
  expect(shown(again.reported)).toEqual(['lib 2026-01-10 3', 'lib 2026-01-11 1']);
});

test('counts that went down, as after a loss, are a new beginning', () => {
  const met = share(undefined, [use(7, start)], start).after;
  const lost = share(met, [use(2, start)], start + dayMs);
  expect(lost.reported).toEqual([]);
  expect(shown(share(lost.after, [use(3, start + dayMs)], start + 2 * dayMs).reported)).toEqual([
    'lib 2026-01-11 1',
  ]);
});

test('a use that the registry would not take any more is not reported', () => {
  const met = share(undefined, [use(0, 0)], start).after;
  const late = share(met, [use(1, start + dayMs)], start + 40 * dayMs);
  expect(late.reported).toEqual([]);
  expect(share(late.after, [use(1, start + dayMs)], start + 41 * dayMs).reported).toEqual([]);
});

test('a clock that ran ahead dates no use in the future', () => {
  const met = share(undefined, [use(0, 0)], start).after;
  expect(shown(share(met, [use(1, start + 90 * dayMs)], start).reported)).toEqual(['lib 2026-01-10 1']);
});

test('a slug may be the name of what every object has', () => {
  const met = share(undefined, [use(1, start, 'constructor')], start).after;
  const { reported } = share(met, [use(2, start, 'constructor'), use(5, start, 'valueof')], start);
  expect(shown(reported)).toEqual(['constructor 2026-01-10 1']);
});

test('it is due once a day for a registry', () => {
  const { after } = share(undefined, [], start);
  const rows = [isShareDue(undefined, registry, start), isShareDue(after, registry, start + 1_000)];
  expect([...rows, isShareDue(after, registry, start + dayMs), isShareDue(after, 'other', start)]).toEqual([
    ...[true, false, true, true],
  ]);
});

test('another registry gets nothing of what was reported to the first', () => {
  const met = share(share(undefined, [use(0, 0)], start).after, [use(3, start)], start).after;
  const other = shareUse(met, [use(4, start)], { registry: 'other', now: start });
  expect(other.reported).toEqual([]);
});

test('what is installed later is counted from then on, and all else waits for the next day', () => {
  const before = share(undefined, [use(1, start)], start).after;
  const after = withNewItems(before, [use(5, start), use(2, start, 'new')]);
  const next = share(after, [use(5, start), use(3, start, 'new')], start + dayMs);
  expect(shown(next.reported)).toEqual(['lib 2026-01-10 4', 'new 2026-01-10 1']);
});

test('what was counted by a clock that ran ahead is of today once the clock is right, unless it was taken', () => {
  const met = share(undefined, [use(0, 0)], start).after;
  const ahead = share(met, [use(3, start + 5 * dayMs)], start + 5 * dayMs);
  expect(shown(ahead.reported)).toEqual(['lib 2026-01-15 3']);
  const right = share(ahead.after, [use(4, start)], start);
  expect(shown(right.reported)).toEqual(['lib 2026-01-10 4']);
  expect(share(acknowledged(ahead.after), [use(3, start)], start).reported).toEqual([]);
});

test('of some days it may be known that they were taken, and of others not', () => {
  const met = share(undefined, [use(0, 0)], start).after;
  const first = share(met, [use(3, start)], start).after;
  const second = share(first, [use(4, start + dayMs)], start + dayMs);
  const taken = acknowledged(second.after, (day) => day === '2026-01-10');
  expect(shown(share(taken, [use(4, start + dayMs)], start + 2 * dayMs).reported)).toEqual([
    'lib 2026-01-11 1',
  ]);
});
