/*
 * The storage that COPPICE_STORAGE names: `file:///folder`, or `s3://bucket/prefix?endpoint=https://...&region=...` with
 * the usual variables for the credentials of S3.
 */

import { fileURLToPath } from 'node:url';
import { CoppiceError } from '../../../text/errors.js';
import type { BlobStore } from './blob-store.js';
import { folderBlobs } from './folder-blobs.js';
import { type BucketOptions, s3Blobs } from './s3-blobs.js';

type Environment = Readonly<Record<string, string | undefined>>;

export function openStorage(setting: string, environment: Environment): BlobStore {
  const url = URL.canParse(setting) ? new URL(setting) : undefined;
  switch (url?.protocol) {
    case 'file:':
      if (url.host !== '') throw bad('the URL of a folder begins with three slashes, as in file:///folder');
      return folderBlobs(fileURLToPath(url));
    case 's3:':
      return s3Blobs(bucketOptions(url, environment));
    default:
      throw bad('it begins with neither file:// nor s3://');
  }
}

const defaultRegion = 'us-east-1';

export function bucketOptions(url: URL, environment: Environment): BucketOptions {
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region');
  if (unknown !== undefined) throw bad(`${unknown} is not a parameter; use endpoint or region`);
  if (url.username !== '' || url.password !== '') throw bad('it must not contain a key');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) throw bad('it names no bucket');
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  if (!/^(?:[\w.-]+(?:\/[\w.-]+)*)?$/.test(prefix))
    throw bad('the prefix may have only letters, digits, dots, hyphens and underscores');
  const region = url.searchParams.get('region') ?? environment['AWS_REGION'] ?? defaultRegion;
  return {
    bucket: url.host,
    prefix,
    region,
    endpoint: endpointIn(url) ?? `https://s3.${region}.amazonaws.com`,
    accessKeyId: requiredVariable(environment, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: requiredVariable(environment, 'AWS_SECRET_ACCESS_KEY'),
  };
}

function endpointIn(url: URL): string | undefined {
  const given = url.searchParams.get('endpoint');
  if (given === null) return undefined;
  const endpoint = URL.canParse(given) ? new URL(given) : undefined;
  if (!/^https?:$/.test(endpoint?.protocol ?? '')) throw bad('its endpoint is not an http URL');
  return given.replace(/\/+$/, '');
}

function requiredVariable(environment: Environment, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new CoppiceError('bad-value', `the bucket of COPPICE_STORAGE needs ${name}`, {
    hint: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment of the server',
  });
}

function bad(reason: string): CoppiceError {
  return new CoppiceError('bad-value', `COPPICE_STORAGE cannot be used: ${reason}`, {
    hint: 'use file:///folder, or s3://bucket/prefix?endpoint=https://host&region=name',
  });
}
