/*
 * Where a refusal of the disk is no worse than absence: caches, other agents' manifests, folders on the PATH.
 */

import { CoppiceError } from '../../text/errors.js';

export function unlessRefused<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return undefined;
  }
}
