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
const place = {
  home,
  environment: {},
  log: { ...silentLog, warn: (fields: LogFields) => void warnings.push(fields) },
};

test('the offline model is told by its name and version, and gives vectors', async () => {
  const embedder = await openEmbedder('offline', place);
  expect(embedder?.name).toBe('offline energetic-ai 0.2.0');
  expect((await embedder?.embed(['a text']))?.[0]).toHaveLength(512);
  await embedder?.close();
});

test('switched off, there is none, and nothing is said', async () => {
  expect(await openEmbedder('off', place)).toBeUndefined();
  expect(warnings).toEqual([]);
});

test('a server of embeddings is told by its address, without what may be secret in it', async () => {
  const embedder = await openEmbedder('https://models.example.com/v1?key=secret#small', place);
  expect(embedder?.name).toBe('https://models.example.com/v1#small');
});

test('a model that is not there is told once, and the server does without', async () => {
  expect(await openEmbedder('/nowhere/model', place)).toBeUndefined();
  expect(warnings).toEqual([{ reason: expect.any(String), hint: expect.any(String) }]);
});

test('an address without a model is a mistake', async () => {
  await expect(openEmbedder('https://models.example.com/v1', place)).rejects.toMatchObject({
    code: 'bad-value',
    message: expect.stringContaining('COPPICE_EMBEDDINGS'),
  });
});
