/*
 * Where an item is installed in a project, by the record of each agent: a skill as a folder, and what an agent reads
 * from single files as a link to the SKILL.md of the package.
 */

import { itemKinds } from '../../agents/agent.js';
import { installTarget, type TargetName, targetNames, targetTitle } from '../../agents/install.js';
import type { Kind } from '../../registry/api/names.js';
import type { ItemName } from './manifest.js';

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
  { kind, slug }: ItemName,
  agents: readonly TargetName[],
): readonly InstallLocation[] {
  return agents.flatMap((agent) => {
    const target = targetFolder(agent, kind);
    if (target === undefined) return [];
    const { folder, form, ending } = target;
    return { folder, form, name: slug + ending };
  });
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
