/*
 * The folders that contain skills, in order of precedence: the roots of a trusted project, Coppice's own, those of the
 * agents, those of the configuration. The roots of an untrusted project come last, so that no skill in them can shadow
 * another skill.
 */

import { agents } from '../../agents/index.js';
import { type LocatedSkillFolder, locateSkillFolders } from '../../agents/locate.js';
import { sharedFolder } from '../../agents/shared-folder.js';
import { homePaths } from '../../system/home.js';
import type { Root } from './root.js';

/** A folder that the configuration adds, under a label of the user's choice. */
export interface ExternalFolder {
  readonly path: string;
  readonly label: string;
}

export interface RootFacts {
  /** Coppice's home. */
  readonly home: string;
  readonly userHome: string;
  /** The agents' own variables say where their folders are. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** As Node names it. */
  readonly platform: string;
  readonly project: RootProject | undefined;
  /** The roots of `nestedRoots` that exist. */
  readonly nested?: readonly Root[];
  /** Roots below the working folder. They are the weakest of the project. */
  readonly below?: readonly Root[];
  readonly externalFolders: readonly ExternalFolder[];
  /** What the user's settings of an agent add to its folders. */
  readonly addedFolders?: readonly AddedFolder[];
}

export interface RootProject {
  readonly path: string;
  readonly tag: string;
  readonly trusted: boolean;
}

export interface AddedFolder {
  readonly agent: string;
  readonly path: string;
  readonly tag: string;
}

/** All roots, whether they exist or not; each path occurs once. */
export function knownRoots(facts: RootFacts): readonly Root[] {
  const { home, userHome, nested = [], below = [], externalFolders, addedFolders = [] } = facts;
  const configured = new Set(externalFolders.map(({ label }) => label));
  // A label from the configuration stays the user's, even if a newer version knows an agent of that name.
  const agentRoots = [...nested, ...rootsOfAgents(facts), ...below].filter(
    ({ label }) => !configured.has(label),
  );
  const projectRoots = agentRoots.filter(({ kind }) => kind === 'project');
  const roots: readonly Root[] = [
    ...projectRoots.filter((root) => root.trusted),
    { ...labelled('home'), kind: 'home', path: homePaths(home).skills, trusted: true },
    ...agentRoots.filter(({ kind }) => kind === 'user'),
    ...externalFolders.map(({ path, label }): Root => {
      return { ...labelled(label), kind: 'external', path: fromHome(path, userHome, home), trusted: true };
    }),
    ...addedFolders.map(({ agent, path, tag }): Root => {
      const shownAs = `${agent}-ext`;
      return { label: `${shownAs}@${tag}`, shownAs, kind: 'external', path, trusted: true };
    }),
    ...projectRoots.filter((root) => !root.trusted),
  ];
  return roots.filter(({ path }, at) => roots.findIndex((other) => other.path === path) === at);
}

/**
 * The roots in folders of a project below its own, from the working folder upwards. Many agents read these too, and a
 * label has the tag of the folder that the root is in.
 */
export function nestedRoots(
  { userHome, environment, platform }: Pick<RootFacts, 'userHome' | 'environment' | 'platform'>,
  folders: readonly RootProject[],
): readonly Root[] {
  const machine = { userHome, environment, platform };
  return folders.flatMap((folder, at) => {
    const shared = {
      path: `${folder.path}/${sharedFolder.skills}`,
      scope: 'project',
      label: sharedFolder.name,
    };
    const own = agents.flatMap((agent) =>
      locateSkillFolders(agent, machine, [folder.path]).flatMap(({ path, scope, label, reach }) => {
        const isRead = reach === 'upwards' || (reach === 'working-folder' && at === 0);
        return scope === 'project' && label !== undefined && isRead ? { path, scope, label } : [];
      }),
    );
    return [shared, ...own].map((one) => rootOf(one, [], folder));
  });
}

/** A path from the configuration: `~` is the user's home, and a relative path starts in Coppice's home. */
export function fromHome(path: string, userHome: string, home: string): string {
  if (path === '~' || path.startsWith('~/')) return userHome + path.slice(1);
  return /^([/\\]|[A-Za-z]:[/\\])/.test(path) ? path : homePaths(home).configured(path);
}

/** Labels that a configured folder cannot take. */
export const reservedLabels: readonly string[] = [
  'home',
  'project',
  'dir',
  sharedFolder.name,
  'claude',
  'codex',
  'gemini',
  'opencode',
  'hermes',
];

/** The roots to suggest to a user who has no skills yet. */
export function suggestedRoots(roots: readonly Root[]): readonly Root[] {
  return roots.filter(({ kind, label }) => kind !== 'user' || reservedLabels.includes(label));
}

/** The shared folder, then the folders of the well-known agents, then the others that have a label. */
function rootsOfAgents({ userHome, environment, platform, project }: RootFacts): readonly Root[] {
  const machine = { userHome, environment, platform };
  const projectFolders = project === undefined ? [] : [project.path];
  const shared = [
    { path: `${userHome}/${sharedFolder.skills}`, scope: 'user', label: sharedFolder.name },
    ...projectFolders.map((path) => ({
      path: `${path}/${sharedFolder.skills}`,
      scope: 'project',
      label: sharedFolder.name,
    })),
  ];
  const own = agents.flatMap((agent) => {
    const folders = locateSkillFolders(agent, machine, projectFolders);
    return folders.flatMap(({ path, scope, label }) =>
      label === undefined
        ? []
        : {
            isWellKnown: reservedLabels.includes(label),
            root: rootOf({ path, scope, label }, folders, project),
          },
    );
  });
  return [
    ...shared.map((folder) => rootOf(folder, [], project)),
    ...own.filter(({ isWellKnown }) => isWellKnown).map(({ root }) => root),
    ...own.filter(({ isWellKnown }) => !isWellKnown).map(({ root }) => root),
  ];
}

/** The root of an agent's folder, which takes its trust and its tag from the project that it is in. */
export function rootOf(
  { path, scope, label }: { readonly path: string; readonly scope: string; readonly label: string },
  folders: readonly LocatedSkillFolder[],
  project: RootProject | undefined,
): Root {
  const managed = folders.flatMap(({ path: inside, writtenBy }) =>
    writtenBy !== undefined && inside.startsWith(`${path}/`) ? { path: inside, provenance: writtenBy } : [],
  );
  const isOfProject = scope === 'project' && project !== undefined;
  return {
    ...(isOfProject ? { label: `${label}@${project.tag}`, shownAs: 'project' } : labelled(label)),
    kind: isOfProject ? 'project' : 'user',
    path,
    trusted: isOfProject ? project.trusted : true,
    ...(managed.length > 0 && { managed }),
  };
}

function labelled(label: string): Pick<Root, 'label' | 'shownAs'> {
  return { label, shownAs: label };
}
