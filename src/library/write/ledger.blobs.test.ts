import { expect, test } from 'vitest';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import { sha256Hex } from '../../text/hash.js';
import { readBlob, storeBlobs } from './ledger.js';

const bytes = new TextEncoder().encode('some bytes');
const sha256 = sha256Hex(bytes);
const path = `/home/blobs/${sha256}`;

function newHome() {
  return { files: memoryFiles(), home: '/home' };
}

test('bytes are read by their hash', () => {
  const home = newHome();
  storeBlobs(home, [bytes]);
  expect(readBlob(home, sha256)).toEqual(bytes);
});

test('bytes that are stored already are not written again', () => {
  const home = newHome();
  storeBlobs(home, [bytes]);
  const { inode } = home.files.stat(path) ?? {};
  storeBlobs(home, [bytes]);
  expect(home.files.stat(path)?.inode).toBe(inode);
});

test('missing and damaged bytes are an error, and damaged ones are repaired when they are stored again', () => {
  const home = newHome();
  expect(() => readBlob(home, sha256)).toThrow(expect.objectContaining({ code: 'blob-damaged' }));
  storeBlobs(home, [bytes]);
  home.files.write(path, new TextEncoder().encode('other bytes'));
  expect(() => readBlob(home, sha256)).toThrow(expect.objectContaining({ code: 'blob-damaged' }));
  storeBlobs(home, [bytes]);
  expect(readBlob(home, sha256)).toEqual(bytes);
});
