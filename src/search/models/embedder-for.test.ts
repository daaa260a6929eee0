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
  ['off', { code: 'model-missing', hint: 'search.model = "offline" is the model that needs no set-up' }],
  ['ofline', { code: 'bad-value', message: 'search.model cannot be "ofline"' }],
  ['http://example.com/v1#small', { code: 'bad-value' }],
  [
    'Qwen/Qwen3-Embedding-0.6B',
    {
      code: 'model-missing',
      message:
        'the model Qwen/Qwen3-Embedding-0.6B is not there: ' +
        '/home/models/onnx-community/Qwen3-Embedding-0.6B-ONNX has no config.json',
      hint:
        'put https://huggingface.co/onnx-community/Qwen3-Embedding-0.6B-ONNX there, ' +
        'or allow its download: search.allow_download = true',
    },
  ],
  [
    '/my/model',
    {
      code: 'model-missing',
      message: 'the model /my/model is not there: /my/model has no config.json',
      hint: 'name a folder with an ONNX export for transformers.js',
    },
  ],
])(
  'the embedder %s is refused where it is not there, before anything is loaded',
  async (setting, expected) => {
    await check(embedderFor, setting, expected);
  },
);

test.each<[string, object]>([
  ['off', { code: 'model-missing' }],
  ['offline', { code: 'bad-value', message: 'search.reranker cannot be "offline"' }],
  ['https://example.com/v1#small', { code: 'bad-value' }],
  ['nonsense', { code: 'bad-value' }],
  ['BAAI/bge-reranker-v2-m3', { code: 'model-missing' }],
  ['/my/model', { code: 'model-missing' }],
])('the reranker %s is refused', async (setting, expected) => {
  await check(rerankerFor, setting, expected);
});

test('consent is for models that have an address: a folder that is missing is refused all the same', async () => {
  const consented = { ...ports, mayDownload: true };
  await expect(embedderFor('/my/model', consented)).rejects.toMatchObject({ code: 'model-missing' });
  await expect(embedderFor('someone/model', consented)).rejects.toThrow(
    '@huggingface/transformers was loaded',
  );
});
