import { expect, test } from 'vitest';
import { matchesFilter, parseFilter, soughtValue } from './filter.js';

const ada = {
  id: '7',
  userName: 'Ada@Example.com',
  externalId: '00uAda',
  active: false,
  displayName: 'Ada L.',
  name: { givenName: 'Ada' },
  emails: [
    { type: 'work', value: 'ada@example.com', primary: true },
    { type: 'home', value: 'ada@home.example' },
  ],
  members: [{ value: 'A1' }, { value: 'b2' }],
};

test.each([
  'userName eq "ada@example.com"',
  'USERNAME EQ "ADA@EXAMPLE.COM"',
  'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@example.com"',
  'externalId eq "00uAda"',
  'id eq "7" and active eq false',
  'active eq False',
  'emails[type eq "work"].value eq "x" or displayName sw "ada"',
  'emails[type eq "work"].value eq "ADA@example.com"',
  'emails.value eq "ada@home.example"',
  'emails eq "ada@home.example"',
  'emails[type eq "work" and value co "@example.com"]',
  'members eq "A1"',
  'members.value eq "b2"',
  'name.givenName ew "A"',
  'not (userName eq "bob@example.com")',
  'displayName pr and not (nickName pr)',
  '(userName eq "x" or userName sw "ada") and externalId ne "00uBob"',
  'userName gt "a" and userName lt "b" and userName ge "ada" and userName le "adb"',
])('found by %s', (text) => {
  expect(matchesFilter(parseFilter(text), ada)).toBe(true);
});

test.each([
  'userName eq "ada"',
  'externalId eq "00uada"',
  'members eq "a1"',
  'active eq true',
  'active eq "false"',
  'userName eq null',
  'emails[type eq "home" and primary eq true]',
  'nickName eq "ada"',
  'userName ne "ada@example.com"',
  'emails[type eq "home"].value eq "ada@example.com"',
])('not found by %s', (text) => expect(matchesFilter(parseFilter(text), ada)).toBe(false));

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq ada',
  "userName eq 'ada'",
  'userName is "ada"',
  'userName eq "ada',
  'userName eq "ada" and',
  'userName eq "ada" displayName pr',
  '(userName pr',
  'emails[type eq "work"',
  '"userName" eq "ada"',
  '__proto__.x pr',
  'emails[type eq "work"] .value',
  `userName eq "${'a'.repeat(1_000)}"`,
  `${'('.repeat(20)}userName pr${')'.repeat(20)}`,
  Array.from({ length: 21 }, () => 'userName pr').join(' or '),
  'userName eq "\\u0000"',
])('refused: %s', (text) =>
  expect(() => parseFilter(text)).toThrow(
    expect.objectContaining({ code: 'bad-value', data: { scimType: 'invalidFilter' } }),
  ),
);

test.each([
  ['userName eq "x"', { attribute: 'username', value: 'x' }],
  ['active eq true and externalId eq "y"', { attribute: 'externalid', value: 'y' }],
  ['userName eq "x" or userName eq "y"', undefined],
  ['not (userName eq "x")', undefined],
  ['userName sw "x"', undefined],
  ['displayName eq "x"', undefined],
])('%s is looked up by %j', (text, expected) => expect(soughtValue(parseFilter(text))).toEqual(expected));
