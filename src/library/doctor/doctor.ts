/*
 * The doctor: what each agent client on this machine will really see, and everything that is wrong on the way there,
 * each with what to do about it. It changes no skill.
 */

import { dirname } from 'node:path';
import { severities } from '../../skill/diagnostic.js';
import { unlessRefused } from '../../text/errors.js';
import type { UsageStore } from '../../usage/store.js';
import { findProject, type Project } from '../folders/project.js';
import { arrange } from '../read/catalog.js';
import { findRoots } from '../read/roots-find.js';
import { located } from '../rules/diagnostics.js';
import { isWrong, type Problem, problem } from '../rules/doctor-problem.js';
import type { FoundRoot } from '../rules/found-skill.js';
import type { Root } from '../rules/root.js';
import { readBundles } from '../use/bundles.js';
import { coppiceView } from './client-coppice.js';
import { clientFolder, clientRoots } from './client-roots.js';
import { type ClientView, simulate } from './client-view.js';
import { clients } from './clients.js';
import { clientProblems } from './doctor-clients.js';
import { findOnDisk } from './doctor-find.js';
import { examineConfig, type HomeOptions, homeProblems } from './doctor-home.js';
import { curatorProblems, ledgerProblems, usageProblems } from './doctor-records.js';

export interface DoctorRequest extends HomeOptions {
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly usage: Pick<UsageStore, 'all' | 'health'>;
  /** Reads what the curator remembers, and throws where it would refuse to run by it. */
  readonly loadCuratorState: () => unknown;
  /** Labels or folders: then only these roots are looked at, and no clients. */
  readonly only: readonly string[];
}

export interface Diagnosis {
  /** Nothing is wrong; there may be things worth knowing. */
  readonly ok: boolean;
  /** The most severe first. */
  readonly problems: readonly Problem[];
  /** Coppice itself first. */
  readonly clients: readonly ClientView[];
}

export function examine(request: DoctorRequest): Diagnosis {
  const { files, home, userHome, workingFolder, platform, environment, usage, only } = request;
  const { config, problems: configProblems } = examineConfig(request);
  const roots = findRoots(files, { home, userHome, workingFolder, environment, config, only });
  const project = findProject(files, workingFolder, userHome);
  const places = {
    userHome,
    environment,
    projectFolders: project ? foldersUpTo(workingFolder, project.path) : [],
  };
  const looks = (only.length === 0 ? clients : []).map((client) => ({
    client,
    roots: clientRoots(client, places),
    present: unlessRefused(() => files.stat(clientFolder(client, places)))?.kind === 'folder',
  }));
  const found = findOnDisk(
    files,
    [...roots, ...looks.flatMap((look) => look.roots)].map(({ path }) => path),
  );

  const catalog = arrange(
    roots.map((root) => ({ root, skills: [], diagnostics: [], ...found.get(root.path) })),
    {
      platform,
      disabled: config['library.disabled'],
      platformDisabled: config['library.platform_disabled'],
    },
  );
  const trusted = roots.some(({ kind, trusted }) => kind === 'project' && trusted);
  const views = [
    coppiceView(
      catalog,
      roots.flatMap(({ path }) => found.get(path) ?? []),
    ),
    ...looks.map(({ client, ...look }) => simulate(client, { ...look, found, trusted })),
  ];
  const entries = [...catalog.skills, ...catalog.hidden.map(({ entry }) => entry)];
  const problems = [
    ...homeProblems(request),
    ...configProblems,
    ...readBundles(files, home).diagnostics,
    ...skillProblems([...found.values()]),
    ...clientProblems(views, found),
    ...trustProblems(project, roots, found),
    ...usageProblems(usage, `${home}/usage.json`, {
      labels: new Set(roots.filter(({ path }) => found.get(path)?.exists).map(({ label }) => label)),
      ids: new Set(
        entries.flatMap(({ id, name, alsoIn }) => [id, ...alsoIn.map(({ label }) => `${label}:${name}`)]),
      ),
    }),
    ...ledgerProblems(files, home),
    ...curatorProblems(request.loadCuratorState, `${home}/curator.json`),
  ];
  return { ok: !problems.some(isWrong), problems: problems.sort(bySeverity), clients: views };
}

/** Each package once, however many roots lead to it. */
function skillProblems(roots: readonly FoundRoot[]): readonly Problem[] {
  const packages = new Map(
    roots.flatMap(({ skills }) => skills.map((skill) => [skill.place.realFolder, skill] as const)).reverse(),
  );
  return [
    ...roots.flatMap(({ diagnostics }) => diagnostics),
    ...[...packages.values()].flatMap(({ path, diagnostics }) => located(path, diagnostics)),
  ];
}

function trustProblems(
  project: Project | undefined,
  roots: readonly Root[],
  found: ReadonlyMap<string, FoundRoot>,
): readonly Problem[] {
  const count = roots
    .filter(({ trusted }) => !trusted)
    .reduce((sum, { path }) => sum + (found.get(path)?.skills.length ?? 0), 0);
  if (project === undefined || count === 0) return [];
  const skills = count === 1 ? '1 skill' : `${count} skills`;
  const message = `${skills} of this project can be looked at and not used, because it is not trusted.`;
  return [problem('untrusted-project', project.realPath, message, `coppice trust ${project.realPath}`)];
}

/** From the inside outwards. */
function foldersUpTo(folder: string, last: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== last && at !== dirname(at); ) {
    at = dirname(at);
    folders.push(at);
  }
  return folders;
}

function bySeverity(a: Problem, b: Problem): number {
  const rank = severities.indexOf(a.severity) - severities.indexOf(b.severity);
  if (rank !== 0) return rank;
  return a.path === b.path ? 0 : a.path < b.path ? -1 : 1;
}
