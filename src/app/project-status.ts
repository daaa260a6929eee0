/*
 * The status of a project and its registry, from files alone: loaded only if there is a login or a manifest.
 */

import { lockIn, manifestIn } from '../client/ensure/project-files.js';
import { listLogins } from '../client/remote/credentials.js';
import { satisfies } from '../client/rules/lock-satisfies.js';
import type { RegistryAddress } from '../client/rules/manifest.js';
import type { Context } from './context.js';
import { ensureWithProgress } from './ensure.js';
import { credentialOptions } from './project.js';
import type { ProjectStatus } from './rules/status.js';

export function lastLogin(context: Context): RegistryAddress | null {
  return listLogins(credentialOptions(context)).at(-1) ?? null;
}

export async function readProjectStatus(context: Context, folder: string): Promise<ProjectStatus> {
  const manifest = manifestIn(context.files, folder);
  const statusWith = (state: ProjectStatus['state']) => ({ folder, items: manifest.items.length, state });
  const lock = lockIn(context.files, folder);
  if (lock === undefined) return statusWith(manifest.items.length === 0 ? 'installed' : 'never-installed');
  if (satisfies(lock, manifest).kind === 'unsatisfied') return statusWith('lock-behind');
  const { installed, removed, failed } = await ensureWithProgress(
    context,
    { project: folder, frozen: true, offline: true, dryRun: true },
    { warns: false },
  );
  return statusWith(installed.length + removed.length + failed.length === 0 ? 'installed' : 'incomplete');
}
