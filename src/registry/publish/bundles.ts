/*
 * The port to all that reads a whole bundle and judges it. A large one keeps a processor busy for seconds, so a server
 * gives it to a thread; here is the plain way, in the thread that asks.
 */

import type { ItemName } from '../access/principal.js';
import { type BundleChecks, type CheckedBundle, checkBundle } from './check-bundle.js';
import { type RewrittenBundle, rewriteBundle, type SkillRewrite } from './rewrite-bundle.js';

/** Both refuse with a CoppiceError, and change nothing. */
export interface Bundles {
  check(bytes: Uint8Array, checks?: BundleChecks): Promise<CheckedBundle>;
  /** The bundle with another SKILL.md, checked as what it will be published as. */
  rewrite(bytes: Uint8Array, rewrite: SkillRewrite, own: ItemName): Promise<RewrittenBundle>;
}

export const bundlesHere: Bundles = { check: checkBundle, rewrite: rewriteBundle };
