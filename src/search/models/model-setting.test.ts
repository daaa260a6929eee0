import { expect, test } from 'vitest';
import { modelSetting } from './model-setting.js';

function check(setting: string, expected: object): void {
  expect(modelSetting(setting)).toEqual(expected);
}

const unknown = { kind: 'unknown' };
const hub = (id: string, name = id) => ({ kind: 'hub', name, id });
const folder = (path: string) => ({ kind: 'folder', name: path, path });
const endpoint = (url: string, model: string) => ({ kind: 'endpoint', url: new URL(url), model });

test.each<[string, object]>([
  ['off', { kind: 'off' }],
  ['offline', { kind: 'offline' }],
  ['', unknown],
  ['ofline', unknown],
  ['a/b/c', unknown],
  ['a/..', unknown],
  ['../b', folder('../b')],
  ['./models/mine', folder('./models/mine')],
  ['~/models/mine', folder('~/models/mine')],
  ['/models/mine', folder('/models/mine')],
  ['C:\\models\\mine', folder('C:\\models\\mine')],
  ['Xenova/all-MiniLM-L6-v2', hub('Xenova/all-MiniLM-L6-v2')],
  ['Qwen/Qwen3-Embedding-0.6B', hub('onnx-community/Qwen3-Embedding-0.6B-ONNX', 'Qwen/Qwen3-Embedding-0.6B')],
  ['BAAI/bge-reranker-v2-m3', hub('onnx-community/bge-reranker-v2-m3-ONNX', 'BAAI/bge-reranker-v2-m3')],
  ['https://host.example/v1#small', endpoint('https://host.example/v1', 'small')],
  ['https://host.example/v1?api=2#BAAI/bge-m3', endpoint('https://host.example/v1?api=2', 'BAAI/bge-m3')],
  ['https://host.example/v1#100%', endpoint('https://host.example/v1', '100%')],
  ['http://127.0.0.1:11434/v1#small', endpoint('http://127.0.0.1:11434/v1', 'small')],
  ['http://localhost/v1#small', endpoint('http://localhost/v1', 'small')],
  ['http://[::1]:80/v1#small', endpoint('http://[::1]/v1', 'small')],
  ['https://host.example/v1', unknown],
  ['https://host.example/v1#', unknown],
  ['https://user:secret@host.example/v1#small', unknown],
  ['https://token@host.example/v1#small', unknown],
  ['http://host.example/v1#small', unknown],
  ['http://127.0.0.1.host.example/v1#small', unknown],
  ['http://localhost.host.example/v1#small', unknown],
  ['ftp://127.0.0.1/v1#small', unknown],
  ['file:///models/mine', unknown],
  ['https://#small', unknown],
])('%s', check);
