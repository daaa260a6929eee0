/*
 * `coppice open`: where the page of an item is in the registry's catalog.
 */

import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { pageOf, registryOf } from '../project.js';
import { itemOf } from '../rules/item-flags.js';
import type { Report } from '../verb.js';

export function runOpen(context: Context, input: Input): Report {
  const item = itemOf(input);
  const url = pageOf(registryOf(context, input), item);
  return { document: { ...item, url }, text: `${url}\n` };
}
