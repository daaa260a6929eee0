/*
 * A router for each method. Hono's fast one holds all paths in a single expression and gives up where two of them may be
 * mistaken for each other; most of ours may not, once those of other methods are out of the way.
 */

import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';

export class RouterByMethod<T> implements Router<T> {
  readonly name = 'by-method';
  readonly #routers = new Map<string, Router<T>>();

  add(method: string, path: string, handler: T): void {
    const known = this.#routers.get(method);
    const router = known ?? new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
    if (!known) this.#routers.set(method, router);
    router.add(method, path, handler);
  }

  match(method: string, path: string): Result<T> {
    return this.#routers.get(method)?.match(method, path) ?? [[]];
  }
}
