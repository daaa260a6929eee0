/*
 * Resolves a typed command: to a bundle, a skill, or a skill that exists and cannot be read. What must not be invoked is
 * refused with the reason.
 */

import { basename, dirname } from 'node:path';
import { CoppiceError } from '../../text/errors.js';
import { type ReadLibrary, readCatalog } from '../read/catalog.js';
import { isPluginName, pluginSkillNamed, pluginSkills } from '../read/plugins.js';
import { findSkill, mergedSkill } from '../read/resolve.js';
import type { Catalog } from '../rules/catalog.js';
import { type Commands, commandNamed, type Runnable, slugOf, typedSlug } from '../rules/commands.js';
import type { SkillEntry } from '../rules/entry.js';
import { readCommands } from './bundles.js';

export interface ResolvedCommand {
  /** The command as it is listed; as it was typed if there is no such command. */
  readonly command: string;
  readonly id: string;
  readonly runs: Runnable | UnreadableSkill;
  /** The name that was typed, where the skill of that name was merged into this one. */
  readonly formerName?: string;
}

interface UnreadableSkill {
  readonly kind: 'unreadable';
  readonly name: string;
}

export class CommandResolver {
  readonly #library: ReadLibrary;
  readonly #catalog: Catalog;
  readonly #commands: Commands;
  #plugins: readonly SkillEntry[] | undefined;

  /** Reads the library as it is now; plugins are read only when a name may belong to one. */
  constructor(library: ReadLibrary) {
    this.#library = library;
    this.#catalog = readCatalog(library);
    this.#commands = readCommands(library, this.#catalog);
  }

  isCommand(typed: string): boolean {
    return (
      commandNamed(this.#commands, typed) !== undefined ||
      this.#pluginSkill(typed) !== undefined ||
      this.mergedNamed(typed.replace(/^\//, '')) !== undefined
    );
  }

  /** Throws when nothing can be invoked by that name. */
  meaningOf(typed: string): ResolvedCommand {
    const command = commandNamed(this.#commands, typed);
    if (command !== undefined) return command;
    const name = typed.replace(/^\//, '');
    const offered = this.skillNamed(name);
    const unreadable = offered === undefined ? this.#unreadable(name) : undefined;
    if (unreadable !== undefined) return unreadable;
    const merged = offered === undefined ? this.mergedNamed(name) : undefined;
    const entry = offered ?? merged?.entry ?? this.#anyNamed(name);
    return {
      command: `/${name}`,
      id: entry.id,
      runs: { kind: 'skill', entry },
      ...(merged && { formerName: merged.formerName }),
    };
  }

  /** Finds a skill that can be invoked, by its command, id or name. */
  skillNamed(name: string): SkillEntry | undefined {
    const runs = commandNamed(this.#commands, name)?.runs;
    if (runs?.kind === 'skill') return runs.entry;
    const { skills, hidden } = this.#catalog;
    const shadowed = hidden.filter(({ reason }) => reason === 'shadowed').map(({ entry }) => entry);
    const own = [...skills, ...shadowed].find(
      (entry) =>
        entry.root.trusted && [entry.id, `${entry.root.shownAs}:${entry.name}`, entry.name].includes(name),
    );
    return own ?? this.#pluginSkill(name);
  }

  /** The skill that the one of this name was merged into, if it can be invoked. */
  mergedNamed(typed: string): { readonly entry: SkillEntry; readonly formerName: string } | undefined {
    if (this.#hasOwn(typed)) return undefined;
    const merged = mergedSkill(this.#library, this.#catalog, typed);
    return merged?.entry.root.trusted ? { entry: merged.entry, formerName: merged.absorbed.name } : undefined;
  }

  /** Whether a skill has this name, even one that is not offered. */
  #hasOwn(typed: string): boolean {
    const { skills, hidden } = this.#catalog;
    return [...skills, ...hidden.map(({ entry }) => entry)].some(
      (entry) => [entry.id, entry.name].includes(typed) || slugOf(entry.name) === typedSlug(typed),
    );
  }

  #pluginSkill(typed: string): SkillEntry | undefined {
    if (!isPluginName(typed)) return undefined;
    this.#plugins ??= pluginSkills(this.#library);
    return pluginSkillNamed(this.#plugins, typed);
  }

  /** A SKILL.md that cannot be read is found by its path, since nothing else is known of it. */
  #unreadable(name: string): ResolvedCommand | undefined {
    const { roots } = this.#library;
    for (const { code, path } of this.#catalog.diagnostics) {
      const folderName = basename(dirname(path));
      if (code !== 'unreadable' || !/\/skill\.md$/i.test(path) || slugOf(folderName) !== typedSlug(name))
        continue;
      const root = roots.find((candidate) => candidate.trusted && path.startsWith(`${candidate.path}/`));
      if (root === undefined) continue;
      const runs = { kind: 'unreadable', name: folderName } as const;
      return { command: `/${name}`, id: `${root.label}:${folderName}`, runs };
    }
    return undefined;
  }

  /** Finds a skill by the name of its folder, or throws: why the skill is not offered, or which names are similar. */
  #anyNamed(name: string): SkillEntry {
    const { skills, hidden } = this.#catalog;
    const match = [...skills, ...hidden.map(({ entry }) => entry)].find(
      (entry) => slugOf(entry.name) === typedSlug(name),
    );
    const { entry } = findSkill(this.#library, match?.id ?? name);
    if (entry.root.trusted) return entry;
    throw new CoppiceError('untrusted', `${entry.id} belongs to a project that is not trusted`, {
      hint: `read ${entry.path}, then: coppice trust`,
    });
  }
}
