/*
 * The folder that most agents read besides their own. It belongs to no agent, so it has no record; manifests and the
 * labels of its roots call it `agents`.
 */

import type { InstallTarget, ItemKind, NotInstalled } from './agent.js';

export const sharedFolder = {
  name: 'agents',
  title: 'The shared folder .agents',
  /** Relative to the user's home, and to a project. */
  skills: '.agents/skills',
} as const;

export const sharedInstall: Readonly<Record<ItemKind, InstallTarget | NotInstalled>> = {
  skill: { folder: sharedFolder.skills, form: 'package' },
  agent: { because: 'contains only skills' },
  command: { because: 'contains only skills' },
};

export const sharedProjectSkills = `{project}/${sharedFolder.skills}`;
export const sharedUserSkills = `~/${sharedFolder.skills}`;
