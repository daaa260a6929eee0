/*
 * What a SKILL.md requires, as a lock writes it. An entry that cannot be read is refused and not left out: the skill would
 * be installed without something that it needs.
 */

import { badBundle } from '../../skill/bundle/refusal.js';
import { parseSkill } from '../../skill/parse.js';
import { compareTexts, isSameItem, readRequirement } from '../manifest/item-names.js';
import type { ItemName } from '../manifest/manifest.js';

/** `slug` or `slug@range`, in the order of slugs. */
export function requiresOf(skillFile: Uint8Array, own: ItemName): readonly string[] {
  const { fields, diagnostics } = parseSkill(skillFile);
  const malformed = diagnostics.find(
    ({ code, message }) => code === 'field-shape' && message.startsWith('"requires"'),
  );
  if (malformed !== undefined) throw badBundle(`SKILL.md, line ${malformed.line}: ${malformed.message}`);
  const slugs = new Set<string>();
  const entries = fields.requires.map(({ slug, range = '*' }) => {
    const text = range === '*' ? slug : `${slug}@${range.replace(/\s+/g, ' ').trim()}`;
    const requirement = readRequirement(text);
    if (requirement === undefined) throw badRequires(`has ${JSON.stringify(text)}, which cannot be read`);
    if (isSameItem(requirement, own)) throw badRequires(`names ${slug}, which is the skill itself`);
    if (slugs.has(slug)) throw badRequires(`names ${slug} twice`);
    slugs.add(slug);
    return { slug, text };
  });
  return entries.sort((a, b) => compareTexts(a.slug, b.slug)).map(({ text }) => text);
}

function badRequires(fault: string) {
  return badBundle(`SKILL.md: requires ${fault}; write each as slug or slug@range, such as lib@^1.2`);
}
