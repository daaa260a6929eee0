/*
 * Which folders hold skills, in the order of their precedence: the roots of a trusted project, Coppice's own, those
 * of the agents, those of the configuration. The roots of a project that is not trusted come last, so that nothing
 * in them can take the name of another skill.
 */

import type { Root } from '../rules/root.js';

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
  readonly project: { readonly path: string; readonly tag: string; readonly trusted: boolean } | undefined;
  readonly externalFolders: readonly ExternalFolder[];
}

/** Existing or not: a root that is not there holds nothing. No path twice. */
export function knownRoots({
  home,
  userHome,
  environment,
  project,
  externalFolders,
}: RootFacts): readonly Root[] {
  const projectRoots = project ? projectFolders.map((folder) => projectRoot(folder, project)) : [];
  const roots: readonly Root[] = [
    ...projectRoots.filter((root) => root.trusted),
    { ...labelled('home'), kind: 'home', path: `${home}/skills`, trusted: true },
    ...userFolders.map(({ agent, folder, variable }): Root => {
      const own = variable && movedFolder(environment, variable);
      const path = own ? `${own}/skills` : `${userHome}/${folder}`;
      return { ...labelled(agent), kind: 'user', path, trusted: true };
    }),
    ...externalFolders.map(({ path, label }): Root => {
      return { ...labelled(label), kind: 'external', path: fromHome(path, userHome, home), trusted: true };
    }),
    ...projectRoots.filter((root) => !root.trusted),
  ];
  return roots.filter(({ path }, at) => roots.findIndex((other) => other.path === path) === at);
}

/** Where an agent's variable moves its folder. Some take a list: the first is the one that is written to. */
export function movedFolder(
  environment: Readonly<Record<string, string | undefined>>,
  variable: string,
): string | undefined {
  return environment[variable]?.split(',')[0]?.trim() || undefined;
}

/** A path of the configuration: `~` is the user's home, and a relative one begins in Coppice's. */
export function fromHome(path: string, userHome: string, home: string): string {
  if (path === '~' || path.startsWith('~/')) return userHome + path.slice(1);
  return /^([/\\]|[A-Za-z]:[/\\])/.test(path) ? path : `${home}/${path}`;
}

const projectFolders = ['agents', 'claude', 'hermes'];

const userFolders: readonly { agent: string; folder: string; variable?: string }[] = [
  { agent: 'agents', folder: '.agents/skills' },
  { agent: 'claude', folder: '.claude/skills', variable: 'CLAUDE_CONFIG_DIR' },
  { agent: 'codex', folder: '.codex/skills', variable: 'CODEX_HOME' },
  { agent: 'gemini', folder: '.gemini/skills' },
  { agent: 'opencode', folder: '.config/opencode/skills' },
  { agent: 'hermes', folder: '.hermes/skills', variable: 'HERMES_HOME' },
];

/** Labels that a configured folder cannot take. */
export const reservedLabels: readonly string[] = [
  'home',
  'project',
  'dir',
  ...userFolders.map(({ agent }) => agent),
];

function labelled(label: string): Pick<Root, 'label' | 'shownAs'> {
  return { label, shownAs: label };
}

function projectRoot(agent: string, project: NonNullable<RootFacts['project']>): Root {
  return {
    label: `${agent}@${project.tag}`,
    shownAs: 'project',
    kind: 'project',
    path: `${project.path}/.${agent}/skills`,
    trusted: project.trusted,
  };
}
