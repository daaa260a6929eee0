/*
 * The doctor: reports which skills each agent on this machine actually sees, and every problem that keeps it from
 * seeing more, each with a fix. It changes no skill.
 */

import { type AgentName, agents } from '../../agents/index.js';
import { severities } from '../../skill/diagnostic.js';
import { homePaths } from '../../system/home.js';
import { counted } from '../../text/plural.js';
import type { UsageStore } from '../../usage/store.js';
import { findProject, foldersUpTo, type Project } from '../folders/project.js';
import { withProfiles } from '../read/active-profiles.js';
import { arrange } from '../read/catalog.js';
import { offeredPluginSkills } from '../read/plugins.js';
import { findRoots } from '../read/roots-find.js';
import { trustProblems } from '../rules/agent-view/agent-trust.js';
import { type ClientView, coppiceView, simulate } from '../rules/agent-view/client-view.js';
import { clientProblems } from '../rules/agent-view/doctor-clients.js';
import { isWrong, type Problem, problem } from '../rules/agent-view/doctor-problem.js';
import { located } from '../rules/diagnostics.js';
import type { FoundRoot, ReadFolder } from '../rules/found-skill.js';
import type { Root } from '../rules/root.js';
import { readBundles } from '../use/bundles.js';
import { findOnDisk } from './doctor-find.js';
import { examineConfig, type HomeOptions, homeProblems } from './doctor-home.js';
import { curatorProblems, ledgerProblems, usageProblems } from './doctor-records.js';
import { type InspectedAgent, inspectAgent, withRealPath } from './inspect-agent.js';
import { blockedFolders, scanForDoctor, scanProblems } from './scan-problems.js';
import { useCounts } from './use-counts.js';

export interface DoctorRequest extends HomeOptions {
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly usage: Pick<UsageStore, 'all' | 'get' | 'health'>;
  /** Reads the curator's state, and throws where the curator would refuse to run. */
  readonly loadCuratorState: () => unknown;
  /** Labels or folders. When given, only these roots are examined, and no clients. */
  readonly only: readonly string[];
  /** When given, only this agent and the folders that it reads are examined. */
  readonly agent?: AgentName | undefined;
  /** The number of skills whose verdict is known, and of all that are scanned. */
  readonly onScanned?: (done: number, total: number) => void;
}

export interface Diagnosis {
  /** Whether there are no errors or warnings; there may be notes. */
  readonly ok: boolean;
  /** The most severe first. */
  readonly problems: readonly Problem[];
  /** Coppice itself first. */
  readonly clients: readonly ClientView[];
}

export function examine(request: DoctorRequest): Diagnosis {
  const { files, home, userHome, workingFolder, platform, environment, usage, only, agent: chosen } = request;
  const { config, problems: configProblems } = examineConfig(request);
  const roots = findRoots(files, { home, userHome, workingFolder, environment, platform, config, only });
  const project = findProject(files, workingFolder, userHome);
  const machine = withProfiles(files, { userHome, environment, platform });
  const projectFolders = project ? foldersUpTo(workingFolder, project.path) : [];
  const examined = agents.filter(({ name }) => (chosen === undefined ? only.length === 0 : name === chosen));
  const inspected = examined.map((agent) =>
    inspectAgent(files, agent, { machine, workingFolder, projectFolders }),
  );
  const found = findOnDisk(
    files,
    [...(chosen === undefined ? roots : []), ...inspected.flatMap((one) => one.roots)].map(
      ({ path }) => path,
    ),
  );
  const shown = inspected.filter((one) => one.present || chosen !== undefined || isShown(one, found));

  const surroundings = {
    platform,
    disabled: config['library.disabled'],
    platformDisabled: config['library.platform_disabled'],
  };
  const catalog = arrange(
    roots.map((root) => ({ root, skills: [], diagnostics: [], ...found.get(root.path) })),
    surroundings,
  );
  const trusted = roots.some(({ kind, trusted }) => kind === 'project' && trusted);
  const paths = {
    workingFolder: withRealPath(files, workingFolder),
    project: project ? [...new Set([project.path, project.realPath])] : [],
  };
  const records = usage.all();
  const entries = [...catalog.skills, ...catalog.hidden.map(({ entry }) => entry)];
  const scanned = scanForDoctor(
    // The doctor does not make a home where there is none.
    { files, home, writesCaches: files.stat(home) !== undefined, suppressions: config['scan.suppress'] },
    // One agent's view needs only the verdicts on the project, and only if that agent has a quarantine.
    chosen === undefined
      ? entries
      : entries.filter(({ root }) => root.kind === 'project' && hasQuarantine(shown)),
    request.onScanned,
  );
  const blocked = blockedFolders(scanned, found.values());
  const ownView = () =>
    coppiceView(
      catalog,
      roots.flatMap(({ path }) => found.get(path) ?? []),
      offeredPluginSkills({
        files,
        home,
        surroundings,
        writesCaches: false,
        plugins: { machine, workingFolder, offered: only.length === 0 },
      }),
    );
  const views = [
    ...(chosen === undefined ? [ownView()] : []),
    ...shown.map(({ agent, ...facts }) =>
      simulate(agent, {
        ...facts,
        found,
        trusted,
        paths,
        machine,
        blocked,
        useCounts: useCounts(files, agent, machine, records),
      }),
    ),
  ];
  const ownProblems = () => [
    ...homeProblems(request),
    ...configProblems,
    ...readBundles(files, home).diagnostics,
    ...untrustedProblems(project, roots, found),
    ...usageProblems(usage, homePaths(home).usage, {
      labels: new Set(roots.filter(({ path }) => found.get(path)?.exists).map(({ label }) => label)),
      ids: new Set(
        entries.flatMap(({ id, name, alsoIn }) => [id, ...alsoIn.map(({ label }) => `${label}:${name}`)]),
      ),
    }),
    ...ledgerProblems({ files, home, usage }),
    ...curatorProblems(request.loadCuratorState, homePaths(home).curator),
    ...scanProblems(request, scanned),
  ];
  const problems: readonly Problem[] = [
    ...(chosen === undefined ? ownProblems() : []),
    ...skillProblems([...found.values()]),
    ...clientProblems(views, found, managedFolders(inspected)),
    ...shown.flatMap(settingsProblems),
    ...shown.flatMap(remoteProblems),
    ...shown
      .filter(({ present }) => present)
      .flatMap(({ agent, documents, roots: read }) =>
        trustProblems(agent, { documents, machine, paths, trusted }, read, found),
      ),
  ];
  return { ok: !problems.some(isWrong), problems: problems.toSorted(bySeverity), clients: views };
}

const alwaysShown: readonly AgentName[] = ['claude', 'codex', 'gemini', 'opencode', 'hermes'];

/** Agents that are not used here are shown if they are well known, or have anything in a folder of their own. */
function isShown(
  { agent, roots, definitions }: InspectedAgent,
  found: ReadonlyMap<string, FoundRoot>,
): boolean {
  const hasSkills = ({ path, label }: ReadFolder) =>
    label !== undefined && (found.get(path)?.skills.length ?? 0) > 0;
  const hasDefinitions = Object.values(definitions).some((found) => found.length > 0);
  return alwaysShown.includes(agent.name) || hasDefinitions || roots.some(hasSkills);
}

function hasQuarantine(shown: readonly InspectedAgent[]): boolean {
  return shown.some(({ agent }) => agent.skills.quarantine);
}

function managedFolders(inspected: readonly InspectedAgent[]): readonly string[] {
  return inspected.flatMap(({ roots }) =>
    roots.filter(({ writtenBy }) => writtenBy !== undefined).map(({ path }) => path),
  );
}

function settingsProblems({ agent, unreadable }: InspectedAgent): readonly Problem[] {
  return unreadable.map(({ path, reason }) => {
    const message = `These settings of ${agent.title} cannot be read, so what they turn off is unknown: ${reason}.`;
    return problem('settings-unreadable', path, message, 'correct the settings, or make the file readable');
  });
}

function remoteProblems({ agent, documents }: InspectedAgent): readonly Problem[] {
  const remote = agent.settings?.remoteSkills?.(documents);
  if (remote === undefined) return [];
  const addresses = counted(remote.count, 'address', 'addresses');
  const message = `${agent.title} also loads the skills of ${addresses} (${remote.setting}). They are not read here.`;
  return [problem('skills-not-read', remote.file, message, null)];
}

/** Each package is reported once, even if several roots lead to it. */
function skillProblems(roots: readonly FoundRoot[]): readonly Problem[] {
  const packages = new Map(
    roots
      .flatMap(({ skills }) => skills.map((skill) => [skill.location.realFolder, skill] as const))
      .reverse(),
  );
  return [
    ...roots.flatMap(({ diagnostics }) => diagnostics),
    ...[...packages.values()].flatMap(({ path, diagnostics }) => located(path, diagnostics)),
  ];
}

function untrustedProblems(
  project: Project | undefined,
  roots: readonly Root[],
  found: ReadonlyMap<string, FoundRoot>,
): readonly Problem[] {
  const skills = roots.filter(({ trusted }) => !trusted).flatMap(({ path }) => found.get(path)?.skills ?? []);
  const packages = new Set(skills.map(({ location }) => location.realFolder));
  if (project === undefined || packages.size === 0) return [];
  const message = `${counted(packages.size, 'skill')} of this project can be viewed but not invoked, because the project is not trusted.`;
  return [problem('untrusted-project', project.realPath, message, `coppice trust ${project.realPath}`)];
}

function bySeverity(a: Problem, b: Problem): number {
  const rank = severities.indexOf(a.severity) - severities.indexOf(b.severity);
  if (rank !== 0) return rank;
  return a.path === b.path ? 0 : a.path < b.path ? -1 : 1;
}
