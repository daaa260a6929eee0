/*
 * Lists the definitions of all agents: the subagents and the commands that they read from single files.
 */

import type { DefinitionKind } from '../../agents/agent.js';
import { type AgentName, agents } from '../../agents/index.js';
import { unlessRefused } from '../../text/errors.js';
import { findProject, foldersUpTo, folderTag } from '../folders/project.js';
import type { FoundDefinition } from '../rules/agent-view/definitions.js';
import type { ReadLibrary } from './catalog.js';
import { findDefinitions } from './definitions-find.js';

export interface DefinitionListing {
  readonly kind: DefinitionKind;
  /** By agent, then by name. */
  readonly items: readonly ListedDefinition[];
  readonly total: number;
  /** Why the listing is empty, when it is. */
  readonly message?: string;
}

export interface ListedDefinition {
  /** `claude:reviewer`, and `claude@1f2e3d4c:reviewer` for one of a project. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly agent: AgentName;
  /** `user`, `project` or `managed`. */
  readonly root: string;
  readonly path: string;
  readonly trusted: boolean;
}

export interface DefinitionRequest {
  /** Words that must all be in the name or the description. */
  readonly query?: string | undefined;
  readonly limit?: number | undefined;
}

export function listDefinitions(
  library: ReadLibrary,
  kind: DefinitionKind,
  { query, limit }: DefinitionRequest = {},
): DefinitionListing {
  const all = definitionsOf(library, kind);
  const words = (query ?? '').toLowerCase().split(/\s+/);
  const wanted = all.filter(({ name, description }) => {
    const text = `${name}\n${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const none = all.length === 0 ? `No agent here has ${kind}s of its own.` : `No ${kind} matches.`;
  return {
    kind,
    items: wanted.slice(0, limit),
    total: wanted.length,
    ...(wanted.length === 0 && { message: none }),
  };
}

/** Every definition once; of several with the same id, the strongest. */
function definitionsOf(library: ReadLibrary, kind: DefinitionKind): readonly ListedDefinition[] {
  const { files, plugins, roots } = library;
  if (plugins === undefined) return [];
  const { machine, workingFolder, offered } = plugins;
  const project = findProject(files, workingFolder, machine.userHome);
  const projectFolders = project === undefined ? [] : foldersUpTo(workingFolder, project.path);
  const trusted = roots.some((root) => root.kind === 'project' && root.trusted);
  const listed = agents.flatMap((agent) =>
    findDefinitions(files, agent, kind, machine, projectFolders)
      .map((found) =>
        listedAs(found, agent.name, labelOf(library, found, agent.name, projectFolders), trusted),
      )
      .sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1)),
  );
  const labels = new Set(roots.map(({ label }) => label));
  return listed
    .filter(({ id }, at) => listed.findIndex((other) => other.id === id) === at)
    .filter(({ id }) => offered || labels.has(id.slice(0, id.indexOf(':'))));
}

function labelOf(
  { files }: ReadLibrary,
  { folder: { scope, path } }: FoundDefinition,
  agent: AgentName,
  projectFolders: readonly string[],
): string {
  if (scope !== 'project') return scope === 'managed' ? `${agent}-managed` : agent;
  const inside = projectFolders.find((folder) => path.startsWith(`${folder}/`)) ?? path;
  return `${agent}@${folderTag(unlessRefused(() => files.realPath(inside)) ?? inside)}`;
}

function listedAs(
  { name, description, path, folder: { scope } }: FoundDefinition,
  agent: AgentName,
  label: string,
  trusted: boolean,
): ListedDefinition {
  return {
    id: `${label}:${name}`,
    name,
    description,
    agent,
    root: scope,
    path,
    trusted: scope === 'project' ? trusted : true,
  };
}
