/*
 * Embedders and rerankers that run a model of the user's choice with transformers.js. Texts are embedded one at a time,
 * because padding would move the last token, which carries the meaning in some models. The library would download what
 * it does not find, so it is kept offline unless the user allows downloads.
 */

import type { Reranker } from '../embedding.js';
import { call, isCallable, member } from './foreign.js';
import { type CacheableEmbedder, type FileStat, type ModelPorts, refuseOnFailure } from './model-ports.js';
import type { LocalModel } from './model-setting.js';
import { unitVectors } from './unit-vectors.js';

export async function transformersEmbedder(model: LocalModel, ports: ModelPorts): Promise<CacheableEmbedder> {
  const { library, source, options, version } = await openModel(model, ports);
  const { refuse } = ports;
  const extract = await refuseOnFailure(refuse, model.name, async () => {
    const loaded = await call(library, 'pipeline', 'feature-extraction', source, options);
    if (!isCallable(loaded)) throw new Error('transformers.js cannot extract features');
    return loaded;
  });
  const { pooling, queryPrefix } = conventionsOf(
    member(member(member(extract, 'model'), 'config'), 'model_type'),
  );
  return {
    name: model.name,
    version: version(),
    embed: (texts, purpose) => {
      const prefix = purpose === 'query' ? queryPrefix : '';
      const run = async ([text]: readonly string[]) =>
        call(await extract(`${prefix}${text}`, { pooling }), 'tolist');
      return refuseOnFailure(refuse, model.name, () => unitVectors(texts, 1, run));
    },
  };
}

interface ModelConventions {
  /** How the vectors of the tokens become the vector of the text. */
  readonly pooling: 'mean' | 'last_token';
  readonly queryPrefix: string;
}

const defaultConventions: ModelConventions = { pooling: 'mean', queryPrefix: '' };

/** Models that put the meaning into the last token, and expect an instruction before a query. */
const instructed: ModelConventions = {
  pooling: 'last_token',
  queryPrefix: 'Instruct: Find the skill that helps an agent with this task\nQuery: ',
};

function conventionsOf(modelType: unknown): ModelConventions {
  return modelType === 'qwen3' ? instructed : defaultConventions;
}

/**
 * A model that reads a query and a text together, and returns how well they match. Any ONNX export for sequence
 * classification works, with one output (the score) or two (no and yes).
 */
export async function transformersReranker(model: LocalModel, ports: ModelPorts): Promise<Reranker> {
  const { library, source, options } = await openModel(model, ports);
  const { refuse } = ports;
  const load = async (name: string) => {
    const loaded = await call(member(library, name), 'from_pretrained', source, options);
    if (!isCallable(loaded)) throw new Error(`transformers.js has no ${name}`);
    return loaded;
  };
  const [tokenize, classify] = await refuseOnFailure(refuse, model.name, async () => [
    await load('AutoTokenizer'),
    await load('AutoModelForSequenceClassification'),
  ]);
  const scoreOf = async (query: string, text: string) => {
    const answer = await classify(await tokenize(query, { text_pair: text, truncation: true }));
    return scoreIn(call(member(answer, 'logits'), 'tolist'));
  };
  return {
    name: model.name,
    score: (query, texts) =>
      refuseOnFailure(refuse, model.name, async () => {
        const scores: number[] = [];
        for (const text of texts) scores.push(await scoreOf(query, text));
        return scores;
      }),
  };
}

/** The score in a batch of one. */
function scoreIn(rows: unknown): number {
  const outputs: unknown = Array.isArray(rows) ? rows[0] : undefined;
  if (Array.isArray(outputs) && outputs.every((value) => Number.isFinite(value))) {
    const [first, second] = outputs;
    if (outputs.length === 1) return first;
    if (outputs.length === 2) return second - first;
  }
  throw new Error('the model returns no score for a pair of texts');
}

type ModelFiles =
  | {
      readonly kind: 'found';
      /** The precision, as transformers.js names it. */
      readonly dtype: string;
      readonly subfolder: string;
      /** Identifies these weights, because others may replace them later. */
      readonly version: string;
    }
  | { readonly kind: 'missing'; readonly file: string };

/** The files that transformers.js needs: a configuration, a tokenizer, and the weights in `onnx/` or beside them. */
export function modelFiles(folder: string, fileStat: (path: string) => FileStat | undefined): ModelFiles {
  const missing = ['config.json', 'tokenizer.json', 'tokenizer_config.json'].find(
    (file) => fileStat(`${folder}/${file}`) === undefined,
  );
  if (missing !== undefined) return { kind: 'missing', file: missing };
  for (const subfolder of ['onnx', '']) {
    for (const [dtype, suffix] of precisions) {
      const stat = fileStat(`${folder}/${subfolder}/model${suffix}.onnx`);
      if (stat === undefined) continue;
      const version = `${dtype} ${stat.sizeBytes} ${stat.mtimeMs}`;
      return { kind: 'found', dtype, subfolder, version };
    }
  }
  return { kind: 'missing', file: 'onnx/model.onnx' };
}

/** The precision to download: a quarter of the size, and hardly worse at ranking. */
const defaultPrecision = 'q8';

/** Precisions with the suffix of the file name, in order of preference. */
const precisions = [
  [defaultPrecision, '_quantized'],
  ['int8', '_int8'],
  ['uint8', '_uint8'],
  ['fp32', ''],
  ['fp16', '_fp16'],
  ['q4', '_q4'],
  ['q4f16', '_q4f16'],
  ['bnb4', '_bnb4'],
] as const;

interface OpenedModel {
  readonly library: unknown;
  /** The path of the folder, or the id to download. */
  readonly source: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The version of the weights, which may not exist before loading. */
  version(): string;
}

/** Finds the files and loads the library; the caller loads the model. A missing model is refused before that. */
async function openModel(model: LocalModel, ports: ModelPorts): Promise<OpenedModel> {
  const folder = model.kind === 'folder' ? ports.absolute(model.path) : `${ports.modelsFolder}/${model.id}`;
  const found = modelFiles(folder, ports.fileStat);
  const isDownloaded = found.kind === 'missing' && model.kind === 'hub' && ports.allowDownload;
  if (found.kind === 'missing' && !isDownloaded) throw missing(model, folder, found.file, ports);
  const library = await ports.load({
    name: '@huggingface/transformers',
    version: '4.3.1',
    need: `the model ${model.name}`,
  });
  await refuseOnFailure(ports.refuse, model.name, async () => restrictNetwork(library, ports));
  if (isDownloaded) ports.note(`downloading https://huggingface.co/${model.id}; this may take minutes`);
  return {
    library,
    source: isDownloaded ? model.id : folder,
    options: {
      device: ports.device,
      local_files_only: !isDownloaded,
      ...(found.kind === 'found'
        ? { dtype: found.dtype, subfolder: found.subfolder }
        : { dtype: defaultPrecision }),
    },
    version: () => {
      const now = modelFiles(folder, ports.fileStat);
      return now.kind === 'found' ? now.version : '';
    },
  };
}

function missing(model: LocalModel, folder: string, file: string, { refuse }: ModelPorts): Error {
  return refuse('model-missing', `the model ${model.name} was not found: ${folder} has no ${file}`, {
    hint:
      model.kind === 'folder'
        ? 'use a folder with an ONNX export for transformers.js'
        : `download https://huggingface.co/${model.id} into that folder, or allow downloads with search.allow_download = true`,
  });
}

const errorLogLevel = 40;

function restrictNetwork(library: unknown, { modelsFolder, allowDownload }: ModelPorts): void {
  const settings = member(library, 'env');
  if (typeof settings !== 'object' || settings === null) throw new Error('transformers.js has no settings');
  Object.assign(settings, {
    allowLocalModels: true,
    allowRemoteModels: allowDownload,
    cacheDir: modelsFolder,
    logLevel: errorLogLevel,
    // A second barrier, in case a version of the library ignores the settings.
    fetch: allowDownload ? fetch : refuseToFetch,
  });
}

async function refuseToFetch(): Promise<never> {
  throw new Error('downloads are not allowed (search.allow_download)');
}
