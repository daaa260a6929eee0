/*
 * `coppice curate resume`: scheduled runs again.
 */

import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { setPaused } from '../set-paused.js';
import type { Report } from '../verb.js';

export async function runCurateResume(context: Context, input: Input): Promise<Report> {
  return await setPaused(context, input, false);
}
