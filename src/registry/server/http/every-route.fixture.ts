/*
 * The same handler for every route: what a test puts under the handlers that it is about.
 */

import { routes } from '../../api/routes/routes.js';
import type { Answer, Handlers } from './handler.js';

export function everyRoute(handler: () => Promise<Answer>): Handlers<typeof routes> {
  // Every name of the table is there, which fromEntries cannot tell.
  return Object.fromEntries(Object.keys(routes).map((name) => [name, handler])) as unknown as Handlers<
    typeof routes
  >;
}
