/*
 * The targets of an installation in a project: the agents, and the folder that most of them share.
 */

import type { InstallTarget, ItemKind, NotInstalled } from './agent.js';
import { type AgentName, agentNamed } from './index.js';
import { agentNames } from './names.js';
import { sharedFolder, sharedInstall } from './shared-folder.js';

export type TargetName = AgentName | typeof sharedFolder.name;

/** The names in manifests; the first one is the default. */
export const targetNames: readonly TargetName[] = agentNames.flatMap((name): readonly TargetName[] =>
  name === 'claude' ? [name, sharedFolder.name] : [name],
);

export function installTarget(name: TargetName, kind: ItemKind): InstallTarget | NotInstalled {
  return name === sharedFolder.name ? sharedInstall[kind] : agentNamed(name).install[kind];
}

/** The name that begins a sentence. */
export function targetTitle(name: TargetName): string {
  return name === sharedFolder.name ? sharedFolder.title : agentNamed(name).title;
}
