/*
 * The arguments and flags that name a registry, or an item of one.
 */
import { isSlug, itemTitle, registryUrl, slugRule } from '../../client/rules/item-names.js';
import type { ItemName, RegistryAddress } from '../../client/rules/manifest.js';
import { isItemSlug, itemSlugRule } from '../../registry/api/item-slug.js';
import type { Kind } from '../../registry/api/names.js';
import { closest } from '../../text/closest.js';
import { CoppiceError } from '../../text/errors.js';

interface KindInput {
  text(name: 'kind'): Kind | undefined;
}

interface ItemInput extends KindInput {
  argument(name: 'slug'): string;
}

/** As `--registry` and `--tenant` or an argument give it. */
export function parseRegistry(url: string, tenant: string): RegistryAddress {
  return { url: parseRegistryUrl(url), tenant: parseSlug(tenant, 'a tenant') };
}

export function parseRegistryUrl(text: string): string {
  const url = registryUrl(text);
  if (url !== undefined) return url;
  throw new CoppiceError('bad-value', `${text} is not the URL of a registry`, {
    hint: 'give a URL such as https://skills.example.com',
  });
}

export function parseSlug(text: string, what: string): string {
  if (isSlug(text)) return text;
  throw new CoppiceError('bad-value', `${JSON.stringify(text)} cannot be ${what}: ${slugRule}`);
}

/** A slug, or `@namespace/slug`. */
export function parseItemSlug(text: string, what: string): string {
  if (isItemSlug(text)) return text;
  throw new CoppiceError('bad-value', `${JSON.stringify(text)} cannot be ${what}: ${itemSlugRule}`);
}

/** The kind of `--kind`; the default is a skill. */
export function kindOf(input: KindInput): Kind {
  return input.text('kind') ?? 'skill';
}

/** The item of the argument `slug` and `--kind`, which need not be in the manifest. */
export function itemOf(input: ItemInput): ItemName {
  return { kind: kindOf(input), slug: parseItemSlug(input.argument('slug'), 'the slug of an item') };
}

/** The item with this slug; the kind is needed only if several items have it. */
export function findNamedItem<T extends ItemName>(
  items: readonly T[],
  { slug, kind }: { readonly slug: string; readonly kind: Kind | undefined },
  where: string,
): T {
  const [found, ...others] = items.filter((item) => item.slug === slug && (kind ?? item.kind) === item.kind);
  if (found === undefined) {
    const near = closest(
      slug,
      items.map((item) => item.slug),
    );
    throw new CoppiceError('not-found', `there is no ${kind ?? 'item'} \`${slug}\` in ${where}`, {
      hint:
        near.length === 0
          ? 'coppice tree shows the items of the project, and what requires what'
          : `did you mean: ${near.join(', ')}`,
    });
  }
  if (others.length === 0) return found;
  const titles = [found, ...others].map(itemTitle).join(' and ');
  throw new CoppiceError('ambiguous-name', `${slug} is the name of ${titles}`, {
    hint: `choose one with --kind ${found.kind}`,
  });
}
