/*
 * The ports that models need. Search itself reads no disk, loads no package and creates no errors of the program, so the
 * caller provides these functions.
 */

import type { Embedder } from '../embedding.js';

export interface ModelPorts {
  /** Loads an optional package. Rejects with a hint if it is not installed. */
  load(wanted: ModelPackage): Promise<unknown>;
  /** Follows links. Undefined if there is no file. */
  fileStat(path: string): FileStat | undefined;
  /** The absolute path of a folder that the configuration names. */
  absolute(path: string): string;
  /** Creates the error to throw. */
  readonly refuse: Refuse;
  /** Shows the user a note about a long operation. */
  note(line: string): void;
  /** Contains models by id, and downloads: `<folder>/<owner>/<name>`. */
  readonly modelsFolder: string;
  /** Whether the user allows downloading a missing model. */
  readonly allowDownload: boolean;
  /** The device that models run on, as transformers.js names it. */
  readonly device: string;
  readonly endpoint: EndpointPorts;
}

export interface EndpointPorts {
  /** The API key, if the endpoint needs one. */
  readonly key: string | undefined;
  readonly timeoutMs: number;
  wait(ms: number): Promise<void>;
}

interface ModelPackage {
  readonly name: string;
  readonly version: string;
  /** What needs the package, as the subject of a sentence. */
  readonly need: string;
  /** `name@version` of other packages to install with it. */
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

/** An embedder whose vectors can be cached. */
export interface CacheableEmbedder extends Embedder {
  /** Changes whenever a text may get another vector, such as with other weights in the same folder. */
  readonly version: string;
}

/** Turns any error of a model library into a refusal: the model cannot be used, but the program works. */
export async function refuseOnFailure<T>(refuse: Refuse, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw refuse('model-failed', `the model ${name} cannot be used: ${why}`, {
      hint: 'choose another model with search.model or search.reranker, or search without --semantic',
      cause: error,
    });
  }
}
