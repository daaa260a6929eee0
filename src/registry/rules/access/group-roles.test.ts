import { expect, test } from 'vitest';
import { type GivenRole, type GroupRole, roleInGroups } from './group-roles.js';

const table: readonly GroupRole[] = [
  { group: 'staff', role: 'viewer' },
  { group: 'designers', role: 'publisher' },
  { group: 'owners', role: 'admin' },
  { group: 'writers', role: 'publisher' },
];
const byHand: GivenRole = { role: 'curator', roleFrom: null };
const byGroup: GivenRole = { role: 'admin', roleFrom: 'owners' };

test.each<[GivenRole, readonly string[], GivenRole]>([
  [byHand, ['staff'], { role: 'viewer', roleFrom: 'staff' }],
  [byHand, ['staff', 'owners', 'designers'], { role: 'admin', roleFrom: 'owners' }],
  [byHand, ['writers', 'designers'], { role: 'publisher', roleFrom: 'designers' }],
  [byHand, ['Owners', 'owners '], byHand],
  [byHand, [], byHand],
  [byGroup, ['owners'], byGroup],
  [byGroup, ['staff'], { role: 'viewer', roleFrom: 'staff' }],
  [byGroup, ['unknown'], { role: 'viewer', roleFrom: null }],
  [byGroup, [], { role: 'viewer', roleFrom: null }],
])('%j in the groups %j becomes %j', (current, groups, expected) =>
  expect(roleInGroups(current, table, groups)).toEqual(expected),
);

test('an empty table gives nothing', () => {
  expect(roleInGroups(byHand, [], ['owners'])).toEqual(byHand);
  expect(roleInGroups(byGroup, [], ['owners'])).toEqual({ role: 'viewer', roleFrom: null });
});
