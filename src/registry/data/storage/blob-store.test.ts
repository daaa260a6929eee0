import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { blobStoreContract } from './blob-store.contract.js';
import { folderBlobs } from './folder-blobs.js';
import { memoryBlobs } from './memory-blobs.js';
import { s3Blobs } from './s3-blobs.js';

blobStoreContract('memory', async () => ({ blobs: memoryBlobs(), close: async () => undefined }));

blobStoreContract('a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-blobs-'));
  return {
    blobs: folderBlobs(join(folder, 'registry/blobs')),
    close: async () => rmSync(folder, { recursive: true }),
  };
});

// s3rver is a simple fake: it accepts any key and signature and has no conditional writes, so this tests the requests and
// the handling of the answers, not the access to a real bucket.
for (const prefix of ['', 'team/skills']) {
  blobStoreContract(`a bucket with the prefix '${prefix}'`, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'coppice-s3-'));
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      vhostBuckets: false,
      configureBuckets: [{ name: 'bundles' }],
    });
    const { port } = await server.run();
    return {
      blobs: s3Blobs({
        bucket: 'bundles',
        prefix,
        endpoint: `http://127.0.0.1:${port}`,
        region: 'us-east-1',
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
      }),
      close: async () => {
        await server.close();
        rmSync(directory, { recursive: true });
      },
    };
  });
}
