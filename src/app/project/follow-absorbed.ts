/*
 * What the manifest of a project calls by the name of an absorbed item is named after the item that absorbed it, in the
 * same run that installs it: the old name would fail in every clone without a lock.
 */

import type { ManifestEdit } from '../../client/ensure/edit-project.js';
import type { EnsureOptions } from '../../client/ensure/ensure.js';
import { replaceItem } from '../../client/rules/edit-manifest.js';
import type { EnsureResult } from '../../client/rules/ensure-result.js';
import { isSameItem } from '../../client/rules/item-names.js';
import type { ItemName } from '../../client/rules/manifest.js';
import { isItemSlug } from '../../registry/api/item-slug.js';
import { CoppiceError } from '../../text/errors.js';

interface Renamed extends ItemName {
  readonly into: string;
}

type Edited = (options: EnsureOptions, edit: ManifestEdit) => Promise<EnsureResult>;

/** Runs the edit, and again with another name in it as often as it is refused because of an old one. */
export async function followingAbsorbed(
  run: Edited,
  options: EnsureOptions,
  edit: ManifestEdit,
  say: (sentence: string) => void,
): Promise<EnsureResult> {
  const renamed: Renamed[] = [];
  for (;;) {
    try {
      const done = await run(renamedOptions(options, renamed), async (text, manifest) =>
        renamed.reduce((edited, one) => replaceItem(edited, one, one.into), await edit(text, manifest)),
      );
      for (const { slug, into } of renamed) say(absorbedText(slug, into));
      return done;
    } catch (error) {
      const next = absorbedIn(error);
      const isKnown = renamed.some((one) => next !== undefined && isSameItem(one, next));
      if (next === undefined || isKnown || renamed.length === maxRenamed) throw error;
      renamed.push(next);
    }
  }
}

/** The items of an ensure that failed for nothing but an old name; empty where something else failed too. */
export function absorbedOf({ failed }: EnsureResult): readonly Renamed[] {
  const renamed = failed.flatMap(({ kind, slug, absorbedInto: into }) =>
    into === undefined ? [] : [{ kind, slug, into }],
  );
  return renamed.length === failed.length ? renamed : [];
}

const maxRenamed = 50;

export function absorbedText(slug: string, into: string): string {
  return `${slug} was absorbed into ${into}: coppice.toml names ${into} now`;
}

function absorbedIn(error: unknown): Renamed | undefined {
  if (!(error instanceof CoppiceError)) return undefined;
  const { kind, slug, absorbedInto: into } = error.data ?? {};
  const isKind = kind === 'skill' || kind === 'agent' || kind === 'command';
  if (!isKind || typeof slug !== 'string' || typeof into !== 'string' || !isItemSlug(into)) return undefined;
  return { kind, slug, into };
}

function renamedOptions(options: EnsureOptions, renamed: readonly Renamed[]): EnsureOptions {
  const { required } = options;
  if (required === undefined || renamed.length === 0) return options;
  const nameOf = (item: ItemName): ItemName => {
    const found = renamed.find((one) => isSameItem(one, item));
    return found === undefined ? item : nameOf({ kind: item.kind, slug: found.into });
  };
  return { ...options, required: required.map(nameOf) };
}
