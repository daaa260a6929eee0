/*
 * The same handler for every route, as the default for the handlers that a test does not set.
 */

import { routes } from '../../api/routes/routes.js';
import type { Answer, Handlers } from './handler.js';

export function everyRoute(handler: () => Promise<Answer>): Handlers<typeof routes> {
  // Every name of the table is present, which the type of fromEntries does not express.
  return Object.fromEntries(Object.keys(routes).map((name) => [name, handler])) as unknown as Handlers<
    typeof routes
  >;
}
