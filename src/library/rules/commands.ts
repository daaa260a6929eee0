/*
 * Slash commands: which slug invokes which skill or bundle. Names may be written in many ways; a slug is what all chat
 * programs can send. The first skill with a slug gets it, and a bundle gets it before any skill; the others are reported
 * and can be invoked by id. Skills that cannot be invoked have no command.
 */

import type { CommandDiagnostic } from './diagnostics.js';
import type { SkillEntry } from './entry.js';

/** What is typed after the slash. Empty when the name has no letter or digit that is allowed in a slug. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ _]/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * The slug that a typed word means. Underscores count as hyphens, because some chat programs cannot send hyphens. Other
 * text, such as a path, must not become a slug.
 */
export function typedSlug(word: string): string {
  return word.toLowerCase().replaceAll('_', '-');
}

/** Commands of the agents themselves, which a skill must not replace. */
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

/** Takes the skills by precedence, and the bundles in the order of their files. */
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

/** Finds a command by what was typed, with or without the slash. */
export function commandNamed({ commands }: Commands, typed: string): Command | undefined {
  const wanted = `/${typedSlug(typed.replace(/^\//, ''))}`;
  return commands.find(({ command }) => command === wanted);
}

type CommandFault = Pick<CommandDiagnostic, 'code' | 'message'>;

function faultOf(slug: string, taken: Command | undefined): CommandFault | undefined {
  if (slug === '') {
    return {
      code: 'no-command',
      message: 'The name has no letter from a to z and no digit, so no command can be made from it.',
    };
  }
  if (reservedSlugs.has(slug)) {
    return { code: 'command-reserved', message: `The command /${slug} is reserved by agents.` };
  }
  if (taken === undefined) return undefined;
  return {
    code: 'command-taken',
    message: `The command /${slug} already invokes ${taken.id}, which takes precedence.`,
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
  /** What the agent should do with the skills. */
  readonly instruction: string | undefined;
  readonly path: string;
}

export interface Bundles {
  readonly bundles: readonly Bundle[];
  readonly diagnostics: readonly CommandDiagnostic[];
}

/**
 * What changed since the commands were last read, so that an agent can be informed during a session. A command with
 * another target or description counts as removed and added.
 */
export interface CommandChanges {
  readonly added: readonly Command[];
  readonly removed: readonly Command[];
  readonly unchanged: readonly Command[];
  /** The number of commands now. */
  readonly total: number;
}

export function commandChanges(before: Commands, after: Commands): CommandChanges {
  const previous = new Set(before.commands.map(identityOf));
  const current = new Set(after.commands.map(identityOf));
  return {
    added: after.commands.filter((command) => !previous.has(identityOf(command))),
    removed: before.commands.filter((command) => !current.has(identityOf(command))),
    unchanged: after.commands.filter((command) => previous.has(identityOf(command))),
    total: after.commands.length,
  };
}

function identityOf({ command, id, description }: Command): string {
  return JSON.stringify([command, id, description]);
}
