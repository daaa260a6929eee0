/*
 * The server's configuration: environment variables, in one table that gives the values, the errors and a part of the
 * documentation. An invalid value is an error at the start that names its variable.
 */

import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';
import { type CheckpointKey, checkpointKey } from '../audit/checkpoint-key.js';
import type { IsAllowedAddress } from '../outbound/networks.js';
import type { RateLimits } from '../rules/http/rate-limit.js';
import { type SmtpServer, smtpServer } from '../rules/notifications/smtp-settings.js';
import { type EnvironmentProvider, environmentProviders } from '../rules/sign-in/environment-providers.js';
import { type SecretKeys, secretKeys } from '../sign-in/sealed-secret.js';
import { type IsTrustedProxy, trustedProxies } from './http/client-address.js';

export type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface RegistryConfig {
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  /** The folder of the embedded database; undefined for the default. */
  readonly dataFolder: string | undefined;
  /** `file:///dir` or `s3://bucket/prefix?endpoint=...`. */
  readonly storage: string;
  readonly tenantHosts: string | undefined;
  readonly publicUrl: string | undefined;
  readonly gitRepoPath: string | undefined;
  /** 0 for never. */
  readonly decayCheckSeconds: number;
  readonly rateLimits: RateLimits;
  readonly rateStore: 'memory' | 'postgres';
  readonly isTrustedProxy: IsTrustedProxy;
  readonly stopGraceSeconds: number;
  readonly logLevel: LogLevel;
  /** `offline`, `off`, or the URL of an embedding server. */
  readonly embeddings: string;
  /** The first encrypts; none where secrets cannot be stored. */
  readonly secretKeys: SecretKeys;
  /** Where mail is sent through; undefined for no mail. */
  readonly smtp: SmtpServer | undefined;
  readonly smtpFrom: string | undefined;
  /** Signs checkpoints of the audit logs. */
  readonly auditKey: CheckpointKey | undefined;
  /** Whether it may connect to a private address for a tenant. */
  readonly isOutboundListed: IsAllowedAddress;
  /** The sign-in providers that the environment names. */
  readonly oidcProviders: readonly EnvironmentProvider[];
}

interface Variable<T> {
  /** The default: a value, or a description in words. */
  readonly fallback: string;
  readonly says: string;
  /** Throws for an invalid value. */
  parse(text: string): T;
}

export const registryVariables = {
  COPPICE_DATABASE_URL: {
    fallback: 'an embedded PostgreSQL',
    says: 'The PostgreSQL (14 or newer) to use: `postgres://user:password@host/database`',
    parse: (text: string) => urlOf(text, ['postgres:', 'postgresql:']),
  },
  COPPICE_DATABASE_POOL: {
    fallback: '10',
    says: 'How many connections a server opens to its database',
    parse: (text: string) => wholeNumber(text, 2, 1_000),
  },
  COPPICE_REGISTRY_DATA: {
    fallback: '`registry/pg` in the home',
    says: 'The data folder of the embedded PostgreSQL',
    parse: absolutePath,
  },
  COPPICE_STORAGE: {
    fallback: '`registry/blobs` in the home',
    says: 'Where bundles are stored: `file:///folder`, or `s3://bucket/prefix?endpoint=https://...`',
    parse: (text: string) => urlOf(text, ['file:', 's3:']),
  },
  COPPICE_TENANT_HOSTS: {
    fallback: 'none',
    says: 'The host of each tenant, if each has its own: `{tenant}.skills.example.com`',
    parse: hostPattern,
  },
  COPPICE_PUBLIC_URL: {
    fallback: 'the host of the request',
    says: 'The URL at which clients reach the server, for the links in its responses',
    parse: baseUrl,
  },
  COPPICE_GIT_REPO_PATH: {
    fallback: 'no mirror',
    says: 'The path of a git repository to which every published version is committed',
    parse: absolutePath,
  },
  COPPICE_DECAY_CHECK_INTERVAL_SECS: {
    fallback: '86400',
    says: 'How often the server searches for unused items, in seconds; 0 for never',
    parse: (text: string) => wholeNumber(text, 0, 31_536_000),
  },
  COPPICE_RATE_READS: {
    fallback: '3000',
    says: 'Reads per minute for each principal, or for each address without a credential',
    parse: ratePerMinute,
  },
  COPPICE_RATE_WRITES: {
    fallback: '600',
    says: 'Writes per minute, counted in the same way',
    parse: ratePerMinute,
  },
  COPPICE_RATE_PUBLISHES: {
    fallback: '120',
    says: 'Uploads per minute, counted in the same way',
    parse: ratePerMinute,
  },
  COPPICE_RATE_STORE: {
    fallback: 'memory',
    says: 'Where requests are counted: `memory` for each server separately, `postgres` for all of them together',
    parse: (text: string) => oneOf(text, ['memory', 'postgres'] as const),
  },
  COPPICE_TRUSTED_PROXIES: {
    fallback: 'none',
    says: 'Addresses and networks of proxies whose `X-Forwarded-*` headers are trusted, comma-separated',
    parse: trustedProxies,
  },
  COPPICE_STOP_GRACE_SECS: {
    fallback: '5',
    says: 'How many seconds a server that is stopping still answers, while `/readyz` reports that it is stopping',
    parse: (text: string) => wholeNumber(text, 0, 300),
  },
  COPPICE_LOG_LEVEL: {
    fallback: 'info',
    says: `The lowest level that is logged, as JSON lines on stderr: ${logLevels.map((level) => `\`${level}\``).join(', ')}`,
    parse: (text: string) => oneOf(text, logLevels),
  },
  COPPICE_EMBEDDINGS: {
    fallback: 'offline',
    says: 'What search by meaning uses: `offline` (a small model from an optional package), `off`, or the URL of a server',
    parse: (text: string) => (text === 'offline' || text === 'off' ? text : urlOf(text, ['http:', 'https:'])),
  },
  COPPICE_SECRET_KEY: {
    fallback: 'none: no webhooks, and secrets of sign-in providers only in the environment',
    says: 'The key that encrypts secrets in the database: 32 bytes in base64 (`openssl rand -base64 32`). Several are comma-separated: the first encrypts, all decrypt',
    parse: secretKeys,
  },
  COPPICE_SMTP_URL: {
    fallback: 'none: no mail is sent',
    says: 'The mail server: `smtp://user:password@host:587`, or `smtps://`. Another machine must offer TLS, unless the URL ends with `?tls=optional`',
    parse: smtpServer,
  },
  COPPICE_SMTP_FROM: {
    fallback: '`coppice@` and the host of COPPICE_PUBLIC_URL',
    says: 'The address that mail is sent from',
    parse: mailAddress,
  },
  COPPICE_AUDIT_KEY: {
    fallback: 'none: the audit log is chained, but not signed',
    says: 'The ed25519 key that signs checkpoints of the audit log: `openssl genpkey -algorithm ed25519 -outform DER | base64 -w0`',
    parse: checkpointKey,
  },
  COPPICE_OUTBOUND_NETWORKS: {
    fallback: 'none',
    says: 'Private addresses and networks that the server may connect to for sign-in providers, webhooks and CI providers, comma-separated',
    parse: trustedProxies,
  },
} satisfies Readonly<Record<string, Variable<unknown>>>;

type Name = keyof typeof registryVariables;
type ValueOf<N extends Name> = ReturnType<(typeof registryVariables)[N]['parse']>;

export function registryConfig(environment: Environment, home: string): RegistryConfig {
  /** An empty variable counts as not set. */
  const given = <N extends Name>(name: N): ValueOf<N> | undefined => {
    const text = environment[name];
    return text === undefined || text === '' ? undefined : parsed(name, text);
  };
  const orDefault = <N extends Name>(name: N): ValueOf<N> =>
    given(name) ?? parsed(name, registryVariables[name].fallback);
  return {
    databaseUrl: given('COPPICE_DATABASE_URL'),
    databasePool: orDefault('COPPICE_DATABASE_POOL'),
    dataFolder: given('COPPICE_REGISTRY_DATA'),
    storage: given('COPPICE_STORAGE') ?? pathToFileURL(homePaths(home).registryBlobs).href,
    tenantHosts: given('COPPICE_TENANT_HOSTS'),
    publicUrl: given('COPPICE_PUBLIC_URL'),
    gitRepoPath: given('COPPICE_GIT_REPO_PATH'),
    decayCheckSeconds: orDefault('COPPICE_DECAY_CHECK_INTERVAL_SECS'),
    rateLimits: {
      read: orDefault('COPPICE_RATE_READS'),
      write: orDefault('COPPICE_RATE_WRITES'),
      publish: orDefault('COPPICE_RATE_PUBLISHES'),
    },
    rateStore: orDefault('COPPICE_RATE_STORE'),
    isTrustedProxy: given('COPPICE_TRUSTED_PROXIES') ?? (() => false),
    stopGraceSeconds: orDefault('COPPICE_STOP_GRACE_SECS'),
    logLevel: orDefault('COPPICE_LOG_LEVEL'),
    embeddings: orDefault('COPPICE_EMBEDDINGS'),
    secretKeys: given('COPPICE_SECRET_KEY') ?? [],
    smtp: given('COPPICE_SMTP_URL'),
    smtpFrom: given('COPPICE_SMTP_FROM'),
    auditKey: given('COPPICE_AUDIT_KEY'),
    isOutboundListed: given('COPPICE_OUTBOUND_NETWORKS') ?? (() => false),
    oidcProviders: environmentProviders(environment),
  };
}

/** Their values are never shown: the URLs of a database and a mail server contain a password. */
const secretVariables: ReadonlySet<string> = new Set<Name>([
  'COPPICE_DATABASE_URL',
  'COPPICE_SECRET_KEY',
  'COPPICE_AUDIT_KEY',
  'COPPICE_SMTP_URL',
]);

function parsed<N extends Name>(name: N, text: string): ValueOf<N> {
  const { parse, says }: Variable<unknown> = registryVariables[name];
  try {
    // The type follows from the entry with this name.
    return parse(text) as ValueOf<N>;
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    const isSecret = secretVariables.has(name);
    const shown = isSecret ? '' : `: ${text}`;
    throw new CoppiceError('bad-value', `${name} cannot be used: ${error.message}${shown}`, { hint: says });
  }
}

function wholeNumber(text: string, min: number, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw bad(`not a whole number from ${min} to ${max}`);
}

function ratePerMinute(text: string): number {
  return wholeNumber(text, 1, 1_000_000_000);
}

function oneOf<const T extends readonly string[]>(text: string, allowed: T): T[number] {
  const found = allowed.find((value) => value === text);
  if (found !== undefined) return found;
  throw bad(`not one of ${allowed.join(', ')}`);
}

function urlOf(text: string, protocols: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && protocols.includes(url.protocol)) return text;
  throw bad(`not a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`);
}

/** Paths are appended to it to make links. */
function baseUrl(text: string): string {
  const url = urlOf(text, ['http:', 'https:']);
  if (/[?#]/.test(url)) throw bad('a URL with a query or a fragment');
  return url.replace(/\/+$/, '');
}

function absolutePath(text: string): string {
  if (isAbsolute(text)) return text;
  throw bad('not an absolute path');
}

function mailAddress(text: string): string {
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(text)) return text;
  throw bad('not a mail address');
}

function hostPattern(text: string): string {
  if (/^\{tenant\}(?:\.[a-z0-9-]+)+(?::\d+)?$/i.test(text)) return text;
  throw bad('not a host that begins with {tenant}.');
}

function bad(message: string): CoppiceError {
  return new CoppiceError('bad-value', message);
}
