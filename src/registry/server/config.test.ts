import { expect, test } from 'vitest';
import { registryConfig } from './config.js';

const configOf = (environment: Record<string, string>) => registryConfig(environment, '/home/me/.coppice');

test('nothing needs to be set', () => {
  expect(configOf({})).toMatchObject({
    databaseUrl: undefined,
    databasePool: 10,
    storage: 'file:///home/me/.coppice/registry/blobs',
    decayCheckSeconds: 86_400,
    rateLimits: { read: 3_000, write: 600, publish: 120 },
    rateStore: 'memory',
    logLevel: 'info',
    embeddings: 'offline',
  });
});

test('an empty variable counts as not set', () => {
  expect(configOf({ COPPICE_RATE_READS: '', COPPICE_DATABASE_URL: '' })).toMatchObject({
    databaseUrl: undefined,
    rateLimits: { read: 3_000 },
  });
});

test('values that are set are used', () => {
  const config = configOf({
    COPPICE_PUBLIC_URL: 'https://skills.example.com/',
    COPPICE_STORAGE: 's3://bucket/prefix?endpoint=https://s3.example.com',
    COPPICE_TENANT_HOSTS: '{tenant}.skills.example.com',
    COPPICE_TRUSTED_PROXIES: '10.0.0.0/8',
    COPPICE_DECAY_CHECK_INTERVAL_SECS: '0',
  });
  expect(config).toMatchObject({ publicUrl: 'https://skills.example.com', decayCheckSeconds: 0 });
  expect(config.isTrustedProxy('10.1.2.3')).toBe(true);
});

test.each([
  ['COPPICE_DATABASE_URL', 'mysql://localhost/x'],
  ['COPPICE_DATABASE_POOL', '1'],
  ['COPPICE_REGISTRY_DATA', 'relative/path'],
  ['COPPICE_STORAGE', '/a/path'],
  ['COPPICE_TENANT_HOSTS', 'skills.example.com'],
  ['COPPICE_PUBLIC_URL', 'skills.example.com'],
  ['COPPICE_PUBLIC_URL', 'https://skills.example.com/?tenant=acme'],
  ['COPPICE_PUBLIC_URL', 'https://skills.example.com/#'],
  ['COPPICE_GIT_REPO_PATH', './mirror'],
  ['COPPICE_DECAY_CHECK_INTERVAL_SECS', '-1'],
  ['COPPICE_RATE_READS', '0'],
  ['COPPICE_RATE_WRITES', '1.5'],
  ['COPPICE_RATE_PUBLISHES', 'many'],
  ['COPPICE_RATE_STORE', 'redis'],
  ['COPPICE_TRUSTED_PROXIES', '10.0.0.0/99'],
  ['COPPICE_LOG_LEVEL', 'loud'],
  ['COPPICE_EMBEDDINGS', 'on'],
  ['COPPICE_OUTBOUND_NETWORKS', 'everything'],
])('a wrong value is an error that names its variable: %s=%s', (name, value) => {
  expect(() => configOf({ [name]: value })).toThrow(`${name} cannot be used`);
});

test('the error about a database URL does not contain its password', () => {
  expect(() => configOf({ COPPICE_DATABASE_URL: 'mysql://me:hunter2@localhost/x' })).toThrow(
    /^(?!.*hunter2)COPPICE_DATABASE_URL/,
  );
});

test('the error about a key for secrets does not contain it', () => {
  expect(() => configOf({ COPPICE_SECRET_KEY: 'hunter2' })).toThrow(/^(?!.*hunter2)COPPICE_SECRET_KEY/);
});

test('a key, networks and providers of the environment are used', () => {
  const config = configOf({
    COPPICE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    COPPICE_OUTBOUND_NETWORKS: '10.20.0.0/16',
    COPPICE_OIDC_TENANT: 'acme',
    COPPICE_OIDC_ISSUER: 'https://id.example.com',
    COPPICE_OIDC_CLIENT_ID: 'coppice',
  });
  expect([config.secretKeys.length, config.oidcProviders.length]).toEqual([1, 1]);
  expect(['10.20.1.2', '10.21.1.2'].map(config.isOutboundListed)).toEqual([true, false]);
});
