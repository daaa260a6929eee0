/*
 * `coppice curate pause`: no scheduled runs from now on.
 */

import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { setPaused } from '../set-paused.js';
import type { Report } from '../verb.js';

export async function runCuratePause(context: Context, input: Input): Promise<Report> {
  return await setPaused(context, input, true);
}
