/*
 * What a typed command stands for: a bundle, a skill, or a skill that is there and cannot be read. What may not be
 * invoked is refused with the reason.
 */

import { basename, dirname } from 'node:path';
import { CoppiceError } from '../../text/errors.js';
import { type Library, readCatalog } from '../read/catalog.js';
import { findSkill } from '../read/resolve.js';
import type { Catalog } from '../rules/catalog.js';
import { type Commands, commandNamed, type Runnable, slugOf, typedSlug } from '../rules/commands.js';
import type { SkillEntry } from '../rules/entry.js';
import { readCommands } from './bundles.js';
import { isPluginName, pluginSkillNamed, pluginSkills } from './plugins.js';

export interface ResolvedCommand {
  /** As it is listed; for what has no command of its own, as it was typed. */
  readonly command: string;
  readonly id: string;
  readonly runs: Runnable | UnreadableSkill;
}

interface UnreadableSkill {
  readonly kind: 'unreadable';
  readonly name: string;
}

export class CommandResolver {
  readonly #library: Library;
  readonly #catalog: Catalog;
  readonly #commands: Commands;
  #plugins: readonly SkillEntry[] | undefined;

  /** Reads the library as it is now; plugins are looked into only when one may be meant. */
  constructor(library: Library) {
    this.#library = library;
    this.#catalog = readCatalog(library);
    this.#commands = readCommands(library, this.#catalog);
  }

  isCommand(typed: string): boolean {
    return commandNamed(this.#commands, typed) !== undefined || this.#pluginSkill(typed) !== undefined;
  }

  /** Throws when there is nothing that may be invoked by that name. */
  meaningOf(typed: string): ResolvedCommand {
    const command = commandNamed(this.#commands, typed);
    if (command !== undefined) return command;
    const name = typed.replace(/^\//, '');
    const offered = this.skillNamed(name);
    const unreadable = offered === undefined ? this.#unreadable(name) : undefined;
    if (unreadable !== undefined) return unreadable;
    const entry = offered ?? this.#anyNamed(name);
    return { command: `/${name}`, id: entry.id, runs: { kind: 'skill', entry } };
  }

  /** A skill that may be invoked, by its command, id or name. */
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

  #pluginSkill(typed: string): SkillEntry | undefined {
    if (!isPluginName(typed)) return undefined;
    this.#plugins ??= pluginSkills(this.#library);
    return pluginSkillNamed(this.#plugins, typed);
  }

  /** Of a SKILL.md that could not be read, only the path is known. */
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

  /** By the name of its folder; else refuses: why the skill is not offered, or what may have been meant. */
  #anyNamed(name: string): SkillEntry {
    const { skills, hidden } = this.#catalog;
    const meant = [...skills, ...hidden.map(({ entry }) => entry)].find(
      (entry) => slugOf(entry.name) === typedSlug(name),
    );
    const { entry } = findSkill(this.#library, meant?.id ?? name);
    if (entry.root.trusted) return entry;
    throw new CoppiceError('untrusted', `${entry.id} belongs to a project that is not trusted`, {
      hint: `read ${entry.path}, then: coppice trust`,
    });
  }
}
