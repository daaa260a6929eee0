/*
 * The models that the configuration names. One that is not there or switched off is refused with what to do about it;
 * nothing falls back to another, whose answers would be taken for those of the one that was chosen.
 */

import type { Reranker } from '../embedding.js';
import { energeticEmbedder } from './energetic.js';
import { httpEmbedder } from './http-embedder.js';
import type { CacheableEmbedder, ModelPorts } from './model-ports.js';
import { modelSetting } from './model-setting.js';
import { transformersEmbedder, transformersReranker } from './transformers.js';

/** By the value of `search.model`. */
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
      throw ports.refuse('model-missing', 'the embedding model is switched off (search.model = "off")', {
        hint: 'search.model = "offline" is the model that needs no set-up',
      });
    case 'unknown':
      throw ports.refuse('bad-value', `search.model cannot be ${JSON.stringify(setting)}`, {
        hint: 'give offline, off, owner/name, the path of a folder, or https://host/v1#model (http on this machine only)',
      });
    default:
      return model satisfies never;
  }
}

/** By the value of `search.reranker`. */
export async function rerankerFor(setting: string, ports: ModelPorts): Promise<Reranker> {
  const model = modelSetting(setting);
  switch (model.kind) {
    case 'folder':
    case 'hub':
      return await transformersReranker(model, ports);
    case 'off':
      throw ports.refuse('model-missing', 'the reranking model is switched off (search.reranker = "off")', {
        hint: 'search.reranker = "BAAI/bge-reranker-v2-m3" is the usual one',
      });
    case 'offline':
    case 'endpoint':
    case 'unknown':
      throw ports.refuse('bad-value', `search.reranker cannot be ${JSON.stringify(setting)}`, {
        hint: 'give off, owner/name, or the path of a folder',
      });
    default:
      return model satisfies never;
  }
}
