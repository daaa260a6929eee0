import { expect, test } from 'vitest';
import { type CauseKind, causeKinds, simulateLine } from './line-histories.fixture.js';

/* A part of what `npm run bench:effect -- --lines` measures; the limits leave room for chance among 200 lines. */

const lines = new Map(
  causeKinds.map((kind) => [kind, Array.from({ length: 200 }, (_, index) => simulateLine(kind, index, 4))]),
);
const share = (kind: CauseKind, isCounted: (line: ReturnType<typeof simulateLine>) => boolean) =>
  (lines.get(kind) ?? []).filter(isCounted).length / 200;
const fell = ({ ever }: ReturnType<typeof simulateLine>) => ever.has('stopped') || ever.has('less-often');

test.for<CauseKind>(['goes on', 'comes in outages of 2 to 4 days'])(
  'a cause that goes on is not said to stop, on any day: %s',
  (kind) => {
    expect(share(kind, fell)).toBeLessThanOrEqual(0.05);
    expect(share(kind, ({ last }) => last === 'goes-on')).toBeGreaterThanOrEqual(0.65);
  },
);

test('a cause that stops is found, and never named as going on', () => {
  expect(share('stops', fell)).toBeGreaterThanOrEqual(0.9);
  expect(share('stops', ({ last }) => last === 'goes-on')).toBe(0);
});
