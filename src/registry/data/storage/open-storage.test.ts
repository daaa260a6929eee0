import { expect, test } from 'vitest';
import { bucketOptions, openStorage } from './open-storage.js';

const credentials = { AWS_ACCESS_KEY_ID: 'name', AWS_SECRET_ACCESS_KEY: 'secret' };

test.for<[string, object]>([
  ['s3://bundles', { bucket: 'bundles', prefix: '', endpoint: 'https://s3.us-east-1.amazonaws.com' }],
  ['s3://bundles?region=eu-west-1', { region: 'eu-west-1', endpoint: 'https://s3.eu-west-1.amazonaws.com' }],
  ['s3://bundles/team/a/', { prefix: 'team/a' }],
  ['s3://bundles/x?endpoint=https://minio.example.com:9000/', { endpoint: 'https://minio.example.com:9000' }],
])('%s names a bucket', ([setting, expected]) => {
  expect(bucketOptions(new URL(setting), credentials)).toMatchObject(expected);
});

test('a folder is named by its path', () => {
  expect(openStorage('file:///var/lib/skills%20here', {}).name).toBe('folder /var/lib/skills here');
});

test.for([
  ['/var/lib', 'neither'],
  ['https://bundles', 'neither'],
  ['file://server/folder', 'three slashes'],
  ['s3://', 'no bucket'],
  ['s3://A', 'no bucket'],
  ['s3://name:secret@bundles', 'must not contain a key'],
  ['s3://bundles?endpoint=minio', 'not an http URL'],
  ['s3://bundles?secret=1', 'secret is not a parameter'],
  ['s3://bundles/a%2f..%20b', 'prefix'],
] as const)('%s is refused: %s', ([setting, reason]) => {
  expect(() => openStorage(setting, credentials)).toThrow(
    expect.objectContaining({ code: 'bad-value', message: expect.stringContaining(reason) }),
  );
});

test('a bucket without credentials is refused with the name of the missing variable', () => {
  expect(() => openStorage('s3://bundles', { AWS_ACCESS_KEY_ID: 'name' })).toThrow('AWS_SECRET_ACCESS_KEY');
});
