import { expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import { claimAt, personOf } from './person.js';

const who = { iss: 'https://id.example.com', sub: '42' };
const plain = { verified_claim: 'email_verified', groups_claim: null, external_id_claim: null };

function person(claims: object, settings: object = {}): unknown {
  try {
    return personOf({ ...who, ...claims }, { ...plain, ...settings });
  } catch (error) {
    if (error instanceof CoppiceError) return error.message;
    throw error;
  }
}

const nobody = 'the provider does not say who you are';

test.each([
  [
    'an address in lower case',
    { email: 'Ada@Example.com', email_verified: true },
    {},
    { email: 'ada@example.com', isVerified: true },
  ],
  ['an address without a word about it', { email: 'a@b.c' }, {}, { isVerified: false }],
  ['a flag as text', { email_verified: 'true' }, {}, { isVerified: true }],
  ['another flag', { xms_edov: '1' }, { verified_claim: 'xms_edov' }, { isVerified: true }],
  ['only that flag', { email_verified: true }, { verified_claim: 'xms_edov' }, { isVerified: false }],
  ['an address that only looks like another', { email: 'mar\u212a@example.com' }, {}, { email: null }],
  ['an address that is no text', { email: ['a@b.c'] }, {}, { email: null }],
  ['a name with a line break', { name: 'a\nb' }, {}, { name: '' }],
  ['no groups where none are asked for', { groups: ['a'] }, {}, { groups: null }],
  ['groups', { groups: ['a', 7, 'b', 'x'.repeat(300)] }, { groups_claim: 'groups' }, { groups: ['a', 'b'] }],
  ['one group as text', { groups: 'a' }, { groups_claim: 'groups' }, { groups: ['a'] }],
  ['no claim of groups', {}, { groups_claim: 'groups' }, { groups: [] }],
  [
    'nested groups',
    { realm_access: { roles: ['r'] } },
    { groups_claim: 'realm_access.roles' },
    { groups: ['r'] },
  ],
  ['the id of the directory', { oid: 'o-1' }, { external_id_claim: 'oid' }, { externalId: 'o-1' }],
  ['a session', { sid: 's-1' }, {}, { session: 's-1' }],
])('%s', (_, claims, settings, expected) => expect(person(claims, settings)).toMatchObject(expected));

test.each([
  ['no subject', { sub: undefined }, nobody],
  ['an empty subject', { sub: ' ' }, nobody],
  ['a long subject', { sub: 'x'.repeat(256) }, nobody],
  ['a subject that is a number', { sub: 42 }, nobody],
  ['no issuer', { iss: undefined }, nobody],
])('refused: %s', (_, claims, message) => expect(person(claims)).toBe(message));

test('groups that are only pointed at are not taken for none', () =>
  expect(person({ _claim_names: { groups: 'src1' } }, { groups_claim: 'groups' })).toMatch(/too many/));

test.each([
  [{ 'https://x.example/groups': 1 }, 'https://x.example/groups', 1],
  [{ a: { b: 2 } }, 'a.b', 2],
  [{ 'a.b': 1, a: { b: 2 } }, 'a.b', 1],
  [{ a: 1 }, 'a.b', undefined],
  [{}, 'constructor.name', undefined],
  [{}, '__proto__', undefined],
])('the claim in %o at %s', (claims, name, expected) => expect(claimAt(claims, name)).toBe(expected));
