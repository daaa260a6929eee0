/*
 * The skills of plugins. They live in a namespace of their own, `plugin/skill`, so that installing a plugin changes
 * nothing about the skills that are there, and they are listed only when asked for.
 */

import { arrange, type ReadLibrary } from '../read/catalog.js';
import { scanRoots } from '../read/catalog-scan.js';
import type { Command } from '../rules/commands.js';
import { slugOf, typedSlug } from '../rules/commands.js';
import type { SkillEntry } from '../rules/entry.js';
import { hidingRule } from '../rules/filters.js';
import type { Root } from '../rules/root.js';
import { findPlugins } from './plugins-find.js';

/** Those that are offered, by plugin and name. */
export function pluginSkills(library: ReadLibrary): readonly SkillEntry[] {
  const { files, surroundings, pluginsFolder } = library;
  if (pluginsFolder === undefined) return [];
  const roots = findPlugins(files, pluginsFolder).map(({ name, folder: plugin }): Root => {
    return { label: name, shownAs: name, kind: 'plugin', path: `${plugin}/skills`, trusted: true };
  });
  const reasonToHide = hidingRule(surroundings);
  return scanRoots(files, { ...library, roots }).flatMap((scanned) =>
    // Each by itself: a skill of one plugin does not shadow that of another.
    arrange([scanned], surroundings)
      .skills.map((entry) => ({ ...entry, id: `${scanned.root.label}/${entry.name}` }))
      .filter((entry) => reasonToHide(entry) === undefined)
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
}

export function pluginCommands(skills: readonly SkillEntry[]): readonly Command[] {
  return skills.map((entry) => {
    const { id, description, root, name } = entry;
    return {
      command: `/${root.label}:${slugOf(name) || name}`,
      id,
      description,
      runs: { kind: 'skill', entry },
    };
  });
}

/** Whether somebody may mean a plugin's skill: `plugin/skill`, or `plugin:skill` as its agent has it. */
export function isPluginName(typed: string): boolean {
  return /^\/?[\w-]+[:/][^:/]+$/.test(typed);
}

export function pluginSkillNamed(skills: readonly SkillEntry[], typed: string): SkillEntry | undefined {
  const [plugin, skill = ''] = typed.replace(/^\//, '').split(/[:/]/);
  const inPlugin = skills.filter(({ root }) => root.label === plugin);
  return (
    inPlugin.find(({ name }) => name === skill) ??
    inPlugin.find(({ name }) => slugOf(name) === typedSlug(skill))
  );
}
