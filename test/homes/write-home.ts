/*
 * Writes a planned home: its files with their dates, the journal of uses and of when each skill was first seen, and the sessions in the formats of the agents.
 */

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeSession } from '../../bench/session-files.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { homePaths } from '../../src/system/home.js';
import { UsageStore } from '../../src/usage/store.js';
import type { PlannedHome } from './plan.js';

/** `folder` is the home of the user; Coppice's own is `.coppice` in it. */
export async function writeHome(folder: string, home: PlannedHome): Promise<void> {
  // As Coppice makes it: nobody else may look into it.
  mkdirSync(join(folder, '.coppice'), { recursive: true, mode: 0o700 });
  for (const { path, content, at } of home.files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    utimesSync(target, at / 1000, at / 1000);
  }
  const files = nodeFiles;
  const path = homePaths(join(folder, '.coppice')).usage;
  let time = 0;
  const usage = new UsageStore({ path, files, clock: { now: () => time } });
  for (const { id, at } of home.seen) {
    time = at;
    usage.noteSeen([id]);
  }
  for (const { id, at } of home.uses.toSorted((one, other) => one.at - other.at)) {
    time = at;
    usage.record(id, 'use');
  }
  for (const { agent, id, start, skill, root, steps } of home.sessions)
    await writeSession(folder, agent, id, start, skill, steps, { skillRoot: join(folder, root) });
}
