/*
 * The port to everything that reads and checks a whole bundle. That may keep a processor busy for seconds, so a server
 * uses worker threads; the implementation here runs in the calling thread.
 */

import { packBundle } from '../../../skill/bundle/pack-bundle.js';
import { type Bundle, readBundle } from '../../../skill/bundle/read-bundle.js';
import { bundleCodec } from '../../../system/gzip.js';
import { CoppiceError } from '../../../text/errors.js';
import { type DiffSide, unifiedDiff } from '../../../text/line-diff.js';
import type { ItemName } from '../../rules/access/principal.js';
import { readSkillFacts, rewriteSkill, type SkillChanges, type SkillFacts } from '../../rules/skill-facts.js';
import { type BundleChecks, type CheckedBundle, checkBundle } from './check-bundle.js';

/** All throw a CoppiceError for a bad bundle. */
export interface Bundles {
  /** Unpacks it; all files share one buffer. */
  read(bytes: Uint8Array): Promise<Bundle>;
  /** The differences from one text to another, by their places in `texts`. */
  compare(
    texts: readonly DiffSide[],
    pairs: readonly (readonly [number, number])[],
  ): Promise<readonly string[]>;
  check(bytes: Uint8Array, checks?: BundleChecks): Promise<CheckedBundle>;
  /** Replaces the SKILL.md, keeps all other files, and checks the result as the item `own`. */
  rewrite(bytes: Uint8Array, rewrite: SkillRewrite, own: ItemName): Promise<RewrittenBundle>;
}

export const inlineBundles: Bundles = {
  read: (bytes) => readBundle(bytes, bundleCodec),
  compare: async (texts, pairs) =>
    pairs.map(([from, to]) => unifiedDiff(textAt(texts, from), textAt(texts, to))),
  check: checkBundle,
  rewrite: rewriteBundle,
};

function textAt(texts: readonly DiffSide[], at: number): DiffSide {
  const found = texts[at];
  if (found === undefined) throw new CoppiceError('internal', `there is no text ${at} to compare`);
  return found;
}

/** The whole file, or changes of its fields. */
export type SkillRewrite = { readonly text: string } | { readonly changes: SkillChanges };

export interface RewrittenBundle {
  readonly bytes: Uint8Array;
  readonly checked: CheckedBundle;
  /** The facts of the file before. */
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
