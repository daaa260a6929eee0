/*
 * A scheduler that reads files from a folder of the user's, as systemd and launchd do.
 */

import { dirname } from 'node:path';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { isMarked, type Job, readBack } from './job.js';
import {
  type FileState,
  type FoundSchedule,
  isOurs,
  type RemovedSchedule,
  refusalOf,
  type ScheduleFile,
  type Scheduler,
} from './scheduler.js';

export interface FileScheduler extends Pick<Scheduler, 'name' | 'enableWith' | 'render' | 'enable'> {
  /** All that `render` gives texts for; the last is the one that is enabled. */
  readonly paths: readonly string[];
  disable(): Promise<void>;
  state(): Promise<Pick<FoundSchedule, 'enabled' | 'nextRun'>>;
}

export function fileScheduler(files: Files, own: FileScheduler): Scheduler {
  const { name, enableWith, paths } = own;
  const look = (): readonly Looked[] => paths.map((path) => looked(files, own, path));
  return {
    name,
    enableWith,
    render: (job) => own.render(job),
    put: (job) => {
      const texts = own.render(job);
      refuseForeign(look());
      for (const file of texts) put(files, file);
      return true;
    },
    enable: (job) => own.enable(job),
    find: async () => {
      const found = look();
      const isThere = found.some(isOurs);
      const state = isThere ? await own.state() : { enabled: false, nextRun: null };
      const job = found.map((file) => file.job).find((one) => one !== undefined);
      return { scheduler: name, files: found.map(({ path, state }) => ({ path, state })), job, ...state };
    },
    remove: async (): Promise<RemovedSchedule> => {
      const found = look();
      const pathsOf = (state: FileState) =>
        found.filter((file) => file.state === state).map(({ path }) => path);
      const removed = found.filter(isOurs).map(({ path }) => path);
      const isToStop = removed.length > 0 && found.at(-1)?.state !== 'foreign';
      const error = isToStop ? await refusalOf(own.disable()) : undefined;
      for (const path of removed) files.remove(path);
      return { scheduler: name, removed, missing: pathsOf('missing'), foreign: pathsOf('foreign'), error };
    },
  };
}

interface Looked {
  readonly path: string;
  readonly state: FileState;
  readonly job?: Job | undefined;
}

function looked(files: Files, { render }: Pick<Scheduler, 'render'>, path: string): Looked {
  const content = files.read(path);
  if (content === undefined) return { path, state: 'missing' };
  const text = new TextDecoder().decode(content.bytes);
  if (!isMarked(text)) return { path, state: 'foreign' };
  return { path, ...readBack(text, (job) => render(job).find((file) => file.path === path)?.text) };
}

function refuseForeign(found: readonly Looked[]): void {
  const foreign = found.find(({ state }) => state === 'foreign');
  if (foreign === undefined) return;
  throw new CoppiceError('already-exists', `${foreign.path} is there, and Coppice did not write it`, {
    hint: 'move it away, and try again',
  });
}

function put(files: Files, { path, text }: ScheduleFile): void {
  files.makeFolder(dirname(path));
  files.write(path, new TextEncoder().encode(text));
}
