/*
 * Pauses the curator or lets it go on. Only scheduled runs ask; one by hand is meant.
 */

import { changeState } from '../curator/state.js';
import { type Context, libraryPlace } from './context.js';
import type { Input } from './input.js';
import type { Report } from './verb.js';

export async function setPaused(context: Context, input: Input, paused: boolean): Promise<Report> {
  const state = await changeState(libraryPlace(context, input), { paused });
  return { document: state, text: `scheduled runs: ${paused ? 'paused' : 'resumed'}\n` };
}
