/*
 * Where an item is installed in a project, by the record of each agent: a skill as a folder, and what an agent reads
 * from single files as a link to the SKILL.md of the package.
 */

import { itemKinds } from '../../agents/agent.js';
import { installTarget, type TargetName, targetNames, targetTitle } from '../../agents/install.js';
import { baseOf } from '../../registry/api/item-slug.js';
import type { Kind } from '../../registry/api/names.js';
import { CoppiceError } from '../../text/errors.js';
import { compareText } from '../../text/utf8.js';
import { isSameItem, itemTitle } from './item-names.js';
import type { ItemName, ManifestItem } from './manifest.js';

export interface InstallLocation {
  /** Relative to the project, with forward slashes. */
  readonly folder: string;
  readonly name: string;
  readonly form: InstallForm;
}

/** The folder of the package, or only its SKILL.md under another name. */
export type InstallForm = 'package' | 'skill-file';

/** None where no agent reads items of this kind. */
export function installLocations(
  { kind, slug, as }: ItemName & Pick<ManifestItem, 'as'>,
  agents: readonly TargetName[],
): readonly InstallLocation[] {
  return agents.flatMap((agent) => {
    const target = targetFolder(agent, kind);
    if (target === undefined) return [];
    const { folder, form, ending } = target;
    return { folder, form, name: installedName({ slug, as }) + ending };
  });
}

/** The slug without its namespace, unless the manifest has another name. */
export function installedName({ slug, as }: Pick<ManifestItem, 'slug' | 'as'>): string {
  return as ?? baseOf(slug);
}

/** The items with the names that the manifest has for them, which also holds for what something else requires. */
export function withNames<T extends ItemName>(
  items: readonly T[],
  wanted: readonly ManifestItem[],
): readonly (T & Pick<ManifestItem, 'as'>)[] {
  const named = wanted.filter(({ as }) => as !== undefined);
  if (named.length === 0) return items;
  return items.map((item) => ({ ...item, as: named.find((one) => isSameItem(one, item))?.as }));
}

/** Two items of one kind cannot be installed under one name. */
export function refuseSameName(items: readonly (ItemName & Pick<ManifestItem, 'as'>)[]): void {
  const found = new Map<string, ItemName>();
  for (const item of items) {
    const name = installedName(item);
    const key = `${item.kind}/${name}`;
    const other = found.get(key);
    if (other !== undefined && other.slug !== item.slug) throw sameName(item, other, name);
    found.set(key, item);
  }
}

function sameName(item: ItemName, other: ItemName, name: string): CoppiceError {
  const [first, second] = [item, other].toSorted((a, b) => compareText(a.slug, b.slug));
  const named = first?.slug ?? item.slug;
  return new CoppiceError(
    'conflict',
    `${itemTitle(first ?? item)} and ${itemTitle(second ?? other)} would both be installed as ${name}`,
    { hint: `install one under another name: coppice add ${named} as OTHER` },
  );
}

/** Why some of the agents do not get the item: one sentence each, without a full stop. */
export function reasonsNotInstalled({ kind }: ItemName, agents: readonly TargetName[]): readonly string[] {
  return agents.flatMap((agent) => {
    const target = installTarget(agent, kind);
    return 'because' in target ? `${targetTitle(agent)} ${target.because}` : [];
  });
}

/** Every folder that an earlier run may have installed into, whichever agents the manifest named then. */
export function allTargetFolders(): readonly (TargetFolder & { readonly kind: Kind })[] {
  return targetNames.flatMap((agent) =>
    itemKinds.flatMap((kind) => {
      const target = targetFolder(agent, kind);
      return target === undefined ? [] : { ...target, kind };
    }),
  );
}

interface TargetFolder extends Omit<InstallLocation, 'name'> {
  /** The end of each file name, after the slug. */
  readonly ending: string;
}

function targetFolder(agent: TargetName, kind: Kind): TargetFolder | undefined {
  const target = installTarget(agent, kind);
  if ('because' in target) return undefined;
  const { folder, form, ending = '.md' } = target;
  return form === 'package'
    ? { folder, form: 'package', ending: '' }
    : { folder, form: 'skill-file', ending };
}
