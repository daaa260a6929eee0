/*
 * What the models are given of the world. The room of search reads no disk, loads no package and knows no error of the
 * program by itself, so whoever wants a model hands these in.
 */

import type { Embedder } from '../embedding.js';

export interface ModelPorts {
  /** The module of a package that is no dependency. Rejects, with what to do about it, where it is not installed. */
  load(wanted: ModelPackage): Promise<unknown>;
  /** Follows links. Undefined when no file is there. */
  fileStat(path: string): FileStat | undefined;
  /** The path of a folder that the configuration names, wherever it is read from. */
  absolute(path: string): string;
  /** The error to throw. */
  readonly refuse: Refuse;
  /** Tells the user what takes long. */
  talk(line: string): void;
  /** Where models are looked for by their ids, and where a download goes: `<folder>/<owner>/<name>`. */
  readonly modelsFolder: string;
  /** The user's consent to fetch a model that is not there. */
  readonly mayDownload: boolean;
  /** What the models run on, as transformers.js names it. */
  readonly device: string;
  readonly endpoint: EndpointPorts;
}

export interface EndpointPorts {
  /** The secret that the endpoint wants, if it wants one. */
  readonly key: string | undefined;
  readonly timeoutMs: number;
  wait(ms: number): Promise<void>;
}

interface ModelPackage {
  readonly name: string;
  readonly version: string;
  /** What is not possible without it, as the subject of a sentence. */
  readonly need: string;
  /** `name@version` of others that are to be installed with it. */
  readonly together?: readonly string[];
}

export interface FileStat {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
}

type Refuse = (
  code: 'bad-value' | 'model-missing' | 'model-failed',
  message: string,
  details: { readonly hint: string; readonly cause?: unknown },
) => Error;

/** An embedder whose vectors can be kept. */
export interface CacheableEmbedder extends Embedder {
  /** Changes whenever the same text may get another vector, as when other weights lie in the same folder. */
  readonly version: string;
}

/*
 * The libraries that run models throw errors of no particular kind. Whatever they throw, the model cannot be used, and
 * that is a refusal and no fault of the program.
 */

export async function refuseOnFailure<T>(refuse: Refuse, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw refuse('model-failed', `the model ${name} cannot be used: ${why}`, {
      hint: 'name another by search.model or search.reranker, or search without --semantic',
      cause: error,
    });
  }
}
