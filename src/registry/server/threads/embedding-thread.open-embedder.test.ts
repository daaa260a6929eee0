import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { LogFields } from '../../../system/log.js';
import { silentLog } from '../../../system/log.js';
import { openEmbedder } from './embedding-thread.js';

const home = mkdtempSync(join(tmpdir(), 'coppice-embedder-'));
afterAll(() => rmSync(home, { recursive: true }));
const warnings: LogFields[] = [];
const options = {
  home,
  environment: {},
  log: { ...silentLog, warn: (fields: LogFields) => void warnings.push(fields) },
};

test('the offline model has a name with its version, and gives vectors', async () => {
  const embedder = await openEmbedder('offline', options);
  expect(embedder?.name).toBe('offline energetic-ai 0.2.0');
  expect((await embedder?.embed(['a text']))?.[0]).toHaveLength(512);
  await embedder?.close();
});

test('with off there is no embedder and no warning', async () => {
  expect(await openEmbedder('off', options)).toBeUndefined();
  expect(warnings).toEqual([]);
});

test('the name of an embedding server is its URL without the parts that may be secret', async () => {
  const embedder = await openEmbedder('https://models.example.com/v1?key=secret#small', options);
  expect(embedder?.name).toBe('https://models.example.com/v1#small');
});

test('a missing model is logged once, and the server runs without it', async () => {
  expect(await openEmbedder('/nowhere/model', options)).toBeUndefined();
  expect(warnings).toEqual([{ reason: expect.any(String), hint: expect.any(String) }]);
});

test('a URL without a model is an error', async () => {
  await expect(openEmbedder('https://models.example.com/v1', options)).rejects.toMatchObject({
    code: 'bad-value',
    message: expect.stringContaining('COPPICE_EMBEDDINGS'),
  });
});
