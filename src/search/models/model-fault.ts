/*
 * The libraries that run models throw errors of no particular kind. Whatever they throw, the model cannot be used, and
 * that is a refusal and no fault of the program.
 */

import type { Refuse } from './model-ports.js';

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
