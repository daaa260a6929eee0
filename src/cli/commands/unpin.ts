/*
 * `coppice unpin`: the skill may be archived and edited again.
 */

import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { setPin } from '../set-pin.js';
import type { Report } from '../verb.js';

export function runUnpin(context: Context, input: Input): Report {
  return setPin(context, input, 'none');
}
