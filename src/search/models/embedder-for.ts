/*
 * Opens the models that the configuration names. A missing or disabled model is an error with a hint; there is no
 * fallback to another model, because its results would be taken for those of the chosen one.
 */

import type { Reranker } from '../embedding.js';
import { energeticEmbedder } from './energetic.js';
import { httpEmbedder } from './http-embedder.js';
import type { CacheableEmbedder, ModelPorts } from './model-ports.js';
import { modelSetting } from './model-setting.js';
import { transformersEmbedder, transformersReranker } from './transformers.js';

/** The embedder for a value of `search.model`. */
export async function embedderFor(setting: string, ports: ModelPorts): Promise<CacheableEmbedder> {
  const model = modelSetting(setting);
  switch (model.kind) {
    case 'offline':
      return await energeticEmbedder(ports);
    case 'endpoint':
      return httpEmbedder(model, ports);
    case 'folder':
    case 'hub':
      return await transformersEmbedder(model, ports);
    case 'off':
      throw ports.refuse('model-missing', 'the embedding model is disabled (search.model = "off")', {
        hint: 'search.model = "offline" selects the model that needs no setup',
      });
    case 'unknown':
      throw ports.refuse('bad-value', `invalid value for search.model: ${JSON.stringify(setting)}`, {
        hint: 'use offline, off, owner/name, the path of a folder, or https://host/v1#model (http only for this machine)',
      });
    default:
      return model satisfies never;
  }
}

/** The reranker for a value of `search.reranker`. */
export async function rerankerFor(setting: string, ports: ModelPorts): Promise<Reranker> {
  const model = modelSetting(setting);
  switch (model.kind) {
    case 'folder':
    case 'hub':
      return await transformersReranker(model, ports);
    case 'off':
      throw ports.refuse('model-missing', 'the reranking model is disabled (search.reranker = "off")', {
        hint: 'the recommended setting is search.reranker = "BAAI/bge-reranker-v2-m3"',
      });
    case 'offline':
    case 'endpoint':
    case 'unknown':
      throw ports.refuse('bad-value', `invalid value for search.reranker: ${JSON.stringify(setting)}`, {
        hint: 'use off, owner/name, or the path of a folder',
      });
    default:
      return model satisfies never;
  }
}
