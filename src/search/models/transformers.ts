/*
 * An embedder that runs a model of the user's choice with transformers.js. One text at a time: it runs beside people's
 * work, and padding texts to one length would move the last token, which some models put the meaning in.
 */

import type { Reranker } from '../embedding.js';
import { call, isCallable, member } from './foreign.js';
import { type CacheableEmbedder, type FileStat, type ModelPorts, refuseOnFailure } from './model-ports.js';
import type { LocalModel } from './model-setting.js';
import { unitVectors } from './unit-vectors.js';

export async function transformersEmbedder(place: LocalModel, ports: ModelPorts): Promise<CacheableEmbedder> {
  const { library, source, options, version } = await openModel(place, ports);
  const { refuse } = ports;
  const extract = await refuseOnFailure(refuse, place.name, async () => {
    const loaded = await call(library, 'pipeline', 'feature-extraction', source, options);
    if (!isCallable(loaded)) throw new Error('transformers.js cannot extract features');
    return loaded;
  });
  const { pooling, queryPrefix } = habitsOf(member(member(member(extract, 'model'), 'config'), 'model_type'));
  return {
    name: place.name,
    version: version(),
    embed: (texts, purpose) => {
      const prefix = purpose === 'query' ? queryPrefix : '';
      const ask = async ([text]: readonly string[]) =>
        call(await extract(`${prefix}${text}`, { pooling }), 'tolist');
      return refuseOnFailure(refuse, place.name, () => unitVectors(texts, 1, ask));
    },
  };
}

interface Habits {
  /** How the vectors of the tokens become the vector of the text. */
  readonly pooling: 'mean' | 'last_token';
  readonly queryPrefix: string;
}

const usual: Habits = { pooling: 'mean', queryPrefix: '' };

/** Trained to hold the meaning of all in the last token, and to be told what is looked for. */
const instructed: Habits = {
  pooling: 'last_token',
  queryPrefix: 'Instruct: Find the skill that helps an agent with this task\nQuery: ',
};

function habitsOf(modelType: unknown): Habits {
  return modelType === 'qwen3' ? instructed : usual;
}

/*
 * A reranker: a model that reads query and text together, one pair at a time, and says how well they fit. Any ONNX
 * export that classifies sequences will do, with one output (the score) or two (no and yes).
 */

export async function transformersReranker(place: LocalModel, ports: ModelPorts): Promise<Reranker> {
  const { library, source, options } = await openModel(place, ports);
  const { refuse } = ports;
  const load = async (name: string) => {
    const loaded = await call(member(library, name), 'from_pretrained', source, options);
    if (!isCallable(loaded)) throw new Error(`transformers.js has no ${name}`);
    return loaded;
  };
  const [tokenize, classify] = await refuseOnFailure(refuse, place.name, async () => [
    await load('AutoTokenizer'),
    await load('AutoModelForSequenceClassification'),
  ]);
  const scoreOf = async (query: string, text: string) => {
    const answer = await classify(await tokenize(query, { text_pair: text, truncation: true }));
    return scoreIn(call(member(answer, 'logits'), 'tolist'));
  };
  return {
    name: place.name,
    score: (query, texts) =>
      refuseOnFailure(refuse, place.name, async () => {
        const scores: number[] = [];
        for (const text of texts) scores.push(await scoreOf(query, text));
        return scores;
      }),
  };
}

/** Of a batch of one. */
function scoreIn(rows: unknown): number {
  const outputs: unknown = Array.isArray(rows) ? rows[0] : undefined;
  if (Array.isArray(outputs) && outputs.every((value) => Number.isFinite(value))) {
    const [first, second] = outputs;
    if (outputs.length === 1) return first;
    if (outputs.length === 2) return second - first;
  }
  throw new Error('it gives no score for a pair of texts');
}

/*
 * The files of a model in a folder, as transformers.js wants them: a configuration, a tokenizer, and the weights in one
 * of several precisions, in `onnx/` or beside the others.
 */

type ModelFiles =
  | {
      readonly kind: 'found';
      /** How transformers.js calls the precision. */
      readonly dtype: string;
      readonly subfolder: string;
      /** Tells these weights from others that may lie here later. */
      readonly version: string;
    }
  | { readonly kind: 'missing'; readonly file: string };

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

/** The precision that is downloaded: a quarter of the size, and hardly worse at ordering. */
const defaultPrecision = 'q8';

/** With the suffix of the file's name, in the order in which they are taken where several are there. */
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

/*
 * transformers.js, which runs the models that people choose themselves. It would fetch what it does not find, so here
 * it is told to stay on this machine unless the user has agreed to a download, and a model that is not there is refused
 * before the library is loaded.
 */

interface OpenedModel {
  readonly library: unknown;
  /** What the library finds it by: the path of its folder, or an id to fetch it by. */
  readonly source: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Of the weights, which may not be there before they are loaded. */
  version(): string;
}

/** Everything but loading the model, which its user does in its own way. */
async function openModel(place: LocalModel, ports: ModelPorts): Promise<OpenedModel> {
  const folder = place.kind === 'folder' ? ports.absolute(place.path) : `${ports.modelsFolder}/${place.id}`;
  const found = modelFiles(folder, ports.fileStat);
  const isFetched = found.kind === 'missing' && place.kind === 'hub' && ports.mayDownload;
  if (found.kind === 'missing' && !isFetched) throw missing(place, folder, found.file, ports);
  const library = await ports.load({
    name: '@huggingface/transformers',
    version: '4.3.1',
    need: `the model ${place.name}`,
  });
  await refuseOnFailure(ports.refuse, place.name, async () => keepOnThisMachine(library, ports));
  if (isFetched) ports.talk(`fetching https://huggingface.co/${place.id}, which may take minutes`);
  return {
    library,
    source: isFetched ? place.id : folder,
    options: {
      device: ports.device,
      local_files_only: !isFetched,
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

function missing(place: LocalModel, folder: string, file: string, { refuse }: ModelPorts): Error {
  return refuse('model-missing', `the model ${place.name} is not there: ${folder} has no ${file}`, {
    hint:
      place.kind === 'folder'
        ? 'name a folder with an ONNX export for transformers.js'
        : `put https://huggingface.co/${place.id} there, or allow its download: search.allow_download = true`,
  });
}

const onlyErrors = 40;

function keepOnThisMachine(library: unknown, { modelsFolder, mayDownload }: ModelPorts): void {
  const settings = member(library, 'env');
  if (typeof settings !== 'object' || settings === null) throw new Error('transformers.js has no settings');
  Object.assign(settings, {
    allowLocalModels: true,
    allowRemoteModels: mayDownload,
    cacheDir: modelsFolder,
    logLevel: onlyErrors,
    // Should a version of the library forget what it may, it ends here.
    fetch: mayDownload ? fetch : refuseToFetch,
  });
}

async function refuseToFetch(): Promise<never> {
  throw new Error('downloads are not allowed (search.allow_download)');
}
