import { expect, test } from 'vitest';
import { applyPatch } from './patch.js';
import { groupAttributes, readGroup, readUser, userAttributes } from './resources.js';

const ada = {
  userName: 'ada@example.com',
  externalId: '00uAda',
  active: true,
  displayName: null,
  name: { givenName: 'Ada' },
  emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
};

const patchUser = (...operations: readonly unknown[]) =>
  readUser(applyPatch(userAttributes, ada, { schemas: [], Operations: operations }));

test.each<[string, readonly unknown[], object]>([
  ['Okta deactivates without a path', [{ op: 'replace', value: { active: false } }], { active: false }],
  ['Entra deactivates with a text', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
  ['Entra deactivates without a path', [{ op: 'replace', value: { active: 'false' } }], { active: false }],
  [
    'a path with its schema',
    [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false }],
    { active: false },
  ],
  [
    'keys that are paths',
    [{ op: 'Add', value: { 'name.familyName': 'Lovelace', displayName: 'Ada Lovelace' } }],
    { name: { givenName: 'Ada', familyName: 'Lovelace' }, displayName: 'Ada Lovelace' },
  ],
  [
    'an address by its type',
    [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada@new.example' }],
    { emails: [{ value: 'ada@new.example', type: 'work', primary: true }] },
  ],
  [
    'an address of a type that there is not',
    [{ op: 'Add', path: 'emails[type eq "other"].value', value: 'ada@other.example' }],
    {
      emails: [
        { value: 'ada@example.com', type: 'work', primary: true },
        { value: 'ada@other.example', type: 'other' },
      ],
    },
  ],
  [
    'a list of addresses',
    [{ op: 'replace', path: 'emails', value: [{ value: 'x@example.com', primary: 'True' }] }],
    { emails: [{ value: 'x@example.com', primary: true }] },
  ],
  [
    'an object',
    [{ op: 'replace', path: 'name', value: { familyName: 'L.' } }],
    { name: { givenName: 'Ada', familyName: 'L.' } },
  ],
  ['a part is removed', [{ op: 'remove', path: 'name.givenName' }], { name: {} }],
  ['an id is removed', [{ op: 'Remove', path: 'externalId' }], { externalId: null }],
  ['addresses are removed by their type', [{ op: 'remove', path: 'emails[type eq "work"]' }], { emails: [] }],
  [
    'a name is changed',
    [{ op: 'replace', path: 'USERNAME', value: 'grace@example.com' }],
    { userName: 'grace@example.com' },
  ],
  [
    'what is not stored is ignored',
    [
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'x',
      },
      { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
      { op: 'add', value: { title: 'Countess', constructor: { active: false } } },
    ],
    {},
  ],
])('%s', (_, operations, expected) => expect(patchUser(...operations)).toEqual({ ...ada, ...expected }));

test('one who is removed from the attribute `active` stays as they were', () =>
  expect(
    readUser(applyPatch(userAttributes, ada, { Operations: [{ op: 'remove', path: 'active' }] }), false)
      .active,
  ).toBe(false));

const staff = { displayName: 'Staff', externalId: null, members: [{ value: '1' }, { value: '2' }] };
const patchMembers = (...operations: readonly unknown[]) =>
  readGroup(applyPatch(groupAttributes, staff, { operations })).members;

test.each<[string, unknown, readonly string[]]>([
  ['one is added', { op: 'Add', path: 'members', value: [{ value: '3' }] }, ['1', '2', '3']],
  ['one is added alone', { op: 'add', path: 'members', value: { value: '3' } }, ['1', '2', '3']],
  [
    'one who is there is added',
    { op: 'add', path: 'members', value: [{ value: '2', display: 'x' }] },
    ['1', '2'],
  ],
  ['one is added without a path', { op: 'add', value: { members: [{ value: '3' }] } }, ['1', '2', '3']],
  ['one is removed by a filter', { op: 'remove', path: 'members[value eq "1"]' }, ['2']],
  ['one is removed by a value', { op: 'Remove', path: 'members', value: [{ value: '1' }] }, ['2']],
  ['nobody is removed by another filter', { op: 'remove', path: 'members[value eq "9"]' }, ['1', '2']],
  ['all are removed', { op: 'remove', path: 'members' }, []],
  ['all are replaced', { op: 'replace', path: 'members', value: [{ value: '3' }] }, ['3']],
  ['none is left', { op: 'replace', path: 'members', value: [] }, []],
])('of the members %s', (_, operation, expected) => expect(patchMembers(operation)).toEqual(expected));

test.each<[string, unknown]>([
  ['no operations', {}],
  ['an empty list', { Operations: [] }],
  ['another op', { Operations: [{ op: 'move', path: 'active', value: true }] }],
  ['a removal without a path', { Operations: [{ op: 'remove', value: { active: true } }] }],
  ['a text without a path', { Operations: [{ op: 'add', value: 'x' }] }],
  ['a path to a prototype', { Operations: [{ op: 'add', path: '__proto__.active', value: false }] }],
  ['a path that is none', { Operations: [{ op: 'add', path: 'a b', value: 'x' }] }],
  ['a filter that is none', { Operations: [{ op: 'add', path: 'emails[type]', value: 'x' }] }],
  ['a boolean that is none', { Operations: [{ op: 'add', path: 'active', value: 'maybe' }] }],
  ['a name that is none', { Operations: [{ op: 'add', path: 'userName', value: 7 }] }],
  ['a name that is removed', { Operations: [{ op: 'remove', path: 'userName' }] }],
  ['addresses that are none', { Operations: [{ op: 'replace', path: 'emails', value: { value: 7 } }] }],
  [
    'too many operations',
    { Operations: Array.from({ length: 501 }, () => ({ op: 'add', path: 'active', value: true })) },
  ],
])('refused: %s', (_, body) =>
  expect(() => readUser(applyPatch(userAttributes, ada, body))).toThrow(
    expect.objectContaining({ code: 'bad-value' }),
  ),
);

test('a PATCH that would take minutes is refused before it starts', () => {
  const members = Array.from({ length: 10_000 }, (_, at) => ({ value: String(at) }));
  const path = `members[${Array.from({ length: 20 }, (_, at) => `value eq "${at}"`).join(' or ')}]`;
  const Operations = Array.from({ length: 500 }, () => ({ op: 'remove', path }));
  expect(() => applyPatch(groupAttributes, { displayName: 'x', members }, { Operations })).toThrow(
    expect.objectContaining({ data: { scimType: 'tooMany' } }),
  );
});
