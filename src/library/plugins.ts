/*
 * The skills of plugins. They live in a namespace of their own, `plugin/skill`, so that installing a plugin changes
 * nothing about the skills that are there, and they are listed only when asked for.
 */

import { arrange, type Library } from './catalog.js';
import { scanRoots } from './catalog-scan.js';
import type { Command } from './commands.js';
import type { SkillEntry } from './entry.js';
import { hidingRule } from './filters.js';
import { findPlugins } from './plugins-find.js';
import type { Root } from './root.js';
import { slugOf, typedSlug } from './slug.js';

/** Where Claude Code keeps plugins. */
export function pluginsFolder(userHome: string, environment: Library['environment']): string {
  const own = environment['CLAUDE_CONFIG_DIR']?.split(',')[0]?.trim();
  return `${own || `${userHome}/.claude`}/plugins`;
}

/** Those that are offered, by plugin and name. `folder` is the one that holds the plugins. */
export function pluginSkills(library: Library, folder: string): readonly SkillEntry[] {
  const { files, surroundings } = library;
  const roots = findPlugins(files, folder).map(({ name, folder: plugin }): Root => {
    return { label: name, shownAs: name, kind: 'external', path: `${plugin}/skills`, trusted: true };
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
