import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../library/config/config.js';
import { cosine } from '../search/embedding.js';
import { hasTransformers } from '../search/models/model-ports.fixture.js';
import { writeTinyModel } from '../search/models/tiny-model.fixture.js';
import { memoryFiles } from '../system/disk/memory-disk.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import type { Context } from './context.js';
import { contextWith } from './context.world.js';
import { semanticModels, vectorStore } from './semantic-models.js';

const home = '/user/.coppice';
const place = { home, writesCaches: true };

const configured = (text = '') => readConfig(text, 'config.toml');

/** How similar the offline model finds two texts. */
async function similarity(context: Context, left: string, right: string): Promise<number> {
  const embedder = await semanticModels(context, configured(), place).embedder();
  const [first, second] = await embedder.embed([left, right]);
  return first && second ? cosine(first, second) : Number.NaN;
}

function cached(context: Context): readonly string[] {
  return (context.files.list(`${home}/cache`) ?? []).map(({ name }) => name);
}

test('the usual model is the offline one, and its vectors are kept in the home', async () => {
  const context = contextWith({});
  const first = await similarity(context, 'a cat', 'a kitten');
  expect(first).toBeGreaterThan(await similarity(context, 'a cat', 'a database'));
  expect(cached(context)).toEqual([expect.stringMatching(/^vectors-[0-9a-f]{8}\.bin$/)]);
  const [name] = cached(context);
  const size = () => context.files.stat(`${home}/cache/${name}`)?.sizeBytes;
  const before = size();
  expect(await similarity(context, 'a kitten', 'a cat')).toBeCloseTo(first, 6);
  expect(size()).toBe(before);
});

test('a run that may not write caches writes none', async () => {
  const context = contextWith({});
  const embedder = await semanticModels(context, configured(), { home, writesCaches: false }).embedder();
  expect(await embedder.embed(['a'])).toHaveLength(1);
  expect(context.files.stat(home)).toBe(undefined);
});

test('a cache that cannot be written is done without', async () => {
  const files = memoryFiles();
  files.makeFolder(home);
  files.write(`${home}/cache`, new TextEncoder().encode('a file in the place of the folder'));
  expect(await similarity(contextWith({ files }), 'a cat', 'a cat')).toBeCloseTo(1, 6);
});

test('the file of a model is created, added to, replaced, and put aside once', () => {
  const store = vectorStore(contextWith({}), { home, writesCaches: true }, 'model');
  const bytes = (text: string) => new TextEncoder().encode(text);
  const held = () =>
    [store.read(), store.readRetired()].map((held) => held && new TextDecoder().decode(held));
  expect(held()).toEqual([undefined, undefined]);
  expect([store.create(bytes('one')), store.create(bytes('two'))]).toEqual([true, false]);
  store.append(bytes(', more'));
  expect(held()).toEqual(['one, more', undefined]);
  store.retire('one, more'.length);
  expect(held()).toEqual([undefined, 'one, more']);
  store.create(bytes('three'));
  store.retire('one, more'.length);
  expect(held()).toEqual(['three', 'one, more']);
  store.replace(bytes('four and more'));
  store.retire('four and more'.length);
  expect(held()).toEqual([undefined, 'four and more']);
});

test.each<[Readonly<Record<string, string>>, number]>([
  [{}, 170],
  [{ COPPICE_SEMANTIC_TEXT_LIMIT: '' }, 170],
  [{ COPPICE_SEMANTIC_TEXT_LIMIT: '900.5' }, 900],
  [{ COPPICE_SEMANTIC_TEXT_LIMIT: '10' }, 200],
  [{ COPPICE_SEMANTIC_TEXT_LIMIT: 'much' }, 170],
])('with %j texts are cut to %i characters', (environment, expected) => {
  expect(semanticModels(contextWith({ environment }), configured(), place).textLimit).toBe(expected);
});

test('what is not there is refused as everything is', async () => {
  const models = semanticModels(contextWith({}), configured('[search]\nmodel = "~/mine"\n'), place);
  await expect(models.embedder()).rejects.toMatchObject({
    name: 'CoppiceError',
    code: 'model-missing',
    message: 'the model ~/mine was not found: /user/mine has no config.json',
  });
  await expect(models.reranker()).rejects.toMatchObject({
    code: 'model-missing',
    message: expect.stringContaining(
      `${home}/models/onnx-community/bge-reranker-v2-m3-ONNX has no config.json`,
    ),
  });
});

test('a model needs transformers.js, and the error says so where it is missing', async () => {
  const folder = tinyModel('encoder');
  const context = contextWith({ files: nodeFiles, environment: { COPPICE_PACKAGES: '/nowhere' } });
  const models = semanticModels(context, configured(`[search]\nmodel = "${folder}"\n`), place);
  await expect(models.embedder()).rejects.toMatchObject({
    code: 'package-missing',
    hint: 'npm install --prefix /nowhere @huggingface/transformers@4.3.1',
  });
});

test.runIf(hasTransformers())('with transformers.js, a folder is a model', async () => {
  const packages = process.env['COPPICE_PACKAGES'] ?? '';
  const context = contextWith({ files: nodeFiles, environment: { COPPICE_PACKAGES: packages } });
  const config = {
    'search.model': tinyModel('encoder'),
    'search.reranker': tinyModel('cross-encoder'),
    'search.allow_download': false,
  };
  const models = semanticModels(context, config, { home, writesCaches: false });
  expect(await (await models.embedder()).embed(['cake', 'server'])).toEqual([
    Float32Array.of(0, 1),
    Float32Array.of(1, 0),
  ]);
  expect(await (await models.reranker()).score('cake', ['server', 'cake'])).toEqual([2, 4]);
});

function tinyModel(graph: 'encoder' | 'cross-encoder'): string {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-model-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeTinyModel(folder, { graph, type: 'bert', words: ['server', 'cake'], graphFile: 'model.onnx' });
  return folder;
}
