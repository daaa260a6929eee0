/*
 * Tells open pages that something changed: skills in their folders, and what Coppice itself records in its home. It
 * watches only while somebody listens. What was read must not count as a change, so of the home only the files that hold
 * facts are compared, and only when the system says that something happened there.
 */

import { dirname } from 'node:path';
import { type Context, libraryOf } from '../../app/context.js';
import { readCatalog } from '../../library/read/catalog.js';
import { homePaths } from '../../system/home.js';
import { type Schedule, timerSchedule } from '../../system/schedule.js';
import { type FolderWatch, watchFolders } from '../../system/watch-folders.js';
import { unlessRefused } from '../../text/errors.js';
import { usagePaths } from '../../usage/journal-file.js';

export interface Changes {
  /** Calls the listener after each change, until the returned function is called. */
  listen(listener: () => void): () => void;
  close(): void;
}

/** Several files of one act change at about the same time. */
const settleMs = 300;

export function watchChanges(
  context: Context,
  {
    schedule = timerSchedule,
    watch = watchFolders,
  }: { schedule?: Schedule; watch?: typeof watchFolders } = {},
): Changes {
  const listeners = new Set<() => void>();
  let folders: FolderWatch | undefined;
  let facts = '';
  let isSkillChanged = false;
  let cancel: (() => void) | undefined;

  const settle = () => {
    cancel = undefined;
    const now = factsOf(context);
    if (now === facts && !isSkillChanged) return;
    facts = now;
    isSkillChanged = false;
    // Skills may have come and gone.
    folders?.set(watchedFolders(context));
    for (const listener of listeners) listener();
  };
  const open = () => {
    facts = factsOf(context);
    folders = watch({
      onChange: (folder) => {
        if (folder !== context.home) isSkillChanged = true;
        cancel ??= schedule(settle, settleMs);
      },
      schedule,
    });
    folders.set(watchedFolders(context));
  };
  const close = () => {
    cancel?.();
    cancel = undefined;
    folders?.close();
    folders = undefined;
  };
  return {
    listen: (listener) => {
      if (listeners.size === 0) open();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) close();
      };
    },
    close: () => {
      listeners.clear();
      close();
    },
  };
}

/** The home, every root, every folder of a skill, and the folders between them. */
function watchedFolders(context: Context): ReadonlySet<string> {
  const folders = new Set([context.home, homePaths(context.home).proposals]);
  const library = libraryOf(context);
  for (const { path } of library.roots) folders.add(path);
  const { skills, hidden } = readCatalog(library);
  for (const { root, folder } of [...skills, ...hidden.map(({ entry }) => entry)])
    for (let path = folder; path.length > root.path.length; path = dirname(path)) folders.add(path);
  return folders;
}

/** What was recorded, as a text that differs when any of it changed. */
function factsOf({ files, home }: Context): string {
  const paths = homePaths(home);
  const recorded = [
    paths.config,
    paths.ledger,
    paths.facts,
    paths.usage,
    usagePaths(paths.usage).journal,
    paths.evidence,
    paths.spool,
    paths.curator,
    paths.evolver,
    paths.schedule,
    paths.proposals,
  ];
  return recorded
    .map((path) => {
      const stat = unlessRefused(() => files.stat(path));
      return stat === undefined ? '' : `${stat.mtimeMs} ${stat.sizeBytes}`;
    })
    .join('\n');
}
