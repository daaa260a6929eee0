/*
 * The skills of plugins. They are in a namespace of their own, `plugin/skill`, so that installing a plugin changes
 * nothing about the skills that are there. They are offered like all others, and never written or curated.
 */

import type { Command } from '../rules/commands.js';
import { slugOf, typedSlug } from '../rules/commands.js';
import type { SkillEntry } from '../rules/entry.js';
import { hidingRule } from '../rules/filters.js';
import type { Root } from '../rules/root.js';
import { arrange, type ReadLibrary, readCatalog } from './catalog.js';
import { scanRoots } from './catalog-scan.js';
import { findPlugins } from './plugins-find.js';

/** All skills that are offered: those of the roots by their precedence, then those of plugins. */
export function offeredSkills(library: ReadLibrary): readonly SkillEntry[] {
  return [...readCatalog(library).skills, ...offeredPluginSkills(library)];
}

/** None where single roots were chosen. */
export function offeredPluginSkills(library: PluginLibrary): readonly SkillEntry[] {
  return library.plugins?.offered ? pluginSkills(library) : [];
}

/** The parts of a library that are needed to find plugins. */
export type PluginLibrary = Pick<ReadLibrary, 'files' | 'home' | 'surroundings' | 'plugins' | 'writesCaches'>;

/** By plugin and name, without those that are hidden; of two with one id, the first. */
export function pluginSkills(library: PluginLibrary): readonly SkillEntry[] {
  const { files, surroundings, plugins } = library;
  if (plugins === undefined) return [];
  const folders = findPlugins(files, plugins).flatMap(({ name, skillFolders }) =>
    skillFolders.map(({ path, isSkill }) => {
      const root: Root = { label: name, shownAs: name, kind: 'plugin', path, trusted: true };
      return { root, isSkill };
    }),
  );
  const scans = scanRoots(files, { ...library, roots: folders.map(({ root }) => root) });
  const reasonToHide = hidingRule(surroundings);
  const found = new Map<string, SkillEntry>();
  for (const [at, scanned] of scans.entries()) {
    // Each folder is arranged on its own, because a skill of one plugin does not shadow that of another.
    for (const entry of arrange([scanned], surroundings).skills) {
      if (folders[at]?.isSkill && entry.folder !== scanned.root.path) continue;
      const skill = { ...entry, id: `${scanned.root.label}/${entry.name}` };
      if (reasonToHide(skill) === undefined && !found.has(skill.id)) found.set(skill.id, skill);
    }
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
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

/** Whether the text can name a plugin's skill: `plugin/skill`, or `plugin:skill` as the agent writes it. */
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
