/*
 * Parses the values of `search.model` and `search.reranker`.
 */

export type ModelSetting =
  | { readonly kind: 'off' }
  | { readonly kind: 'offline' }
  | Endpoint
  | LocalModel
  | { readonly kind: 'unknown' };

export interface Endpoint {
  readonly kind: 'endpoint';
  /** The address of the API, without `/embeddings`. */
  readonly url: URL;
  readonly model: string;
}

/** A model that runs on this machine. */
export type LocalModel =
  | { readonly kind: 'folder'; readonly name: string; readonly path: string }
  | { readonly kind: 'hub'; readonly name: string; readonly id: string };

export function modelSetting(setting: string): ModelSetting {
  if (setting === 'off' || setting === 'offline') return { kind: setting };
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(setting)) return endpoint(setting) ?? { kind: 'unknown' };
  if (/^(~|\.{1,2})?[/\\]|^[A-Za-z]:[/\\]/.test(setting)) {
    return { kind: 'folder', name: setting, path: setting };
  }
  if (/^[\w-][\w.-]*\/[\w-][\w.-]*$/.test(setting)) {
    return { kind: 'hub', name: setting, id: onnxExports.get(setting) ?? setting };
  }
  return { kind: 'unknown' };
}

/** Models that are published without ONNX weights, and the repositories that provide them. */
const onnxExports: ReadonlyMap<string, string> = new Map([
  ['Qwen/Qwen3-Embedding-0.6B', 'onnx-community/Qwen3-Embedding-0.6B-ONNX'],
  ['BAAI/bge-reranker-v2-m3', 'onnx-community/bge-reranker-v2-m3-ONNX'],
]);

/** Plain HTTP is allowed only for this machine, and an address must not contain a login. */
function endpoint(setting: string): Endpoint | undefined {
  if (!URL.canParse(setting)) return undefined;
  const url = new URL(setting);
  const model = /#(.*)$/s.exec(setting)?.[1] ?? '';
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
  if (!isSafe || model === '' || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return { kind: 'endpoint', url, model };
}
