/*
 * The message that an agent gets when a skill is invoked, and how a typed command and the body of a skill become part
 * of it. The frame of the message is stable, because other programs find skills and instructions in transcripts by it.
 */

import { printable } from '../../text/printable.js';
import { type SkillVerdict, withheldBecause } from './verdict.js';

export interface Invocation {
  readonly skills: readonly InvokedSkill[];
  /** Typed names of skills that were merged into others. */
  readonly formerNames?: readonly FormerName[];
  /** The bundles that were invoked. */
  readonly bundles: readonly InvokedBundle[];
  /** What the user typed after the command; may be empty. */
  readonly instruction: string;
  readonly runtimeNote: string | undefined;
  /** Where the values of settings come from. */
  readonly configPath: string;
}

export interface FormerName {
  readonly formerName: string;
  /** Of the skill that it was merged into. */
  readonly name: string;
}

export type InvokedSkill =
  | {
      readonly kind: 'loaded';
      readonly id: string;
      readonly name: string;
      /** Preprocessed. */
      readonly body: string;
      readonly folder: string;
      /** Relative to the folder. */
      readonly files: readonly string[];
      readonly settings: readonly InvocationSetting[];
      readonly readiness: Readiness;
    }
  | { readonly kind: 'failed'; readonly name: string }
  /** Only in a bundle: what was typed itself is refused. */
  | {
      readonly kind: 'blocked';
      readonly id: string;
      readonly name: string;
      readonly verdict: SkillVerdict;
    };

/** The value is undefined when neither the user nor the skill gives one. */
export interface InvocationSetting {
  readonly key: string;
  readonly value: string | undefined;
}

export interface InvokedBundle {
  readonly name: string;
  readonly instruction: string | undefined;
  readonly missing: readonly string[];
}

export function invocationMessage(invocation: Invocation): string {
  const { skills, formerNames = [], bundles, instruction, runtimeNote, configPath } = invocation;
  const parts = [
    ...formerNames.map(({ formerName, name }) => mergedNotice(formerName, name)),
    ...skills.flatMap((skill) => skillParts(skill, configPath)),
    ...bundles.flatMap(bundleParts),
    instruction &&
      `The user has provided the following instruction alongside the skill invocation: ${instruction}`,
    runtimeNote && `[Runtime note: ${runtimeNote}]`,
  ];
  return `${parts.filter((part) => part).join('\n\n')}\n`;
}

function skillParts(skill: InvokedSkill, configPath: string): readonly string[] {
  const name = printable(skill.name);
  if (skill.kind === 'failed') return [`[Failed to load skill: ${name}]`];
  if (skill.kind === 'blocked')
    return [`[Left out, because the scanner blocks it: ${name}: ${withheldBecause(skill.verdict)}]`];
  const { id, body, folder, files, settings, readiness } = skill;
  return [
    `[IMPORTANT: The user has invoked the "${name}" skill, indicating they want you to follow its instructions. The full skill content is loaded below.]`,
    body.trim(),
    `[Skill directory: ${printable(folder)}]\nRelative paths in the skill begin there.`,
    filesPart(id, folder, files),
    settingsPart(settings, configPath),
    setupPart(readiness),
  ];
}

/** Longer lists would fill the prompt; other files can still be opened. */
const maxListedFiles = 100;

function filesPart(id: string, folder: string, files: readonly string[]): string {
  if (files.length === 0) return '';
  const more = files.length - maxListedFiles;
  return [
    '[This skill has supporting files:]',
    ...files
      .slice(0, maxListedFiles)
      .map((file) => `- ${printable(file)}  ->  ${printable(`${folder}/${file}`)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    `Open one when you need it, or print it with: coppice view ${printable(id)} FILE`,
  ].join('\n');
}

function settingsPart(settings: readonly InvocationSetting[], configPath: string): string {
  if (settings.length === 0) return '';
  const lines = settings.map(({ key, value }) => `  ${printable(key)} = ${printable(value ?? '(not set)')}`);
  return [`[Skill config (from ${printable(configPath)}):`, ...lines, ']'].join('\n');
}

function setupPart({ missingEnvironment, missingCommands }: Readiness): string {
  const lines = [
    ...missingEnvironment.map(({ name, help }) => {
      return `  the environment variable ${name} is not set${help === null ? '' : ` (${printable(help)})`}`;
    }),
    ...missingCommands.map((command) => `  the program ${printable(command)} is not installed`),
  ];
  return lines.length === 0 ? '' : ['[Skill setup needed:', ...lines, ']'].join('\n');
}

function bundleParts({ name, instruction, missing }: InvokedBundle): readonly string[] {
  const bundle = `bundle "${printable(name)}"`;
  return [
    missing.length > 0
      ? `[Skills of the ${bundle} that are not available: ${printable(missing.join(', '))}]`
      : '',
    instruction === undefined ? '' : `The ${bundle} comes with this instruction: ${instruction}`,
  ];
}

export interface Readiness {
  readonly status: 'ready' | 'setup-needed';
  readonly missingEnvironment: readonly { readonly name: string; readonly help: string | null }[];
  readonly missingCommands: readonly string[];
}

/** What was typed, split into the commands at the front and the instruction after them. */
interface TypedInvocation {
  /** The first word, known or not, and the known commands after it. Empty when nothing was typed. */
  readonly commands: readonly string[];
  readonly instruction: string;
}

export function typedInvocation(typed: string, isKnown: (command: string) => boolean): TypedInvocation {
  let rest = typed.trim();
  const commands: string[] = [];
  while (rest !== '' && commands.length < maxCommands) {
    const [word = ''] = rest.split(/\s/, 1);
    if (commands.length > 0 && !(word.startsWith('/') && isKnown(word))) break;
    commands.push(word);
    rest = rest.slice(word.length).trimStart();
  }
  return { commands, instruction: rest };
}

const maxCommands = 5;

interface TemplateValues {
  readonly skillFolder: string;
  readonly session: string | undefined;
  /** What the user typed after the command; may be empty. Undefined where there is no command. */
  readonly instruction: string | undefined;
}

export interface Passes {
  /** Undefined leaves the variables as they are. */
  readonly values: TemplateValues | undefined;
  /** Gives the text that replaces a command; undefined leaves the commands as they are. */
  readonly run: ((command: string) => Promise<string>) | undefined;
}

/**
 * Prepares a skill's body for an agent: replaces variables by their values, and commands (!`date`) by their output. Both
 * passes read the body as its author wrote it and never each other's output, so neither an instruction nor the output
 * of a command can create a command.
 */
export async function preprocess(body: string, { values, run }: Passes): Promise<string> {
  const fill = (text: string) => (values === undefined ? text : fillIn(text, values));
  if (run === undefined) return fill(body);
  const filled: string[] = [];
  let end = 0;
  for (const snippet of body.matchAll(/!`([^`\n]+)`/g)) {
    filled.push(fill(body.slice(end, snippet.index)), await run(snippet[1] ?? ''));
    end = snippet.index + snippet[0].length;
  }
  return [...filled, fill(body.slice(end))].join('');
}

/** The spellings of all agents that skills are written for. A variable without a value stays visible. */
const variable =
  /\$\{(?:COPPICE|HERMES|CLAUDE)_(?<name>SKILL_DIR|SESSION_ID)\}|\$(?:ARGUMENTS(?![\w[])|\{ARGUMENTS\})/g;

export function fillIn(text: string, { skillFolder, session, instruction }: TemplateValues): string {
  return text.replace(variable, (token: string, name: string | undefined) => {
    if (name === 'SKILL_DIR') return skillFolder;
    if (name === 'SESSION_ID') return session ?? token;
    return instruction ?? token;
  });
}

/** What an agent reads that asked for a skill by the name it had before it was merged into another one. */
export function mergedNotice(formerName: string, name: string): string {
  return `[The skill "${printable(formerName)}" was merged into "${printable(name)}": follow its section ${printable(formerName)}.]`;
}
