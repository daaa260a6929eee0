import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { embedderFor, rerankerFor } from './embedder-for.js';
import { member } from './foreign.js';
import { hasTransformers, portsWith } from './model-ports.fixture.js';
import type { ModelPorts } from './model-ports.js';
import { type TinyModel, writeTinyModel } from './tiny-model.fixture.js';

const realTest = test.runIf(hasTransformers());

const words = ['deploy', 'server', 'bake', 'cake'];
const encoder: TinyModel = { graph: 'encoder', type: 'bert', words, graphFile: 'onnx/model.onnx' };
const crossEncoder: TinyModel = { ...encoder, graph: 'cross-encoder', type: 'xlm-roberta' };

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-model-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function folderWith(model: TinyModel, inside = ''): string {
  const folder = emptyFolder();
  writeTinyModel(join(folder, inside), model);
  return folder;
}

async function vectorsOf(model: TinyModel, texts: readonly string[]): Promise<readonly number[][]> {
  const embedder = await embedderFor(folderWith(model), portsWith());
  const vectors = await embedder.embed(texts);
  return vectors.map((vector) => [...vector].map((value) => Number(value.toFixed(3))));
}

realTest.each(['onnx/model.onnx', 'onnx/model_quantized.onnx', 'model.onnx', 'model_q4.onnx'])(
  'a folder with %s is a model, and the vector of a text is the mean of its words',
  async (graphFile) => {
    const texts = ['Deploy, deploy, DEPLOY the server server server server', 'cake cake', ''];
    expect(await vectorsOf({ ...encoder, graphFile }, texts)).toEqual([
      [0.6, 0.8, 0, 0],
      [0, 0, 0, 1],
      [0, 0, 0, 0],
    ]);
  },
);

realTest('a model of the Qwen family is read by its last word, whatever is asked with it', async () => {
  const texts = ['deploy the cake', 'server', 'bake bake bake server'];
  expect(await vectorsOf({ ...encoder, type: 'qwen3' }, texts)).toEqual([
    [0, 0, 0, 1],
    [0, 1, 0, 0],
    [0, 1, 0, 0],
  ]);
});

realTest('a model is found by its id in the folder of models', async () => {
  const modelsFolder = folderWith(encoder, 'someone/tiny');
  const embedder = await embedderFor('someone/tiny', portsWith({ modelsFolder }));
  expect(embedder.name).toBe('someone/tiny');
  expect(await embedder.embed(['bake'])).toEqual([Float32Array.of(0, 0, 1, 0)]);
});

realTest('a reranker reads query and text together', async () => {
  const reranker = await rerankerFor(folderWith(crossEncoder), portsWith());
  const scores = await reranker.score('deploy a server', ['bake a cake', 'a server', 'deploy that server']);
  expect(scores).toEqual([4, 5, 8]);
  expect(await reranker.score('deploy', [])).toEqual([]);
});

realTest('what is not a model of the right kind is refused, by what the library says of it', async () => {
  const broken = folderWith(encoder);
  writeFileSync(join(broken, 'onnx/model.onnx'), 'not a graph');
  await expect(embedderFor(broken, portsWith())).rejects.toMatchObject({
    code: 'model-failed',
    message: expect.stringContaining(`the model ${broken} cannot be used: `),
  });
  const reranker = await rerankerFor(folderWith(encoder), portsWith());
  await expect(reranker.score('a', ['b'])).rejects.toMatchObject({
    code: 'model-failed',
    message: expect.stringContaining('the model returns no score for a pair of texts'),
  });
  await expect(embedderFor(folderWith(encoder), portsWith({ device: 'toaster' }))).rejects.toMatchObject({
    code: 'model-failed',
    message: expect.stringContaining('Unsupported device: "toaster"'),
  });
});

realTest('with consent a model is fetched once, and is then there without', async () => {
  const hub = folderWith({ ...encoder, graphFile: 'onnx/model_quantized.onnx' });
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const file = /^\/someone\/tiny\/resolve\/main\/(.+)$/.exec(url)?.[1] ?? '';
    asked.push(file);
    if (existsSync(join(hub, file))) response.end(readFileSync(join(hub, file)));
    else response.writeHead(404).end();
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const remoteHost = typeof address === 'object' ? `http://127.0.0.1:${address?.port}/` : '';
  const { load } = portsWith();
  const fromHub: ModelPorts['load'] = async (wanted) => {
    const library = await load(wanted);
    Object.assign(Object(member(library, 'env')), { remoteHost });
    return library;
  };
  const modelsFolder = emptyFolder();
  const note = vi.fn();
  const first = await embedderFor(
    'someone/tiny',
    portsWith({ load: fromHub, modelsFolder, allowDownload: true, note }),
  );
  expect(await first.embed(['cake'])).toEqual([Float32Array.of(0, 0, 0, 1)]);
  expect(asked).toContain('onnx/model_quantized.onnx');
  expect(note.mock.calls).toEqual([
    ['downloading https://huggingface.co/someone/tiny; this may take minutes'],
  ]);

  const count = asked.length;
  for (const allowDownload of [true, false]) {
    const again = await embedderFor(
      'someone/tiny',
      portsWith({ load: fromHub, modelsFolder, allowDownload }),
    );
    expect(await again.embed(['cake'])).toEqual(await first.embed(['cake']));
    expect(again.version).toBe(first.version);
  }
  expect(asked).toHaveLength(count);
});

interface FakeLibrary {
  readonly env: { allowRemoteModels: boolean; fetch: () => Promise<unknown> };
  readonly pipeline: ReturnType<typeof vi.fn>;
}

/** A library that records its calls, for settings that the result of a model does not show. */
function fakeLibrary(modelType: string, heard: string[] = []): FakeLibrary {
  const extract = async (text: string) => {
    heard.push(text);
    return { tolist: () => [[1]] };
  };
  return {
    env: { allowRemoteModels: true, fetch: async () => 'fetched' },
    pipeline: vi.fn(async () => Object.assign(extract, { model: { config: { model_type: modelType } } })),
  };
}

test('without permission the library cannot download anything', async () => {
  const library = fakeLibrary('bert');
  const folder = folderWith(encoder);
  await embedderFor(folder, portsWith({ load: async () => library, device: 'cuda' }));
  expect(library.env.allowRemoteModels).toBe(false);
  await expect(library.env.fetch()).rejects.toThrow('downloads are not allowed');
  const options = { device: 'cuda', local_files_only: true, dtype: 'fp32', subfolder: 'onnx' };
  expect(library.pipeline.mock.calls).toEqual([['feature-extraction', folder, options]]);
});

test.each<[string, 'text' | 'query' | undefined, string]>([
  ['qwen3', 'query', 'Instruct: Find the skill that helps an agent with this task\nQuery: cake'],
  ['qwen3', 'text', 'cake'],
  ['qwen3', undefined, 'cake'],
  ['bert', 'query', 'cake'],
])('a model of the type %s reads a %s as %j', async (type, purpose, expected) => {
  const heard: string[] = [];
  const load = async () => fakeLibrary(type, heard);
  const embedder = await embedderFor(folderWith(encoder), portsWith({ load }));
  await embedder.embed(['cake'], purpose);
  expect(heard).toEqual([expected]);
});

test('other weights in the same folder have another version', async () => {
  const folder = folderWith(encoder);
  const ports = portsWith({ load: async () => fakeLibrary('bert') });
  const before = await embedderFor(folder, ports);
  writeTinyModel(folder, { ...encoder, words: [...words, 'more'] });
  expect((await embedderFor(folder, ports)).version).not.toBe(before.version);
});

test.each([{}, { env: {} }, { env: {}, pipeline: async () => 'no model' }])(
  'a library that is %j is refused',
  async (library) => {
    const wrong = embedderFor(folderWith(encoder), portsWith({ load: async () => library }));
    await expect(wrong).rejects.toMatchObject({ code: 'model-failed' });
  },
);

test.each<[unknown, number | undefined]>([
  [[[1.5]], 1.5],
  [[[1, 4]], 3],
  [[[1, 2, 3]], undefined],
  [[[]], undefined],
  [[[Number.NaN]], undefined],
  [[], undefined],
  [undefined, undefined],
])('the outputs %j of a reranker are the score %s', async (outputs, expected) => {
  const classify = async () => ({ logits: { tolist: () => outputs } });
  const loading = (loaded: unknown) => ({ from_pretrained: async () => loaded });
  const library = {
    env: {},
    AutoTokenizer: loading(() => ({})),
    AutoModelForSequenceClassification: loading(classify),
  };
  const reranker = await rerankerFor(folderWith(crossEncoder), portsWith({ load: async () => library }));
  const scores = reranker.score('query', ['text']);
  if (expected === undefined) await expect(scores).rejects.toMatchObject({ code: 'model-failed' });
  else expect(await scores).toEqual([expected]);
});
