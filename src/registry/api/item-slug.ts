/*
 * The name of an item: a slug, or `@namespace/slug`. The slug after the namespace is the folder that it is installed as.
 * Without schemas, because a client that has nothing to do loads this too.
 */

const itemSlug = /^(?:@([a-z0-9][a-z0-9-]{0,38})\/)?([a-z0-9][a-z0-9-]{0,63})$/;

export const itemSlugPattern = itemSlug.source;

export const itemSlugRule =
  'a slug has 1 to 64 lower-case letters, digits and hyphens, and does not start with a hyphen';

export function isItemSlug(text: string): boolean {
  return itemSlug.test(text);
}

/** Null for a name without one. */
export function namespaceOf(slug: string): string | null {
  return itemSlug.exec(slug)?.[1] ?? null;
}

/** The name without its namespace. */
export function baseOf(slug: string): string {
  return slug.slice(slug.indexOf('/') + 1);
}

/** `slug@range`, where the slug may begin with the `@` of a namespace. Without a range, that is undefined. */
export function splitRange(text: string): { readonly slug: string; readonly range: string | undefined } {
  const at = text.indexOf('@', 1);
  return at === -1
    ? { slug: text, range: undefined }
    : { slug: text.slice(0, at), range: text.slice(at + 1) };
}
