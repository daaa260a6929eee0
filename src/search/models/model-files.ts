/*
 * The files of a model in a folder, as transformers.js wants them: a configuration, a tokenizer, and the weights in one
 * of several precisions, in `onnx/` or beside the others.
 */

import type { FileStat } from './model-ports.js';

export type ModelFiles =
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
export const defaultPrecision = 'q8';

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
