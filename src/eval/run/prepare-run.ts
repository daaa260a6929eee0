/*
 * The folders of one run: a home, an empty project with a repository of its own, so that an agent that looks upwards stops
 * there, and a configuration folder. The skill is put where the agent really looks, without its cases, which would show
 * the agent how its answer is graded.
 */

import { relative } from 'node:path';
import type { RunPlan, RunRecipe, RunRequest } from '../../agents/headless/run-recipe.js';
import {
  makeTemporaryFolder,
  removeAbandonedFolders,
  type TemporaryFile,
  type TemporaryFolder,
} from '../../system/disk/temporary-folder.js';
import { randomIds } from '../../system/ids.js';
import { killMarkedProcesses } from '../../system/process/marked-processes.js';
import { runProcess } from '../../system/process/process.js';
import type { CaseFile } from '../rules/cases/eval-case.js';
import type { RecordedFile } from '../rules/recording.js';
import { runMark } from './run-agent.js';

export interface SkillToRun {
  readonly name: string;
  readonly files: readonly SkillFile[];
}

export interface SkillFile extends CaseFile {
  readonly executable: boolean;
}

export interface PreparedRun {
  readonly folder: TemporaryFolder;
  readonly workingFolder: string;
  readonly plan: RunPlan;
  readonly environment: Readonly<Record<string, string>>;
}

type Request = Omit<RunRequest, 'folders'>;

export function prepareRun(
  recipe: RunRecipe,
  request: Request,
  skill: SkillToRun | undefined,
  files: readonly CaseFile[],
): PreparedRun {
  const folder = makeTemporaryFolder(runFolders);
  try {
    return filled(folder, recipe, request, skill, files);
  } catch (error) {
    folder.remove();
    throw error;
  }
}

const runFolders = 'coppice-eval-';

/**
 * Removes what a run left whose Coppice was killed, also by its own agent: its folder, and its processes, which have their
 * home in it.
 */
export function removeAbandonedRuns(): void {
  removeAbandonedFolders(runFolders, (path) => killMarkedProcesses('HOME', `${path}/home`));
}

function filled(
  folder: TemporaryFolder,
  recipe: RunRecipe,
  request: Request,
  skill: SkillToRun | undefined,
  files: readonly CaseFile[],
): PreparedRun {
  const at = (name: string) => `${folder.path}/${name}`;
  const folders = { home: at('home'), work: at('home/work'), configuration: at('configuration') };
  const plan = recipe.plan({ ...request, folders });
  for (const name of ['home/work', 'configuration', 'tmp']) folder.makeFolder(name);
  for (const [path, text] of Object.entries(emptyRepository)) folder.write(`home/work/.git/${path}`, text);
  folder.makeFolder('home/work/.git/objects');
  folder.makeFolder('home/work/.git/refs');
  for (const [path, text] of Object.entries(plan.files)) folder.write(relative(folder.path, path), text);
  for (const { path, bytes } of files) folder.write(`home/work/${path}`, bytes);
  const skills = relative(folder.path, plan.skills);
  folder.makeFolder(skills);
  for (const { path, bytes, executable } of skill?.files ?? [])
    folder.write(`${skills}/${skill?.name}/${path}`, bytes, executable);
  return {
    folder,
    workingFolder: folders.work,
    plan,
    environment: {
      HOME: folders.home,
      USERPROFILE: folders.home,
      XDG_CONFIG_HOME: at('home/.config'),
      XDG_DATA_HOME: at('home/.local/share'),
      XDG_STATE_HOME: at('home/.local/state'),
      XDG_CACHE_HOME: at('home/.cache'),
      TMPDIR: at('tmp'),
      TERM: 'dumb',
      CI: 'true',
    },
  };
}

const emptyRepository: Readonly<Record<string, string>> = {
  HEAD: 'ref: refs/heads/main\n',
  config: '[core]\n\trepositoryformatversion = 0\n\tbare = false\n',
};

const scaffoldTimeoutMs = 120_000;

/** Why the script of the case failed; undefined where it did not. */
export async function runScaffold(
  { workingFolder, environment }: PreparedRun,
  script: string,
): Promise<string | undefined> {
  const id = randomIds.next();
  const { outcome, stderr } = await runProcess({
    argv: ['bash', '-c', script],
    cwd: workingFolder,
    environment: { ...environment, [runMark]: id },
    timeoutMs: scaffoldTimeoutMs,
    maxOutputBytes: 64 * 1024,
  });
  killMarkedProcesses(runMark, id);
  if (outcome.kind === 'exited' && outcome.code === 0) return undefined;
  const how = outcome.kind === 'exited' ? `exit code ${outcome.code}` : outcome.kind;
  return `${how} ${stderr.trim().slice(-200)}`.trim();
}

const maxListedFiles = 5_000;
const maxRecordedFiles = 100;
const maxRecordedBytes = 256 * 1024;

/** The files of the project, to compare what is there after the run. */
export function projectFiles({ folder }: PreparedRun): readonly TemporaryFile[] {
  return folder.filesIn('home/work', maxListedFiles).filter(({ path }) => !path.startsWith('.'));
}

/** Files that were not there before; of the first ones, the text too, for graders that read it. */
export function createdFiles(run: PreparedRun, before: readonly TemporaryFile[]): readonly RecordedFile[] {
  const known = new Set(before.map(({ path }) => path));
  const created = projectFiles(run).filter(({ path }) => !known.has(path));
  return created.map(({ path, sizeBytes }, index) => {
    const isRead = index < maxRecordedFiles && sizeBytes <= maxRecordedBytes;
    const bytes = isRead ? run.folder.read(`home/work/${path}`, maxRecordedBytes) : undefined;
    const text = bytes === undefined ? undefined : plainText(bytes);
    return { path, sizeBytes, ...(text !== undefined && { text }) };
  });
}

function plainText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // An image, or another file that is not text.
    return undefined;
  }
}
