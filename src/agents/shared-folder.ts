/*
 * The folder that most agents read beside their own. It belongs to no agent, so it has no record; manifests name it
 * `agents`, and so does the label of its roots.
 */

import type { InstallTarget, ItemKind, NotInstalled } from './agent.js';

export const sharedFolder = {
  name: 'agents',
  title: 'The shared folder .agents',
  /** Below the user's home, and below a project. */
  skills: '.agents/skills',
} as const;

export const sharedInstall: Readonly<Record<ItemKind, InstallTarget | NotInstalled>> = {
  skill: { folder: sharedFolder.skills, form: 'package' },
  agent: { because: 'has skills only' },
  command: { because: 'has skills only' },
};

export const sharedProjectSkills = `{project}/${sharedFolder.skills}`;
export const sharedUserSkills = `~/${sharedFolder.skills}`;
