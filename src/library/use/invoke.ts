/*
 * Invokes skills: what was typed becomes the message that an agent gets, and the use of each skill is counted. A use
 * that cannot be counted does not stop the invocation. A skill that the scanner blocks is refused; in a bundle it is left
 * out, and the message says so.
 */

import { basename } from 'node:path';
import { bodyOf } from '../../skill/layout.js';
import { parseSkill } from '../../skill/parse.js';
import type { SkillFields } from '../../skill/skill.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import type { UsageStore } from '../../usage/store.js';
import type { Config } from '../config/config.js';
import { listPackageFiles } from '../folders/package-files.js';
import type { ReadLibrary } from '../read/catalog.js';
import { readinessOf } from '../read/readiness.js';
import type { Bundle } from '../rules/commands.js';
import type { SkillEntry } from '../rules/entry.js';
import {
  type FormerName,
  type InvocationSetting,
  type InvokedBundle,
  type InvokedSkill,
  invocationMessage,
  type Passes,
  preprocess,
  typedInvocation,
} from '../rules/invocation.js';
import { blockedError, isWithheld } from '../rules/verdict.js';
import { verdictOf } from '../verdicts/verdicts.js';
import { runInlineShell, type ShellSettings } from './inline-shell.js';
import { CommandResolver, type ResolvedCommand } from './invoke-resolve.js';

export interface Invoker {
  readonly library: ReadLibrary & { readonly usage: Pick<UsageStore, 'record'> };
  readonly config: Config;
  readonly configPath: string;
}

export interface InvokeRequest {
  /** One to five commands, then the instruction. */
  readonly typed: string;
  readonly session?: string | undefined;
  readonly runtimeNote?: string | undefined;
  /** A person's decision to use a skill although the scanner blocks it. */
  readonly allowBlocked?: boolean | undefined;
}

export interface Invoked {
  /** The first command. */
  readonly command: string;
  /** The id of the skill or bundle that the first command invokes. */
  readonly id: string;
  /** The ids of all skills in the message. */
  readonly ids: readonly string[];
  readonly message: string;
}

export async function invoke(invoker: Invoker, request: InvokeRequest): Promise<Invoked> {
  const { library, config, configPath } = invoker;
  const { session, runtimeNote, allowBlocked = false } = request;
  const resolver = new CommandResolver(library);
  const { commands, instruction } = typedInvocation(request.typed, (word) => resolver.isCommand(word));
  const meanings = commands.map((command) => resolver.meaningOf(command));
  const [first] = meanings;
  if (first === undefined) {
    throw new CoppiceError('bad-value', 'no command was typed', { hint: 'coppice commands lists them' });
  }
  const { targets, bundles, formerNames } = expanded(meanings, resolver);
  const skills: InvokedSkill[] = [];
  const typedIds = new Set(meanings.map(({ id }) => id));
  // In sequence, because the commands in the bodies run in the order of the message.
  for (const [id, target] of targets) {
    const skill: InvokedSkill =
      target.kind === 'unreadable'
        ? { kind: 'failed', name: target.name }
        : await loadInvoked(library, target.entry, { config, session, instruction, allowBlocked });
    if (skill.kind === 'blocked' && typedIds.has(id)) throw blockedError(id, skill.verdict);
    skills.push(skill);
  }
  const [blocked] = skills.flatMap((skill) => (skill.kind === 'blocked' ? [skill] : []));
  if (blocked !== undefined && skills.every(({ kind }) => kind === 'blocked'))
    throw blockedError(blocked.id, blocked.verdict);
  for (const skill of skills) if (skill.kind === 'loaded') library.usage.record(skill.id, 'use');
  return {
    command: first.command,
    id: first.id,
    ids: [...targets.keys()].filter(
      (id) => !skills.some((skill) => skill.kind === 'blocked' && skill.id === id),
    ),
    message: invocationMessage({ skills, formerNames, bundles, instruction, runtimeNote, configPath }),
  };
}

type Target = Exclude<ResolvedCommand['runs'], { readonly kind: 'bundle' }>;

interface Expanded {
  /** Keyed by id, so that no skill is there twice. */
  readonly targets: ReadonlyMap<string, Target>;
  readonly bundles: readonly InvokedBundle[];
  readonly formerNames: readonly FormerName[];
}

/** Replaces bundles by their skills. */
function expanded(meanings: readonly ResolvedCommand[], resolver: CommandResolver): Expanded {
  const targets = new Map<string, Target>();
  const bundles: InvokedBundle[] = [];
  const formerNames: FormerName[] = [];
  for (const { id, runs, formerName } of meanings) {
    if (formerName !== undefined && runs.kind === 'skill')
      formerNames.push({ formerName, name: runs.entry.name });
    if (runs.kind !== 'bundle') targets.set(id, runs);
    else {
      const { name, skills, instruction } = runs.bundle;
      const missing: string[] = [];
      for (const member of skills) {
        const own = resolver.skillNamed(member);
        const merged = own === undefined ? resolver.mergedNamed(member) : undefined;
        const entry = own ?? merged?.entry;
        if (merged !== undefined)
          formerNames.push({ formerName: merged.formerName, name: merged.entry.name });
        if (entry === undefined) missing.push(member);
        else targets.set(entry.id, { kind: 'skill', entry });
      }
      if (missing.length === skills.length) throw emptyBundle(runs.bundle);
      bundles.push({ name, instruction, missing });
    }
  }
  return { targets, bundles, formerNames };
}

function emptyBundle({ name, skills, path }: Bundle): CoppiceError {
  const message = `none of the skills in the bundle ${name} exists: ${skills.join(', ')}`;
  return new CoppiceError('skill-not-found', message, {
    hint: `correct ${path}; coppice list shows all skills`,
  });
}

interface LoadSettings {
  readonly config: Config;
  readonly session: string | undefined;
  /** What the user typed after the command. */
  readonly instruction: string;
  readonly allowBlocked?: boolean;
}

/** Loads one skill for a message: reads it, preprocesses its body, and collects its files, settings and readiness. */
export async function loadInvoked(
  library: ReadLibrary,
  entry: SkillEntry,
  settings: LoadSettings,
): Promise<InvokedSkill> {
  const { files, environment } = library;
  const { id, name, folder, path } = entry;
  const content = unlessRefused(() => files.read(path));
  if (content === undefined) return { kind: 'failed', name };
  // Before anything of it is run: the body may contain commands.
  const verdict = verdictOf(library, entry, new Map([[basename(path), content.bytes]]));
  if (isWithheld(verdict) && !settings.allowBlocked) return { kind: 'blocked', id, name, verdict };
  const skill = parseSkill(content.bytes, { folder: basename(folder) });
  return {
    kind: 'loaded',
    id,
    name,
    body: await preprocess(bodyOf(skill), passesFor(library, entry, skill.fields, settings)),
    folder,
    files: Object.values(listPackageFiles(files, folder)).flat(),
    settings: settingsOf(skill.fields, settings.config.skills),
    readiness: readinessOf(skill.fields, environment, files),
  };
}

/** An empty value counts as not set. */
function settingsOf({ config }: SkillFields, given: Config['skills']): readonly InvocationSetting[] {
  return config.map(({ key, fallback }) => {
    const own = Object.hasOwn(given, key) ? given[key] : undefined;
    return { key, value: own || fallback || undefined };
  });
}

function passesFor(
  library: ReadLibrary,
  { folder, root }: SkillEntry,
  fields: SkillFields,
  { config, session, instruction }: LoadSettings,
): Passes {
  const declared = fields.environment.map(({ name }) => [name, library.environment[name]] as const);
  const shell: ShellSettings = {
    skillFolder: folder,
    session,
    environment: Object.fromEntries(declared),
    timeoutSeconds: config['library.inline_shell_timeout'],
  };
  const mayRun = config['library.inline_shell'] && root.trusted;
  return {
    values: config['library.template_vars'] ? { skillFolder: folder, session, instruction } : undefined,
    run: mayRun ? (command) => runInlineShell(command, shell) : undefined,
  };
}
