import { expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import { providerSettings } from '../../api/sign-in.js';
import { environmentProviders } from './environment-providers.js';

const one = {
  COPPICE_OIDC_TENANT: 'acme',
  COPPICE_OIDC_ISSUER: 'https://id.example.com',
  COPPICE_OIDC_CLIENT_ID: 'coppice',
};

function read(more: Readonly<Record<string, string>>): unknown {
  try {
    return environmentProviders({ PATH: '/bin', ...one, ...more }).map(({ settings, ...provider }) => ({
      ...provider,
      ...Object.fromEntries(
        Object.entries(settings).filter(
          ([name, value]) =>
            JSON.stringify(value) !==
            JSON.stringify(providerSettings.parse({})[name as keyof typeof settings]),
        ),
      ),
    }));
  } catch (error) {
    if (error instanceof CoppiceError) return error.message;
    throw error;
  }
}

const first = { tenant: 'acme', slug: 'sso', issuer: 'https://id.example.com', clientId: 'coppice' };

test('one provider, with the defaults', () => expect(read({})).toEqual([first]));

test('all of its settings', () =>
  expect(
    read({
      COPPICE_OIDC_CLIENT_SECRET: 'hush',
      COPPICE_OIDC_NAME: 'Okta',
      COPPICE_OIDC_SCOPES: 'email, groups',
      COPPICE_OIDC_LINK: 'false',
      COPPICE_OIDC_VERIFIED_CLAIM: 'xms_edov',
      COPPICE_OIDC_JOIN: 'true',
      COPPICE_OIDC_JOIN_ROLE: 'publisher',
      COPPICE_OIDC_JOIN_DOMAINS: 'example.com,example.org',
      COPPICE_OIDC_GROUPS_CLAIM: 'groups',
      COPPICE_OIDC_EXTERNAL_ID_CLAIM: 'sub',
      COPPICE_OIDC_MAX_HOURS: '12',
    }),
  ).toEqual([
    {
      ...first,
      clientSecret: 'hush',
      name: 'Okta',
      scopes: ['email', 'groups'],
      link: false,
      verified_claim: 'xms_edov',
      join: true,
      join_role: 'publisher',
      join_domains: ['example.com', 'example.org'],
      groups_claim: 'groups',
      external_id_claim: 'sub',
      max_hours: 12,
    },
  ]));

test('several, each with a name', () =>
  expect(
    read({
      COPPICE_OIDC_ENTRA2_TENANT: 'Acme',
      COPPICE_OIDC_ENTRA2_ISSUER: 'https://login.example.com/x/v2.0',
      COPPICE_OIDC_ENTRA2_CLIENT_ID: '123',
    }),
  ).toEqual([
    first,
    { tenant: 'acme', slug: 'entra2', issuer: 'https://login.example.com/x/v2.0', clientId: '123' },
  ]));

test.each([
  [{ COPPICE_OIDC_ISUER: 'x' }, 'COPPICE_OIDC_ISUER is not a variable of a sign-in provider'],
  [{ COPPICE_OIDC_A_B_ISSUER: 'x' }, 'COPPICE_OIDC_A_B_ISSUER is not a variable of a sign-in provider'],
  [{ COPPICE_OIDC_OKTA_NAME: 'x' }, 'COPPICE_OIDC_OKTA_ISSUER is missing'],
  [{ COPPICE_OIDC_TENANT: '' }, 'COPPICE_OIDC_TENANT is missing'],
  [
    { COPPICE_OIDC_ISSUER: 'http://id.example.com' },
    'COPPICE_OIDC_ISSUER cannot be used: an issuer is an https address without query, fragment and password',
  ],
  [{ COPPICE_OIDC_JOIN: 'yes' }, /^COPPICE_OIDC_JOIN cannot be used: /],
  [{ COPPICE_OIDC_MAX_HOURS: 'many' }, /^COPPICE_OIDC_MAX_HOURS cannot be used: /],
  [{ COPPICE_OIDC_JOIN_ROLE: 'admin' }, /^COPPICE_OIDC_JOIN_ROLE cannot be used: /],
])('%o', (more, message) => expect(read(more as Record<string, string>)).toMatch(message));
