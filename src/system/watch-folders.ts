/*
 * Watches folders for changes by anybody. The system tells of changes in a folder itself, not below it, so each folder is
 * watched on its own; where the system has no room for so many watches, the folders are looked at now and then instead.
 */

import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { type Schedule, timerSchedule } from './schedule.js';

export interface FolderWatch {
  /** Watches these from now on, and no others. Folders that are missing are left out. */
  set(folders: ReadonlySet<string>): void;
  close(): void;
}

interface WatchOptions {
  /** Called with the folder in which something changed. */
  readonly onChange: (folder: string) => void;
  readonly schedule?: Schedule;
  /** How the system watches one folder; throws where it cannot. */
  readonly start?: (folder: string, onEvent: (name: string | null) => void) => { close(): void };
  readonly pollMs?: number;
}

const defaultPollMs = 2_000;

export function watchFolders(options: WatchOptions): FolderWatch {
  const { onChange, schedule = timerSchedule, start = systemWatch, pollMs = defaultPollMs } = options;
  const watches = new Map<string, { close(): void }>();
  /** The folders that are looked at, with what they were. */
  const polled = new Map<string, string>();
  let cancelPoll: (() => void) | undefined;

  const poll = () => {
    cancelPoll = undefined;
    for (const [folder, before] of polled) {
      const now = stampOf(folder);
      polled.set(folder, now);
      if (now !== before) onChange(folder);
    }
    if (polled.size > 0) cancelPoll ??= schedule(poll, pollMs);
  };
  /** A folder that was replaced is another one, which the next `set` watches again. */
  const drop = (folder: string) => {
    watches.get(folder)?.close();
    watches.delete(folder);
  };
  const add = (folder: string) => {
    try {
      watches.set(
        folder,
        start(folder, (name) => {
          if (name !== null) drop(join(folder, name));
          onChange(folder);
        }),
      );
    } catch {
      // No room for another watch, or no folder: what comes later is noticed as well.
      polled.set(folder, stampOf(folder));
      cancelPoll ??= schedule(poll, pollMs);
    }
  };
  return {
    set: (folders) => {
      for (const folder of [...watches.keys()]) if (!folders.has(folder)) drop(folder);
      for (const folder of polled.keys()) if (!folders.has(folder)) polled.delete(folder);
      for (const folder of folders) if (!watches.has(folder) && !polled.has(folder)) add(folder);
    },
    close: () => {
      for (const { close } of watches.values()) close();
      watches.clear();
      polled.clear();
      cancelPoll?.();
    },
  };
}

function systemWatch(folder: string, onEvent: (name: string | null) => void): { close(): void } {
  const watcher: FSWatcher = watch(folder, { persistent: false }, (_, name) => onEvent(name));
  // A folder that was removed; its parent tells of that.
  watcher.on('error', () => watcher.close());
  return { close: () => watcher.close() };
}

/** Of the folder and of the file in it that matters most; a text that differs when one of them changed. */
function stampOf(folder: string): string {
  return [folder, join(folder, 'SKILL.md')]
    .map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat === undefined ? '' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
    })
    .join(' ');
}
