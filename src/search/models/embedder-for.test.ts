import { expect, test } from 'vitest';
import { embedderFor, rerankerFor } from './embedder-for.js';
import { portsWith } from './model-ports.fixture.js';
import type { ModelPorts } from './model-ports.js';

const ports: ModelPorts = portsWith({
  load: ({ name }) => Promise.reject(new Error(`${name} was loaded`)),
  fileStat: () => undefined,
  modelsFolder: '/home/models',
});

async function check(
  choose: (setting: string, ports: ModelPorts) => Promise<unknown>,
  setting: string,
  expected: object,
): Promise<void> {
  await expect(choose(setting, ports)).rejects.toMatchObject(expected);
}

test.each<[string, object]>([
  ['offline', { message: '@energetic-ai/embeddings was loaded' }],
  ['off', { code: 'model-missing', hint: 'search.model = "offline" selects the model that needs no setup' }],
  ['ofline', { code: 'bad-value', message: 'invalid value for search.model: "ofline"' }],
  ['http://example.com/v1#small', { code: 'bad-value' }],
  [
    'Qwen/Qwen3-Embedding-0.6B',
    {
      code: 'model-missing',
      message:
        'the model Qwen/Qwen3-Embedding-0.6B was not found: ' +
        '/home/models/onnx-community/Qwen3-Embedding-0.6B-ONNX has no config.json',
      hint:
        'download https://huggingface.co/onnx-community/Qwen3-Embedding-0.6B-ONNX into that folder, ' +
        'or allow downloads with search.allow_download = true',
    },
  ],
  [
    '/my/model',
    {
      code: 'model-missing',
      message: 'the model /my/model was not found: /my/model has no config.json',
      hint: 'use a folder with an ONNX export for transformers.js',
    },
  ],
])('a missing embedder %s is refused before anything is loaded', async (setting, expected) => {
  await check(embedderFor, setting, expected);
});

test.each<[string, object]>([
  ['off', { code: 'model-missing' }],
  ['offline', { code: 'bad-value', message: 'invalid value for search.reranker: "offline"' }],
  ['https://example.com/v1#small', { code: 'bad-value' }],
  ['nonsense', { code: 'bad-value' }],
  ['BAAI/bge-reranker-v2-m3', { code: 'model-missing' }],
  ['/my/model', { code: 'model-missing' }],
])('the reranker %s is refused', async (setting, expected) => {
  await check(rerankerFor, setting, expected);
});

test('permission to download does not apply to a missing folder', async () => {
  const consented = { ...ports, allowDownload: true };
  await expect(embedderFor('/my/model', consented)).rejects.toMatchObject({ code: 'model-missing' });
  await expect(embedderFor('someone/model', consented)).rejects.toThrow(
    '@huggingface/transformers was loaded',
  );
});
