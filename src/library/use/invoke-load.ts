/*
 * Loads one skill for a message: reads it, preprocesses its body, and finds out what its agent has to know.
 */

import { basename } from 'node:path';
import { bodyOf } from '../../skill/layout.js';
import { parseSkill } from '../../skill/parse.js';
import type { SkillFields } from '../../skill/skill.js';
import type { Config } from '../config/config.js';
import type { Library } from '../read/catalog.js';
import type { SkillEntry } from '../read/entry.js';
import { unlessRefused } from '../read/entry-refusal.js';
import { listPackageFiles } from '../read/package-files.js';
import { readinessOf } from '../read/readiness.js';
import { runInlineShell, type ShellSettings } from './inline-shell.js';
import type { InvokedSkill, Setting } from './invocation.js';
import { type Passes, preprocess } from './preprocess.js';

export interface LoadSettings {
  readonly config: Config;
  readonly session: string | undefined;
  /** What the user typed after the command. */
  readonly instruction: string;
}

export async function loadInvoked(
  library: Library,
  entry: SkillEntry,
  settings: LoadSettings,
): Promise<InvokedSkill> {
  const { files, environment } = library;
  const { id, name, folder, path } = entry;
  const content = unlessRefused(() => files.read(path));
  if (content === undefined) return { kind: 'failed', name };
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

/** Set to nothing is as good as not set. */
function settingsOf({ config }: SkillFields, given: Config['skills']): readonly Setting[] {
  return config.map(({ key, fallback }) => {
    const own = Object.hasOwn(given, key) ? given[key] : undefined;
    return { key, value: own || fallback || undefined };
  });
}

function passesFor(
  library: Library,
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
