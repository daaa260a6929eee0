/*
 * Which files a package may have, wherever they come from: the same as in a bundle, so that a package from a folder or a
 * repository could also be published. Refuses the whole package, and names the file.
 */

import { entryPath, findPathClash } from '../../skill/bundle/entry-path.js';
import { badBundle, badEntry, bundleTooLarge } from '../../skill/bundle/refusal.js';
import { isJunkFile } from '../../skill/package-names.js';
import { parseSkill } from '../../skill/parse.js';
import { CoppiceError } from '../../text/errors.js';
import { compareText } from '../../text/utf8.js';
import { isSameItem, readRequirement } from './item-names.js';
import type { ItemName } from './manifest.js';

export interface PackageEntry {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'other';
}

/** The limits of a bundle; also the number of entries that are read at most. */
export const maxEntries = 1_000;
export const maxPackageBytes = 50 * 1024 * 1024;

/** The files that belong to the package, ordered by path. `where` is for messages. */
export function packageFiles<E extends PackageEntry>(entries: readonly E[], where: string): readonly E[] {
  const files = entries
    .filter(({ path }) => !isJunkFile(path))
    .map((entry) => ({ ...entry, path: entry.path.normalize('NFC') }));
  if (files.length > maxEntries) throw bundleTooLarge(`${where} has more than ${maxEntries} files`);
  for (const { path, kind } of files) {
    if (kind === 'link') throw badEntry(path, 'it is a link, which is not allowed in a package');
    if (kind === 'other') throw badEntry(path, 'it is not a regular file');
    const checked = entryPath(new TextEncoder().encode(path), 'file');
    if (checked.kind === 'refused') throw badEntry(path, checked.fault);
  }
  const clash = findPathClash(files.map(({ path }) => ({ path, kind: 'file' })));
  if (clash !== undefined) throw badEntry(clash.path, clash.fault);
  if (!files.some(({ path }) => path === 'SKILL.md'))
    throw new CoppiceError('not-found', `there is no SKILL.md in ${where}`, {
      hint: 'give the folder of a skill',
    });
  return files.sort((a, b) => compareText(a.path, b.path));
}

export function requireSize(sizeBytes: number, where: string): void {
  if (sizeBytes > maxPackageBytes)
    throw bundleTooLarge(`the files in ${where} have more than ${maxPackageBytes} bytes together`);
}

/**
 * What a SKILL.md requires, as in a lock: `slug` or `slug@range`, ordered by slug. An entry that cannot be read is
 * refused and not left out, because the skill would be installed without something that it needs.
 */
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
  return entries.sort((a, b) => compareText(a.slug, b.slug)).map(({ text }) => text);
}

function badRequires(fault: string) {
  return badBundle(`SKILL.md: requires ${fault}; write each as slug or slug@range, such as lib@^1.2`);
}
