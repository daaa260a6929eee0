/*
 * Finds the definitions of an agent on this machine: the files of its subagents and commands. The search is bounded, and
 * a file or folder that cannot be read is left out.
 */

import type {
  Agent,
  DefinitionFolder,
  DefinitionKind,
  DefinitionRules,
  Machine,
} from '../../agents/agent.js';
import { locateDefinitionFolders, type ProjectFolders } from '../../agents/locate.js';
import { parseSettingsText } from '../../agents/settings-text.js';
import { settingAt } from '../../agents/settings-values.js';
import { fieldLimits } from '../../skill/fields.js';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import type { FoundDefinition } from '../rules/agent-view/definitions.js';
import { readSummary } from './read-summary.js';

type DefinitionFiles = Pick<Files, 'list' | 'stat' | 'read'>;

/** The strongest first; in a folder, by path. */
export function findDefinitions(
  files: DefinitionFiles,
  agent: Agent,
  kind: DefinitionKind,
  machine: Machine,
  projectFolders: ProjectFolders,
): readonly FoundDefinition[] {
  const rules = agent.definitions?.[kind];
  if (rules === undefined) return [];
  return locateDefinitionFolders(agent, kind, machine, projectFolders).flatMap((folder) =>
    pathsBelow(files, folder.path, rules).flatMap((path) => definitionAt(files, folder, path, rules) ?? []),
  );
}

/** Files in one folder of an agent; more are nobody's own work. */
const maxFiles = 2000;
const maxFolders = 500;

/** Relative to the folder. Links are followed, and the depth ends a loop. */
function pathsBelow(files: DefinitionFiles, folder: string, rules: DefinitionRules): readonly string[] {
  const found: string[] = [];
  const pending = [{ path: '', depth: 0 }];
  // The loop adds to the list that it goes through.
  for (const { path, depth } of pending) {
    const entries = unlessRefused(() => files.list(`${folder}/${path}`)) ?? [];
    for (const { name, kind } of entries) {
      const below = path === '' ? name : `${path}/${name}`;
      const target = kind === 'link' ? unlessRefused(() => files.stat(`${folder}/${below}`))?.kind : kind;
      const isDefinition = rules.endings.some((ending) => name.endsWith(ending) && name !== ending);
      if (target === 'file' && isDefinition && found.length < maxFiles) found.push(below);
      const isEntered = target === 'folder' && depth < rules.depth && !name.startsWith('.');
      if (isEntered && pending.length < maxFolders) pending.push({ path: below, depth: depth + 1 });
    }
  }
  return found.sort();
}

function definitionAt(
  files: DefinitionFiles,
  folder: DefinitionFolder,
  path: string,
  { endings, named, separator }: DefinitionRules,
): FoundDefinition | undefined {
  const ending = endings.find((one) => path.endsWith(one)) ?? '';
  const bare = path.slice(0, path.length - ending.length);
  const absolute = `${folder.path}/${path}`;
  const fallback = bare.slice(bare.lastIndexOf('/') + 1);
  const said = unlessRefused(() =>
    ending === '.toml' ? readToml(files, absolute) : readSummary(files, absolute, fallback)?.summary,
  );
  if (said === undefined) return undefined;
  const name = named === 'path' ? bare.replaceAll('/', separator) : said.name || fallback;
  return { name, description: said.description, path: absolute, folder };
}

const maxTomlBytes = 256 * 1024;

/** A file that is not TOML is still a definition, of which nothing else is known. */
function readToml(
  files: DefinitionFiles,
  path: string,
): Pick<FoundDefinition, 'name' | 'description'> | undefined {
  const content = files.read(path, { maxBytes: maxTomlBytes });
  if (content === undefined) return undefined;
  const parsed = parseSettingsText(new TextDecoder().decode(content.bytes), 'toml');
  const textAt = (key: string, max: number) => {
    const value = parsed.ok ? settingAt(parsed.value, key) : undefined;
    return typeof value === 'string' ? value.slice(0, max) : '';
  };
  return {
    name: textAt('name', fieldLimits.name),
    description: textAt('description', fieldLimits.description),
  };
}
