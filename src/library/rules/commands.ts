/*
 * The commands: which slug stands for which skill or bundle. The first skill of a slug has it, and a bundle has it
 * before any skill; who comes too late is told of, and is still to be had by its id. Skills that may not be invoked
 * have no command.
 */

import type { CommandDiagnostic } from './diagnostics.js';
import type { SkillEntry } from './entry.js';

/*
 * What is typed after the slash to invoke a skill or a bundle. Names may be written in many ways; a slug is what all
 * chat programs can send.
 */

/** Empty when the name has no letter or digit that a slug can have. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ _]/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * The slug that somebody means. Only what is spelled differently on the way is made equal: some chat programs cannot
 * send hyphens. What is no slug otherwise, such as a path, must not become one.
 */
export function typedSlug(word: string): string {
  return word.toLowerCase().replaceAll('_', '-');
}

/** Words by which agents themselves are steered; a skill must not come in between. */
const reservedSlugs: ReadonlySet<string> = new Set([
  'agents',
  'clear',
  'compact',
  'config',
  'exit',
  'help',
  'hooks',
  'login',
  'logout',
  'mcp',
  'model',
  'new',
  'permissions',
  'plugin',
  'quit',
  'reload',
  'reload-skills',
  'reset',
  'resume',
  'skills',
]);

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

/*
 * What is different after the commands were read again, so that an agent can be told in the middle of a session. A
 * command that leads elsewhere now, or says something else about itself, is gone and new.
 */

export interface CommandChanges {
  readonly added: readonly Command[];
  readonly removed: readonly Command[];
  readonly unchanged: readonly Command[];
  /** How many there are now. */
  readonly total: number;
}

export function commandChanges(before: Commands, after: Commands): CommandChanges {
  const old = new Set(before.commands.map(identityOf));
  const now = new Set(after.commands.map(identityOf));
  return {
    added: after.commands.filter((command) => !old.has(identityOf(command))),
    removed: before.commands.filter((command) => !now.has(identityOf(command))),
    unchanged: after.commands.filter((command) => old.has(identityOf(command))),
    total: after.commands.length,
  };
}

function identityOf({ command, id, description }: Command): string {
  return JSON.stringify([command, id, description]);
}
