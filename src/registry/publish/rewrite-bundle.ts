/*
 * Makes a bundle with another SKILL.md of one that is there: all its other files stay as they are, and it has to pass every
 * check again.
 */

import { packBundle } from '../../bundle/pack-bundle.js';
import { readBundle } from '../../bundle/read-bundle.js';
import type { ItemName } from '../access/principal.js';
import { rewriteSkill, type SkillChanges } from '../rules/rewrite-skill.js';
import { type CheckedBundle, checkBundle } from './check-bundle.js';
import { readSkillFacts, type SkillFacts } from './skill-facts.js';

/** The whole file, or changes to what it says. */
export type SkillRewrite = { readonly text: string } | { readonly changes: SkillChanges };

export interface RewrittenBundle {
  readonly bytes: Uint8Array;
  readonly checked: CheckedBundle;
  /** What the file said before. */
  readonly before: SkillFacts;
}

export async function rewriteBundle(
  packed: Uint8Array,
  rewrite: SkillRewrite,
  own: ItemName,
): Promise<RewrittenBundle> {
  const { files } = await readBundle(packed);
  const source = files.find(({ path }) => path === 'SKILL.md')?.bytes ?? new Uint8Array();
  const rewritten =
    'text' in rewrite ? new TextEncoder().encode(rewrite.text) : rewriteSkill(source, rewrite.changes);
  const bytes = packBundle(
    files.map((file) => (file.path === 'SKILL.md' ? { ...file, bytes: rewritten } : file)),
  );
  return { bytes, checked: await checkBundle(bytes, { own }), before: readSkillFacts(source) };
}
