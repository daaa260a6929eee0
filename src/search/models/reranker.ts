/*
 * A reranker: a model that reads query and text together, one pair at a time, and says how well they fit. Any ONNX
 * export that classifies sequences will do, with one output (the score) or two (no and yes).
 */

import type { Reranker } from '../models.js';
import { call, isCallable, member } from './foreign.js';
import { refuseOnFailure } from './model-fault.js';
import type { ModelPorts } from './model-ports.js';
import type { LocalModel } from './model-setting.js';
import { openModel } from './transformers-library.js';

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
