import { expect, test } from 'vitest';
import { sha256Hex } from '../../text/hash.js';
import { dataFolderFor } from './open-database.js';

const account = { name: 'postgres', uid: 101, gid: 104 };

test('a user has the data in the home', () => {
  expect(dataFolderFor({}, '/home/ann/.coppice', undefined)).toBe('/home/ann/.coppice/registry/pg');
});

test('root has the data where the account can reach it, in one folder for each home', () => {
  const hex = sha256Hex('/root/.coppice').slice(0, 8);
  expect(dataFolderFor({}, '/root/.coppice', account)).toBe(`/var/lib/coppice/${hex}/pg`);
});

test.each([undefined, account])('COPPICE_REGISTRY_DATA is the folder itself (account %o)', (given) => {
  expect(dataFolderFor({ COPPICE_REGISTRY_DATA: '/srv/pg/' }, '/home/ann', given)).toBe('/srv/pg');
});
