/*
 * Where an item goes in a project, for each agent, as the records of the agents say: a skill is a folder, and what an
 * agent reads from files is a link to the SKILL.md of its package.
 */

import { itemKinds } from '../../agents/agent.js';
import { installTarget, type TargetName, targetNames, targetTitle } from '../../agents/install.js';
import type { Kind } from '../../registry/api/names.js';
import type { ItemName } from '../rules/manifest.js';

export interface Place {
  /** Relative to the project, with forward slashes. */
  readonly folder: string;
  readonly name: string;
  readonly holds: Holding;
}

/** The folder of the package, or only its SKILL.md under another name. */
export type Holding = 'package' | 'skill-file';

/** None where no agent takes items of this kind. */
export function placesOf({ kind, slug }: ItemName, agents: readonly TargetName[]): readonly Place[] {
  return agents.flatMap((agent) => {
    const shelf = shelfOf(agent, kind);
    if (shelf === undefined) return [];
    const { folder, holds, ending } = shelf;
    return { folder, holds, name: slug + ending };
  });
}

/** Why an item is not installed for some of the agents: one sentence each, without a full stop. */
export function refusalsOf({ kind }: ItemName, agents: readonly TargetName[]): readonly string[] {
  return agents.flatMap((agent) => {
    const target = installTarget(agent, kind);
    return 'because' in target ? `${targetTitle(agent)} ${target.because}` : [];
  });
}

/** Every folder that something may have been put into, whatever the agents were then. */
export function allShelves(): readonly (ShelfOfAgent & { readonly kind: Kind })[] {
  return targetNames.flatMap((agent) =>
    itemKinds.flatMap((kind) => {
      const shelf = shelfOf(agent, kind);
      return shelf === undefined ? [] : { ...shelf, kind };
    }),
  );
}

interface ShelfOfAgent extends Omit<Place, 'name'> {
  /** What follows the slug in the names. */
  readonly ending: string;
}

function shelfOf(agent: TargetName, kind: Kind): ShelfOfAgent | undefined {
  const target = installTarget(agent, kind);
  if ('because' in target) return undefined;
  const { folder, form, ending = '.md' } = target;
  return form === 'package'
    ? { folder, holds: 'package', ending: '' }
    : { folder, holds: 'skill-file', ending };
}
