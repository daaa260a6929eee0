/*
 * Whether a request was sent to this machine by a name that can only mean this machine. A page from elsewhere may let a
 * name of its own lead to 127.0.0.1, and then speaks to a server here as to its own; but the name it used stands in the
 * header Host, which no page can change.
 */

import { isLoopback } from './client-address.js';

/** Of the header, with or without a port. What is no name at all is not this machine's. */
export function isLoopbackHost(host: string | null): boolean {
  const name = /^(\[.*\]|[^:]*)(?::\d*)?$/
    .exec(host ?? '')?.[1]
    ?.toLowerCase()
    .replace(/\.$/, '');
  if (name === undefined) return false;
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || isLoopback(name);
}
