/*
 * Models of a few words with the files that a tokenizer needs: small enough to generate here, and loaded by the same code
 * as large ones.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OnnxGraph, onnxBytes } from './onnx-bytes.fixture.js';

export interface TinyModel {
  /** An encoder returns a vector per word; a cross-encoder counts the words that a pair shares. */
  readonly graph: 'encoder' | 'cross-encoder';
  /** Each word has its own dimension, so the vector of a text counts its words. */
  readonly words: readonly string[];
  /** The kind of model, as its configuration names it. */
  readonly type: string;
  /** Where in the folder the graph is written. */
  readonly graphFile: string;
}

const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

export function writeTinyModel(folder: string, { graph, words, type, graphFile }: TinyModel): void {
  const vocabulary = [...specials, ...words];
  const path = join(folder, graphFile);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, onnxBytes(graphs[graph](vocabulary.map((_, id) => directionOf(id, words.length)))));
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
  write('config.json', { model_type: type });
  write('tokenizer_config.json', {
    tokenizer_class: 'PreTrainedTokenizerFast',
    model_max_length: 64,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
  });
  write('tokenizer.json', tokenizer(vocabulary));
}

/** Special tokens have no direction. */
function directionOf(id: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => Number(id === specials.length + index));
}

type Table = readonly (readonly number[])[];

const graphs = {
  encoder: (table: Table): OnnxGraph => ({
    nodes: [{ operator: 'Gather', inputs: ['table', 'input_ids'], output: 'last_hidden_state' }],
    tables: { table },
    numbers: {},
    output: { name: 'last_hidden_state', shape: ['batch', 'sequence', 'size'] },
  }),
  // The squared length of the sum of all words: one that both texts have counts fourfold instead of twice.
  'cross-encoder': (table: Table): OnnxGraph => ({
    nodes: [
      { operator: 'Gather', inputs: ['table', 'input_ids'], output: 'vectors' },
      { operator: 'ReduceSum', inputs: ['vectors', 'axis'], output: 'sums' },
      { operator: 'Squeeze', inputs: ['sums', 'axis'], output: 'sum' },
      { operator: 'Mul', inputs: ['sum', 'sum'], output: 'squares' },
      { operator: 'ReduceSum', inputs: ['squares', 'axis'], output: 'logits' },
    ],
    tables: { table },
    numbers: { axis: 1 },
    output: { name: 'logits', shape: ['batch', 1] },
  }),
} as const;

function tokenizer(vocabulary: readonly string[]): object {
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const sequence = (id: string) => ({ Sequence: { id, type_id: 0 } });
  return {
    version: '1.0',
    added_tokens: specials.map((content, id) => ({ id, content, special: true })),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), sequence('A')],
      pair: [special('[CLS]'), sequence('A'), special('[SEP]'), sequence('B')],
      special_tokens: Object.fromEntries(
        specials.map((token, id) => [token, { id: token, ids: [id], tokens: [token] }]),
      ),
    },
    decoder: null,
    model: {
      type: 'WordLevel',
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
      unk_token: '[UNK]',
    },
  };
}
