/*
 * The commands: which slug stands for which skill or bundle. The first skill of a slug has it, and a bundle has it
 * before any skill; who comes too late is told of, and is still to be had by its id. Skills that may not be invoked
 * have no command.
 */

import type { SkillEntry } from '../read/entry.js';
import type { CommandDiagnostic } from './commands-diagnostic.js';
import { reservedSlugs, slugOf, typedSlug } from './slug.js';

export interface Command {
  /** With its slash. */
  readonly command: string;
  readonly id: string;
  readonly description: string;
  readonly runs: Runnable;
}

export type Runnable =
  | { readonly kind: 'skill'; readonly entry: SkillEntry }
  | { readonly kind: 'bundle'; readonly bundle: Bundle };

export interface Commands {
  /** In the order of their slugs. */
  readonly commands: readonly Command[];
  readonly diagnostics: readonly CommandDiagnostic[];
}

/** The skills in the order of their precedence, the bundles in that of their files. */
export function commandsOf(skills: readonly SkillEntry[], bundles: readonly Bundle[]): Commands {
  const commands = new Map<string, Command>();
  const diagnostics: CommandDiagnostic[] = [];
  const add = (name: string, path: string, command: Omit<Command, 'command'>) => {
    const slug = slugOf(name);
    const fault = faultOf(slug, commands.get(slug));
    if (fault === undefined) commands.set(slug, { command: `/${slug}`, ...command });
    else diagnostics.push({ ...fault, severity: 'warning', path, line: 0, fix: fixFor(command) });
  };
  for (const bundle of bundles) {
    const { name, description, path } = bundle;
    add(name, path, { id: `bundle:${name}`, description, runs: { kind: 'bundle', bundle } });
  }
  for (const entry of skills) {
    const { name, id, description, path, root } = entry;
    if (root.trusted) add(name, path, { id, description, runs: { kind: 'skill', entry } });
  }
  const inOrder = [...commands.values()].sort((a, b) => (a.command < b.command ? -1 : 1));
  return { commands: inOrder, diagnostics };
}

/** By what is typed, with or without the slash. */
export function commandNamed({ commands }: Commands, typed: string): Command | undefined {
  const wanted = `/${typedSlug(typed.replace(/^\//, ''))}`;
  return commands.find(({ command }) => command === wanted);
}

type CommandFault = Pick<CommandDiagnostic, 'code' | 'message'>;

function faultOf(slug: string, taken: Command | undefined): CommandFault | undefined {
  if (slug === '') {
    return {
      code: 'no-command',
      message: 'The name has no letter from a to z and no digit to make a command of.',
    };
  }
  if (reservedSlugs.has(slug)) {
    return { code: 'command-reserved', message: `Agents keep the command /${slug} for themselves.` };
  }
  if (taken === undefined) return undefined;
  return {
    code: 'command-taken',
    message: `The command /${slug} stands for ${taken.id}, which comes first.`,
  };
}

function fixFor({ id, runs }: Omit<Command, 'command'>): string {
  return runs.kind === 'bundle' ? 'give the bundle another name' : `rename the skill, or invoke it as ${id}`;
}

export interface Bundle {
  readonly name: string;
  readonly description: string;
  /** Names, ids or slugs; at least one. */
  readonly skills: readonly string[];
  /** What the agent is to do with them. */
  readonly instruction: string | undefined;
  readonly path: string;
}

export interface Bundles {
  readonly bundles: readonly Bundle[];
  readonly diagnostics: readonly CommandDiagnostic[];
}
