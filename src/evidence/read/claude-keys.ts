/*
 * How the acts in a session of Claude Code are told apart. The transcript and the hooks must give the same act the
 * same key, so both take it from here.
 */

import { isText } from './line-field.js';
import { scopedKey } from './scoped-key.js';

/** The id of a tool call is unique everywhere. Undefined when there is none. */
export function callKey(toolUseId: unknown): string | undefined {
  return isText(toolUseId) ? toolUseId : undefined;
}

/** Of a skill that the user named with a slash, by the message in which it was named. */
export function slashKey(session: string, promptId: string): string {
  return `slash:${scopedKey(session, promptId)}`;
}
