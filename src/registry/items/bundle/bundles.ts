/*
 * The port to all that reads a whole bundle and judges it. A large one keeps a processor busy for seconds, so a server
 * gives it to a thread; here is the plain way, in the thread that asks.
 */

import { packBundle } from '../../../skill/bundle/pack-bundle.js';
import { readBundle } from '../../../skill/bundle/read-bundle.js';
import { bundleCodec } from '../../../system/gzip.js';
import type { ItemName } from '../../rules/access/principal.js';
import { readSkillFacts, rewriteSkill, type SkillChanges, type SkillFacts } from '../../rules/skill-facts.js';
import { type BundleChecks, type CheckedBundle, checkBundle } from './check-bundle.js';

/** Both refuse with a CoppiceError, and change nothing. */
export interface Bundles {
  check(bytes: Uint8Array, checks?: BundleChecks): Promise<CheckedBundle>;
  /** The bundle with another SKILL.md, checked as what it will be published as. */
  rewrite(bytes: Uint8Array, rewrite: SkillRewrite, own: ItemName): Promise<RewrittenBundle>;
}

export const inlineBundles: Bundles = { check: checkBundle, rewrite: rewriteBundle };

/*
 * Makes a bundle with another SKILL.md of one that is there: all its other files stay as they are, and it has to pass every
 * check again.
 */

/** The whole file, or changes to what it says. */
export type SkillRewrite = { readonly text: string } | { readonly changes: SkillChanges };

export interface RewrittenBundle {
  readonly bytes: Uint8Array;
  readonly checked: CheckedBundle;
  /** What the file said before. */
  readonly before: SkillFacts;
}

async function rewriteBundle(
  packed: Uint8Array,
  rewrite: SkillRewrite,
  own: ItemName,
): Promise<RewrittenBundle> {
  const { files } = await readBundle(packed, bundleCodec);
  const source = files.find(({ path }) => path === 'SKILL.md')?.bytes ?? new Uint8Array();
  const rewritten =
    'text' in rewrite ? new TextEncoder().encode(rewrite.text) : rewriteSkill(source, rewrite.changes);
  const bytes = packBundle(
    files.map((file) => (file.path === 'SKILL.md' ? { ...file, bytes: rewritten } : file)),
    bundleCodec,
  );
  return { bytes, checked: await checkBundle(bytes, { own }), before: readSkillFacts(source) };
}
