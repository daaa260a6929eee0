/*
 * The models that the configuration names, wired to this machine: packages from beside Coppice or from the user's own
 * folder, models and vectors in the home, and nothing fetched without consent.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { Models } from '../evolve/rules/candidates.js';
import type { Config } from '../library/config/config.js';
import type { ReadLibrary } from '../library/read/catalog.js';
import { fromHome } from '../library/rules/roots.js';
import { embedderFor, rerankerFor } from '../search/models/embedder-for.js';
import type { ModelPorts } from '../search/models/model-ports.js';
import { cachedEmbedder, type VectorStore, vectorCache } from '../search/models/vector-cache.js';
import { homePaths } from '../system/home.js';
import { loadOptional, packagesFolder } from '../system/optional-package.js';
import { CoppiceError, unlessRefused } from '../text/errors.js';
import { sha256Hex } from '../text/hash.js';
import type { Context } from './context.js';

type CacheLocation = Pick<ReadLibrary, 'home' | 'writesCaches'>;

type ModelConfig = Pick<Config, 'search.model' | 'search.reranker' | 'search.allow_download'>;

export function semanticModels(context: Context, config: ModelConfig, place: CacheLocation): Models {
  const ports = modelPorts(context, config, place.home);
  return {
    embedder: async () => {
      const embedder = await embedderFor(config['search.model'], ports);
      const model = `${embedder.name} ${embedder.version}`;
      return cachedEmbedder(embedder, vectorCache(model, vectorStore(context, place, model)));
    },
    reranker: () => rerankerFor(config['search.reranker'], ports),
    textLimit: textLimit(
      context.environment['COPPICE_SEMANTIC_TEXT_LIMIT'],
      config['search.model'] === 'offline' ? offlineTextLimit : defaultTextLimit,
    ),
  };
}

/** The offline model takes as long as the text has words, and the first of them say what a skill is for. */
const offlineTextLimit = 170;
const defaultTextLimit = 512;
const minTextLimit = 200;

function textLimit(given: string | undefined, usual: number): number {
  const limit = Number(given || Number.NaN);
  return Number.isFinite(limit) ? Math.max(minTextLimit, Math.trunc(limit)) : usual;
}

const endpointTimeoutMs = 60_000;

function modelPorts(context: Context, config: ModelConfig, home: string): ModelPorts {
  const { files, environment, userHome } = context;
  const packages = packagesFolder(home, environment);
  return {
    load: (wanted) => loadOptional(wanted, packages),
    fileStat: (path) => {
      const stat = unlessRefused(() => files.stat(path));
      return stat?.kind === 'file' ? stat : undefined;
    },
    absolute: (path) => fromHome(path, userHome, home),
    refuse: (code, message, details) => new CoppiceError(code, message, details),
    note: (line) => context.terminal.stderr.write(`${line}\n`),
    modelsFolder: homePaths(home).models,
    allowDownload: config['search.allow_download'],
    device: environment['COPPICE_SEMANTIC_DEVICE'] || 'cpu',
    endpoint: {
      key: environment['COPPICE_EMBEDDING_KEY'] || undefined,
      timeoutMs: endpointTimeoutMs,
      wait: (ms) => delay(ms),
    },
  };
}

export function vectorStore(
  { files }: Pick<Context, 'files'>,
  { home, writesCaches }: CacheLocation,
  model: string,
): VectorStore {
  const { cache: folder, vectorCache } = homePaths(home);
  const path = vectorCache(sha256Hex(model).slice(0, 8));
  const retiredPath = `${path}.old`;
  const write = <T>(act: () => T): T | undefined => {
    if (!writesCaches) return undefined;
    return unlessRefused(() => {
      files.makeFolder(folder);
      return act();
    });
  };
  return {
    read: () => unlessRefused(() => files.read(path))?.bytes,
    create: (bytes) => write(() => files.create(path, bytes)) ?? true,
    append: (bytes) => write(() => files.append(path, bytes)),
    replace: (bytes) => write(() => files.write(path, bytes)),
    retire: (sizeBytes) =>
      write(() => {
        if ((files.stat(path)?.sizeBytes ?? 0) < sizeBytes) return;
        files.remove(retiredPath);
        files.rename(path, retiredPath);
      }),
    readRetired: () => unlessRefused(() => files.read(retiredPath))?.bytes,
    hash: (text) => Buffer.from(sha256Hex(text), 'hex'),
  };
}
