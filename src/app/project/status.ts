/*
 * The status of a project and its registry, from files alone: loaded only if there is a login or a manifest.
 */

import { lockIn, manifestIn } from '../../client/ensure/project-files.js';
import { listLogins } from '../../client/remote/credentials.js';
import type { EnsureResult } from '../../client/rules/ensure-result.js';
import { satisfies } from '../../client/rules/lock-satisfies.js';
import type { RegistryAddress } from '../../client/rules/manifest.js';
import { hasCode } from '../../text/errors.js';
import type { Context } from '../context.js';
import type { ProjectStatus } from '../rules/status.js';
import { ensureWithProgress } from './ensure.js';
import { rememberedUpdates } from './last-answer.js';
import { credentialOptions } from './project.js';

export function lastLogin(context: Context): RegistryAddress | null {
  return allLogins(context).at(-1) ?? null;
}

/** The last one last. */
export function allLogins(context: Context): readonly RegistryAddress[] {
  return listLogins(credentialOptions(context));
}

export async function readProjectStatus(context: Context, folder: string): Promise<ProjectStatus> {
  const manifest = manifestIn(context.files, folder);
  const updates = rememberedUpdates(context, folder);
  const statusWith = (state: ProjectStatus['state']) => ({
    folder,
    items: manifest.items.length,
    state,
    updates: updates && { at: updates.at, count: updates.items.length },
  });
  const lock = lockIn(context.files, folder);
  if (lock === undefined) return statusWith(manifest.items.length === 0 ? 'installed' : 'never-installed');
  if (satisfies(lock, manifest).kind === 'unsatisfied') return statusWith('lock-behind');
  const planned = await planOffline(context, folder);
  if (planned === undefined) return statusWith('lock-behind');
  const { installed, removed, failed } = planned;
  return statusWith(installed.length + removed.length + failed.length === 0 ? 'installed' : 'incomplete');
}

/** Undefined where a source has changed since it was locked. */
async function planOffline(context: Context, project: string): Promise<EnsureResult | undefined> {
  const options = { project, frozen: true, offline: true, dryRun: true };
  try {
    return await ensureWithProgress(context, options, { warns: false });
  } catch (error) {
    if (hasCode(error, 'conflict')) return undefined;
    throw error;
  }
}
