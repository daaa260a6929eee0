/*
 * Lists of SCIM, a page at a time, and the attributes that a provider asks for (RFC 7644, 3.4.2.4 and 3.9).
 */

import { maxPageSize } from './discovery.js';
import { attributeName } from './filter.js';

interface Page {
  readonly startIndex: number;
  readonly count: number;
}

export interface Wanted {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

export function listAnswer<T>(
  all: readonly T[],
  { startIndex, count }: Page,
  answerOf: (one: T) => object,
): object {
  const start = Math.max(1, startIndex);
  const page = all.slice(start - 1, start - 1 + Math.min(Math.max(0, count), maxPageSize));
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: all.length,
    startIndex: start,
    itemsPerPage: page.length,
    Resources: page.map(answerOf),
  };
}

/** Everything that fits on one page. */
export function wholeList(all: readonly object[]): object {
  return listAnswer(all, { startIndex: 1, count: maxPageSize }, (one) => one);
}

const always = ['schemas', 'id', 'meta'];

/** A part of an attribute, such as `name.givenName`, asks for the whole of it. */
export function withAttributes(resource: object, { attributes, excludedAttributes }: Wanted): object {
  const only = attributes === undefined ? undefined : namesIn(attributes);
  const without = excludedAttributes === undefined ? [] : namesIn(excludedAttributes);
  const entries = Object.entries(resource).filter(([key]) => {
    const name = key.toLowerCase();
    if (always.includes(name)) return true;
    return (only === undefined || only.includes(name)) && !without.includes(name);
  });
  return Object.fromEntries(entries);
}

function namesIn(list: string): readonly string[] {
  return list.split(',').map((name) => attributeName(name.trim()).split('.')[0] ?? '');
}
