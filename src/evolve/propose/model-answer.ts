/*
 * What is asked of a model, and what comes back. Whatever goes wrong is an answer too: a draft is a convenience, and
 * nothing may depend on one.
 */

export interface ModelSettings {
  /** Of an API like OpenAI's, up to `/chat/completions`; empty for none. */
  readonly endpoint: string;
  readonly name: string;
  readonly key: string | undefined;
  /** Gets the question on stdin and answers on stdout; asked instead of the endpoint. Empty for none. */
  readonly command: string | readonly string[];
  /** Where the command runs. */
  readonly folder: string;
  readonly timeoutMs: number;
}

export type ModelAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly error: string };

export const maxAnswerBytes = 1024 * 1024;

export function failed(error: string): ModelAnswer {
  return { kind: 'failed', error };
}

export function tookTooLong(timeoutMs: number): ModelAnswer {
  return failed(`it took longer than ${timeoutMs / 1000} s`);
}
