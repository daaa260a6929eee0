/*
 * Bundles: several skills under one command. Each is a small TOML file in the home. A faulty one is reported and does
 * not affect the others.
 */

import { basename } from 'node:path';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { unlessRefused } from '../../text/errors.js';
import { parseToml } from '../../text/toml.js';
import { type ReadLibrary, readCatalog } from '../read/catalog.js';
import type { OfferRule } from '../read/offer-to-agent.js';
import { pluginCommands } from '../read/plugins.js';
import type { Catalog } from '../rules/catalog.js';
import { type Bundle, type Bundles, type Commands, commandsOf } from '../rules/commands.js';
import { listOf, text } from '../rules/config/config-value.js';
import type { CommandDiagnostic } from '../rules/diagnostics.js';
import type { SkillEntry } from '../rules/entry.js';

/** Ordered by file name. */
export function readBundles(files: Pick<Files, 'list' | 'read'>, home: string): Bundles {
  const folder = homePaths(home).bundles;
  const bundles: Bundle[] = [];
  const diagnostics: CommandDiagnostic[] = [];
  for (const { name, kind } of unlessRefused(() => files.list(folder)) ?? []) {
    if (kind === 'folder' || !name.endsWith('.toml')) continue;
    const path = `${folder}/${name}`;
    const file = unlessRefused(() => files.read(path, { maxBytes: maxBundleBytes }));
    const bundle = file === undefined ? 'The file cannot be read.' : parseBundle(decode(file.bytes), path);
    if (typeof bundle !== 'string') bundles.push(bundle);
    else {
      const fix = 'write: name = "..." and skills = ["...", "..."]';
      diagnostics.push({ code: 'bundle-unreadable', severity: 'error', path, line: 0, message: bundle, fix });
    }
  }
  return { bundles, diagnostics };
}

/** Gives a sentence about the fault when the file is not a valid bundle. */
function parseBundle(toml: string, path: string): Bundle | string {
  const read = parseToml(toml);
  if (!read.ok) return `Line ${read.fault.line}: ${read.fault.reason}.`;
  const table = read.value;
  const { name = basename(path, '.toml'), description, skills, instruction } = table;
  const members = listOf(text).read(skills);
  if (members === undefined || members.length === 0) return 'skills must be a list with at least one name.';
  const unknown = Object.keys(table).find((key) => !bundleKeys.includes(key));
  if (unknown !== undefined) return `Unknown key ${unknown}.`;
  const texts = { name, description, instruction };
  for (const [key, value] of Object.entries(texts)) {
    if (value !== undefined && text.read(value) === undefined) return `${key} must be text.`;
  }
  return {
    name: String(name),
    description: text.read(description) ?? `Invokes ${members.join(', ')}`,
    skills: members,
    instruction: text.read(instruction),
    path,
  };
}

const bundleKeys = ['name', 'description', 'skills', 'instruction'];

const maxBundleBytes = 64 * 1024;

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The commands of a library as it is on the disk now. */
export function readCommands(
  { files, home }: Pick<ReadLibrary, 'files' | 'home'>,
  { skills }: Catalog,
): Commands {
  const { bundles, diagnostics } = readBundles(files, home);
  const own = commandsOf(skills, bundles);
  return { commands: own.commands, diagnostics: [...diagnostics, ...own.diagnostics] };
}

/** The commands that an agent is offered, those of plugins last. A skill that is withheld from agents has none. */
export function offeredCommands(
  library: ReadLibrary,
  offer: OfferRule,
  ofPlugins: readonly SkillEntry[],
): Commands {
  const catalog = readCatalog(library);
  const own = readCommands(library, catalog);
  const all = [...own.commands, ...pluginCommands(ofPlugins)];
  const entries = all.flatMap(({ runs }) => (runs.kind === 'skill' ? [runs.entry] : []));
  const { withheld } = offer(entries);
  const because = new Map(withheld.map((skill) => [skill.id, skill.because]));
  return {
    commands: all.filter(({ id }) => !because.has(id)),
    diagnostics: [
      ...own.diagnostics,
      ...entries.flatMap(({ id, path }) => {
        const message = because.get(id);
        return message === undefined ? [] : [blockedCommand(id, path, message)];
      }),
    ],
  };
}

function blockedCommand(id: string, path: string, because: string): CommandDiagnostic {
  return {
    code: 'command-blocked',
    severity: 'warning',
    path,
    line: 0,
    message: `The scanner blocks ${id}, so it has no command: ${because}.`.replace(/\.\.$/, '.'),
    fix: `coppice scan ${id} shows why; coppice scan accept ${id} --reason TEXT lets it through`,
  };
}
