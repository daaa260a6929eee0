/*
 * Slugs that nothing may be published under: addresses of the server's own pages, and words that programs write where
 * they had no name to write.
 */

import { CoppiceError } from '../../system/errors.js';

const reserved = ['new', 'admin', 'api', 'null', 'undefined'];

export function isReservedSlug(slug: string): boolean {
  return reserved.includes(slug);
}

export function refuseReservedSlug(slug: string): void {
  if (isReservedSlug(slug)) throw new CoppiceError('bad-value', `the slug \`${slug}\` is reserved`);
}
