import { expect, test } from 'vitest';
import type { ProviderAnswer } from '../../registry/api/sign-in.js';
import { formOf, providerBody, providerName } from './provider-form.js';

const provider: ProviderAnswer = {
  slug: 'okta',
  source: 'settings',
  issuer: 'https://example.okta.com/oauth2/default',
  client_id: 'coppice',
  has_secret: true,
  settings: {
    name: 'Okta',
    enabled: true,
    scopes: ['email', 'groups'],
    link: false,
    verified_claim: 'email_verified',
    join: true,
    join_role: 'publisher',
    join_domains: ['example.com', 'example.org'],
    groups_claim: 'groups',
    external_id_claim: null,
    max_hours: 12,
  },
  redirect_uri: '',
  logout_uri: '',
  created_at: null,
};

test('a form that nobody touched sends what there was, and no secret', () => {
  const { settings, issuer, client_id } = provider;
  expect(providerBody(formOf(provider))).toEqual({ ...settings, issuer, client_id });
});

test('a new provider has the defaults of the registry', () => {
  expect(
    providerBody({
      ...formOf(undefined),
      issuer: ' https://id.example.com ',
      clientId: 'c',
      clientSecret: ' s ',
    }),
  ).toEqual({
    name: '',
    issuer: 'https://id.example.com',
    client_id: 'c',
    client_secret: ' s ',
    enabled: true,
    link: true,
    join: false,
    join_role: 'viewer',
    join_domains: [],
    max_hours: 168,
    scopes: ['email', 'profile'],
    groups_claim: null,
    verified_claim: 'email_verified',
    external_id_claim: null,
  });
});

test.each([
  ['Okta', 'Okta'],
  ['', 'example.okta.com'],
])('a provider named %j is called %s', (name, expected) => {
  expect(providerName({ ...provider, settings: { ...provider.settings, name } })).toBe(expected);
});
