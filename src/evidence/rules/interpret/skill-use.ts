/*
 * Finds how a tool call uses skills: whether it loads one, reads a reference, runs a script or writes to it. Only the name
 * and the arguments of the tool count, and of a path only its text, because the file may be on another machine or gone.
 */

import type { SkillMention } from '../../../agents/sessions/observation.js';
import type { Command } from '../attempts/attempt.js';
import { commandsIn } from '../attempts/commands-in.js';
import {
  commandIn,
  isFileReader,
  isFileWriter,
  isShell,
  patchedPaths,
  pathsIn,
  shellReaders,
  textAt,
} from '../attempts/tool-arguments.js';
import type { EventKind } from '../event.js';

export interface SkillUse {
  readonly kind: Extract<EventKind, 'skill-load' | 'reference-read' | 'script-run' | 'skill-write'>;
  readonly skill: SkillMention;
  /** Whether the skill was loaded by reading its file, which may take several calls, not by name. */
  readonly byReading: boolean;
}

/** Each skill once per kind, in the order of the arguments. */
export function skillUsesOf(tool: string, args: unknown): readonly SkillUse[] {
  const name = /^mcp__.+?__(.+)$/.exec(tool)?.[1] ?? tool;
  const uses = usesOf(name, args);
  return uses.filter(
    (use, index) =>
      uses.findIndex((other) => other.kind === use.kind && other.skill.name === use.skill.name) === index,
  );
}

function usesOf(tool: string, args: unknown): readonly SkillUse[] {
  if (Object.hasOwn(skillTools, tool)) return byName(skillTools[tool] ?? [], args);
  if (tool === 'skill_manage') return managed(args);
  if (isFileReader(tool)) return pathsIn(args).flatMap((path) => reading(path));
  if (isFileWriter(tool)) return [...pathsIn(args), ...patchedPaths(args)].flatMap((path) => writing(path));
  if (!isShell(tool)) return [];
  const command = commandIn(args);
  return mentionsSkills.test(command) ? ofShell(command) : [];
}

/** Rules out most commands without parsing them. */
const mentionsSkills = /skill\.md|scripts\/|references\/|templates\/|assets\//i;

/** Tools that load a skill, with the arguments that may contain its name. */
const skillTools: Readonly<Record<string, readonly string[]>> = {
  Skill: ['skill', 'command', 'name'],
  skill: ['name', 'id', 'skill'],
  skill_view: ['name', 'skill', 'skill_name'],
  activate_skill: ['name', 'skill'],
  'skills.read': ['name', 'path', 'uri'],
};

function byName(keys: readonly string[], args: unknown): readonly SkillUse[] {
  const name = keys.map((key) => textAt(args, key)).find((text) => text !== undefined);
  if (name === undefined) return [];
  const named = skillPathOf(name)?.skill ?? { name };
  const file = textAt(args, 'file_path') ?? textAt(args, 'file') ?? '';
  const isReference = file !== '' && !/(^|\/)skill\.md$/i.test(file);
  return [{ kind: isReference ? 'reference-read' : 'skill-load', skill: named, byReading: false }];
}

function managed(args: unknown): readonly SkillUse[] {
  const name = textAt(args, 'name') ?? textAt(args, 'skill');
  return name === undefined ? [] : [{ kind: 'skill-write', skill: { name }, byReading: false }];
}

function reading(path: string): readonly SkillUse[] {
  const found = skillPathOf(path);
  if (found === undefined) return [];
  const kind = found.part === 'skill' ? 'skill-load' : 'reference-read';
  return [{ kind, skill: found.skill, byReading: true }];
}

function writing(path: string): readonly SkillUse[] {
  const skill = skillPathOf(path)?.skill;
  return skill === undefined ? [] : [{ kind: 'skill-write', skill, byReading: false }];
}

const runners = /^(?:python[\d.]*|uv|bash|zsh|sh|node|deno|bun|tsx|ruby|perl|pwsh)$/;
const scriptFile = /\.(?:py|sh|bash|zsh|js|mjs|cjs|ts|mts|rb|pl|ps1)$/;

function ofShell(text: string): readonly SkillUse[] {
  return commandsIn(text).commands.flatMap(({ command, writesTo }) => [
    ...writesTo.flatMap((path) => writing(within(command.folder, path))),
    ...ofCommand(command),
  ]);
}

function ofCommand({ program, spelling, subcommand, words, folder }: Command): readonly SkillUse[] {
  const paths = [...subcommand, ...words]
    .filter((word) => !word.startsWith('-') && !word.startsWith('<<'))
    .map((word) => within(folder, word));
  if (program === 'sed' && words.some((word) => /^(?:-i|--in-place)/.test(word)))
    return paths.flatMap(writing);
  if (shellReaders.has(program)) return paths.flatMap(reading);
  const run = runners.test(program)
    ? paths.filter((path) => scriptFile.test(path))
    : [within(folder, spelling)];
  const script = run.map(skillPathOf).find((found) => found?.part === 'script');
  return script === undefined ? [] : [{ kind: 'script-run', skill: script.skill, byReading: false }];
}

function within(folder: string | undefined, path: string): string {
  return folder === undefined || /^[/~]|^\w:/.test(path) ? path : `${folder}/${path.replace(/^\.\//, '')}`;
}

interface SkillPath {
  readonly part: 'skill' | 'reference' | 'script';
  readonly skill: SkillMention;
}

function skillPathOf(path: string): SkillPath | undefined {
  const segments = path.replaceAll('\\', '/').split('/');
  const file = segments.at(-1) ?? '';
  if (/^skill\.md$/i.test(file)) return skillPart(segments.slice(0, -1), 'skill');
  const skills = segments.lastIndexOf('skills');
  if (skills === -1 || file === '') return undefined;
  // The skill, or its category and the skill, is between `skills` and the part.
  const index = segments.findIndex((segment, at) => at >= skills + 2 && partOf(segment) !== undefined);
  const part = partOf(segments[index]);
  return part === undefined || index === segments.length - 1
    ? undefined
    : skillPart(segments.slice(0, index), part);
}

function skillPart(folder: readonly string[], part: SkillPath['part']): SkillPath | undefined {
  const name = folder.at(-1) ?? '';
  const known = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name);
  return known ? { part, skill: { name, folder: folder.join('/') } } : undefined;
}

function partOf(segment: string | undefined): 'reference' | 'script' | undefined {
  if (segment === 'scripts') return 'script';
  return segment === 'references' || segment === 'templates' || segment === 'assets'
    ? 'reference'
    : undefined;
}
