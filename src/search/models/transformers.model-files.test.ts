import { expect, test } from 'vitest';
import { modelFiles } from './transformers.js';

const texts = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

function check(files: readonly string[], expected: object): void {
  const stat = (path: string) =>
    files.some((file) => path === `/m/${file}`) ? { sizeBytes: 5, mtimeMs: 7 } : undefined;
  // A folder without a name gives a double slash.
  expect(modelFiles('/m', (path) => stat(path.replaceAll('//', '/')))).toEqual(expected);
}

const found = (dtype: string, subfolder: string) => ({
  kind: 'found',
  dtype,
  subfolder,
  version: `${dtype} 5 7`,
});
const missing = (file: string) => ({ kind: 'missing', file });

test.each<[readonly string[], object]>([
  [[], missing('config.json')],
  [['config.json', 'onnx/model.onnx'], missing('tokenizer.json')],
  [['config.json', 'tokenizer.json'], missing('tokenizer_config.json')],
  [texts, missing('onnx/model.onnx')],
  [[...texts, 'model.safetensors'], missing('onnx/model.onnx')],
  [[...texts, 'onnx/model.onnx'], found('fp32', 'onnx')],
  [[...texts, 'model.onnx'], found('fp32', '')],
  [[...texts, 'model_q4.onnx', 'onnx/model_fp16.onnx'], found('fp16', 'onnx')],
  [[...texts, 'onnx/model.onnx', 'onnx/model_quantized.onnx'], found('q8', 'onnx')],
])('%j', check);
