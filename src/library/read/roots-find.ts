/*
 * Finds the roots for a command: all known roots, or those that the command line names by label or folder.
 */

import { resolve } from 'node:path';
import type { Agent, Machine } from '../../agents/agent.js';
import { agents } from '../../agents/index.js';
import { locateSkillFolders } from '../../agents/locate.js';
import type { Files } from '../../system/files.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import type { Config } from '../config/config.js';
import { findNested } from '../folders/nested.js';
import { findProject, foldersUpTo, folderTag } from '../folders/project.js';
import type { Root } from '../rules/root.js';
import {
  type AddedFolder,
  fromHome,
  knownRoots,
  nestedRoots,
  type RootProject,
  rootOf,
} from '../rules/roots.js';
import { withProfiles } from './active-profiles.js';
import { readAgentSettings } from './agent-settings.js';

export interface RootsRequest {
  readonly home: string;
  readonly userHome: string;
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly config: Config;
  /** Labels or folders; none means all known roots. */
  readonly only: readonly string[];
}

type RootFiles = Pick<Files, 'list' | 'stat' | 'realPath' | 'read'>;

export function findRoots(files: RootFiles, request: RootsRequest): readonly Root[] {
  const { home, userHome, environment, platform, config } = request;
  const project = findProject(files, request.workingFolder, userHome);
  const trustedPaths = config['library.trusted_projects'].map((path) => fromHome(path, userHome, home));
  const trusted = project !== undefined && trustedPaths.includes(project.realPath);
  const inner = project === undefined ? [] : foldersUpTo(request.workingFolder, project.path).slice(0, -1);
  const placed = (path: string) => {
    return { path, tag: folderTag(unlessRefused(() => files.realPath(path)) ?? path), trusted };
  };
  const nested = nestedRoots(request, inner.map(placed));
  const known = knownRoots({
    home,
    userHome,
    environment,
    platform,
    project: project && { path: project.path, tag: folderTag(project.realPath), trusted },
    nested: nested.filter(({ path }) => unlessRefused(() => files.stat(path))?.kind === 'folder'),
    below: project === undefined ? [] : rootsBelow(files, request.workingFolder, placed),
    externalFolders: config['library.external_dirs'],
    addedFolders: addedFolders(files, request),
  });
  const roots =
    request.only.length === 0
      ? known
      : request.only.flatMap((wanted) => named(files, known, wanted, request));
  return [...new Set(roots)];
}

/** The roots below the working folder, for the agents that read skills there on demand. */
function rootsBelow(
  files: RootFiles,
  workingFolder: string,
  placed: (path: string) => RootProject,
): readonly Root[] {
  return agents.flatMap(({ name, skills: { nested } }: Agent) =>
    nested === undefined
      ? []
      : findNested(files, nested, workingFolder).map(({ path, nestedIn }) =>
          rootOf({ path, scope: 'project', label: name }, [], placed(`${workingFolder}/${nestedIn}`)),
        ),
  );
}

/**
 * The skills of an agent's active profile, and what the settings of the user add. Those of a project must not add
 * anything that is trusted.
 */
function addedFolders(
  files: RootFiles,
  { userHome, environment, platform, workingFolder }: RootsRequest,
): readonly AddedFolder[] {
  const machine = withProfiles(files, { userHome, environment, platform });
  return agents.flatMap((agent: Agent) => {
    const ofProfile = machine.profiles?.[agent.name] === undefined ? [] : profileFolders(agent, machine);
    const added = agent.settings?.moreFolders && userFolders(files, agent, machine, workingFolder);
    return [...new Set([...ofProfile, ...(added ?? [])])].flatMap((path) => {
      const isFolder = unlessRefused(() => files.stat(path))?.kind === 'folder';
      const realPath = isFolder ? unlessRefused(() => files.realPath(path)) : undefined;
      return realPath === undefined ? [] : { agent: agent.name, path, tag: folderTag(realPath) };
    });
  });
}

/** The folder of the configuration stays a root with a label of its own, so that its skills keep their ids. */
function profileFolders(agent: Agent, machine: Machine): readonly string[] {
  return locateSkillFolders(agent, machine, [])
    .filter(({ scope, label }) => scope === 'user' && label !== undefined)
    .map(({ path }) => path);
}

function userFolders(
  files: RootFiles,
  agent: Agent,
  machine: Machine,
  workingFolder: string,
): readonly string[] {
  const { documents } = readAgentSettings(files, agent, machine, []);
  return agent.settings?.moreFolders?.(documents, machine, workingFolder).paths ?? [];
}

/** A folder that is a known root keeps its label, so that its skills keep their ids. */
function named(
  files: RootFiles,
  known: readonly Root[],
  wanted: string,
  { workingFolder }: RootsRequest,
): readonly Root[] {
  const labelled = known.filter((root) => root.label === wanted || root.shownAs === wanted);
  if (labelled.length > 0) return labelled;
  const path = resolve(workingFolder, wanted);
  const realPath = files.stat(path)?.kind === 'folder' ? files.realPath(path) : undefined;
  if (realPath === undefined) {
    throw new CoppiceError('bad-value', `there is no root or folder named ${wanted}`, {
      hint: `use a folder, or one of: ${[...new Set(known.map((root) => root.shownAs))].join(', ')}`,
    });
  }
  const same = known.find((root) => unlessRefused(() => files.realPath(root.path)) === realPath);
  const label = `dir@${folderTag(realPath)}`;
  return [same ?? { label, shownAs: label, kind: 'given', path, trusted: true }];
}
