import { expect, test } from 'vitest';
import { knownUpdates, parseLastAnswer } from './known-updates.js';
import type { Lock, LockNode } from './lock.js';

const node = (slug: string, version: string) =>
  ({
    kind: 'skill',
    slug,
    contentDigest: `sha256:${'0'.repeat(64)}`,
    origin: { from: 'registry', version },
  }) as LockNode;
const lock: Lock = {
  registry: undefined,
  nodes: [node('pdf', '1.0.0'), node('docx', '2.0.0')],
  unresolved: [],
};
const newer = (slug: string, current: string, wanted: string) => ({
  kind: 'skill' as const,
  slug,
  current,
  wanted,
});

test.each<[string, readonly ReturnType<typeof newer>[], readonly string[]]>([
  ['what is still locked as it was then', [newer('pdf', '1.0.0', '1.1.0')], ['pdf']],
  ['nothing that was updated since', [newer('pdf', '0.9.0', '1.0.0')], []],
  ['nothing that is not in the project any more', [newer('gone', '1.0.0', '1.1.0')], []],
  ['nothing that was up to date', [newer('docx', '2.0.0', '2.0.0')], []],
])('the last answer counts for %s', (_, items, slugs) => {
  const known = knownUpdates({ at: 5, items }, lock);
  expect(known?.items.map(({ slug }) => slug) ?? []).toEqual(slugs);
  expect(known === null).toBe(slugs.length === 0);
});

test('without an answer nothing newer is known', () => {
  expect(knownUpdates(undefined, lock)).toBeNull();
});

test.each([
  [
    { at: 5, items: [newer('pdf', '1', '2')] },
    { at: 5, items: [newer('pdf', '1', '2')] },
  ],
  [
    { at: 5, items: [{ kind: 'cat', slug: 'x', current: '1', wanted: '2' }, 7, null] },
    { at: 5, items: [] },
  ],
  [{ at: 'today', items: [] }, undefined],
  [{ at: 5 }, undefined],
  [null, undefined],
])('%j is read as %j', (value, answer) => {
  expect(parseLastAnswer(value)).toEqual(answer);
});
