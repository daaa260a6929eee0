import { expect, test } from 'vitest';
import { changedState, type ItemState, readState, stateText } from './mirror-state.js';
import { mirrorWork } from './outbox-work.js';

function after(state: ItemState, text: string): ItemState {
  const [action = '', version = null] = text.split(' ');
  const work = mirrorWork.parse({
    action,
    version,
    kind: 'skill',
    slug: 'lib',
    digest: null,
    reason: 'because',
  });
  return changedState(state, work);
}

test.for<[readonly string[], ItemState]>([
  [['publish 1.0.0'], {}],
  [['archive'], { archived: 'because' }],
  [['archive', 'unarchive'], {}],
  [['deprecate', 'archive'], { deprecated: 'because', archived: 'because' }],
  [['deprecate', 'archive', 'undeprecate'], { archived: 'because' }],
  [['yank 1.0.0', 'yank 2.0.0', 'unyank 1.0.0'], { yanked: { '2.0.0': 'because' } }],
  [['yank 1.0.0', 'purge 1.0.0'], {}],
])('after %j the state is %j', ([changes, expected]) => {
  const state = changes.reduce(after, {});
  expect(stateText(state)).toBe(stateText(expected));
  expect(readState(stateText(state))).toEqual(expected);
});

test('a change that is recorded twice is the same as once', () => {
  for (const change of ['archive', 'unarchive', 'deprecate', 'undeprecate', 'yank 1.0.0', 'unyank 1.0.0']) {
    const once = after({ archived: 'x', deprecated: 'y', yanked: { '2.0.0': 'z' } }, change);
    expect(after(once, change), change).toEqual(once);
  }
});

test('the text does not depend on the order of the changes', () => {
  expect(stateText(['yank 2.0.0', 'yank 1.0.0', 'archive'].reduce(after, {}))).toBe(
    stateText(['archive', 'yank 1.0.0', 'yank 2.0.0'].reduce(after, {})),
  );
});

test('a text in another format counts as an empty state', () => {
  for (const text of ['', '{', '[]', '{"archived": true}', '<<<<<<< HEAD'])
    expect(readState(text), text).toEqual({});
});
