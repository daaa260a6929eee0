/*
 * Which ids are meant by `--root`, for verbs that read records instead of folders. Without the flag all are, also those
 * of roots that are not there now, such as the ones of other projects.
 */

import type { OpenLibrary } from '../library/open-library.js';
import type { Input } from './input.js';

export function inChosenRoots(input: Input, { roots }: OpenLibrary): (id: string) => boolean {
  if (input.texts('root').length === 0) return () => true;
  const labels = new Set(roots.map(({ label }) => label));
  return (id) => labels.has(id.slice(0, id.indexOf(':')));
}
