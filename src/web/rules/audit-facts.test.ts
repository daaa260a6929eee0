import { expect, test } from 'vitest';
import { factsOf, gistOf } from './audit-facts.js';

function check(details: Record<string, unknown>, expected: ReturnType<typeof factsOf>, gist: string): void {
  test(`${JSON.stringify(details)} is reported in words`, () => {
    expect(factsOf(details)).toEqual(expected);
    expect(gistOf(factsOf(details))).toBe(gist);
  });
}

check({}, [], '');
check({ reason: 'too old' }, [{ name: 'reason', value: 'too old' }], 'reason: too old');
check(
  { size_bytes: 12, yanked: false, digest: null, note: '' },
  [
    { name: 'size bytes', value: '12' },
    { name: 'yanked', value: 'no' },
    { name: 'digest', value: 'none' },
    { name: 'note', value: 'none' },
  ],
  'size bytes: 12',
);
check(
  { to: ['ada', 'ben'], from: [] },
  [
    { name: 'to', value: 'ada, ben' },
    { name: 'from', value: 'none' },
  ],
  'to: ada, ben',
);
check(
  { scan: { verdict: 'warn', rules: {} }, required_by: [{ slug: 'a' }, 'b'] },
  [
    {
      name: 'scan',
      value: [
        { name: 'verdict', value: 'warn' },
        { name: 'rules', value: 'none' },
      ],
    },
    {
      name: 'required by',
      value: [
        { name: '1', value: [{ name: 'slug', value: 'a' }] },
        { name: '2', value: 'b' },
      ],
    },
  ],
  'scan',
);
check(
  { expires_at: '2026-11-17T06:09:29.325Z', said: '2026-11-17T06:09:29Z or so' },
  [
    { name: 'expires at', value: '2026-11-17 06:09:29 UTC' },
    { name: 'said', value: '2026-11-17T06:09:29Z or so' },
  ],
  'expires at: 2026-11-17 06:09:29 UTC',
);

test.each([
  ['a reason comes before everything else', { kind: 'skill', reason: 'old' }, 'reason: old'],
  ['a digest is not shown first', { digest: 'sha256:ab', size_bytes: 3 }, 'size bytes: 3'],
  ['an empty reason is not shown', { reason: '', slug: 'axum' }, 'slug: axum'],
  ['the first if none is preferred', { digest: 'sha256:ab', requires: [] }, 'digest: sha256:ab'],
])('%s', (_, details, gist) => {
  expect(gistOf(factsOf(details))).toBe(gist);
});
