/*
 * `coppice pin`: a pinned skill is never archived; a frozen one is not edited by agents either.
 */

import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { setPin } from '../set-pin.js';
import type { Report } from '../verb.js';

export function runPin(context: Context, input: Input): Report {
  return setPin(context, input, input.isOn('freeze') ? 'freeze' : 'pin');
}
