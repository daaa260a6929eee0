/*
 * An embedder that runs a model of the user's choice with transformers.js. One text at a time: it runs beside people's
 * work, and padding texts to one length would move the last token, which some models put the meaning in.
 */

import { call, isCallable, member } from './foreign.js';
import { refuseOnFailure } from './model-fault.js';
import type { CacheableEmbedder, ModelPorts } from './model-ports.js';
import type { LocalModel } from './model-setting.js';
import { openModel } from './transformers-library.js';
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
