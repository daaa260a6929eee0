/*
 * Paths as people read them.
 */

import type { Context } from '../../app/context.js';

/** With `~` for the home of the user. */
export function shownPath({ userHome }: Pick<Context, 'userHome'>, path: string): string {
  return path.startsWith(`${userHome}/`) ? `~${path.slice(userHome.length)}` : path;
}
