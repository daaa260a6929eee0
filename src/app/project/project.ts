/*
 * What the verbs that share skills work on: the current project, the registry it takes its items from, and
 * the way to that registry. The HTTP client is loaded only when it is used.
 */

import { join } from 'node:path';
import { lockIn, manifestIn } from '../../client/ensure/project-files.js';
import { type CredentialOptions, findToken, listLogins } from '../../client/remote/credentials.js';
import type { RegistryAccess } from '../../client/remote/registry-api.js';
import type { Remote } from '../../client/remote/remote.js';
import { environmentRegistry } from '../../client/rules/environment-registry.js';
import type { Lock } from '../../client/rules/lock.js';
import { lockName } from '../../client/rules/lock.js';
import type { ItemName, Manifest, RegistryAddress } from '../../client/rules/manifest.js';
import { manifestName } from '../../client/rules/manifest.js';
import { findProject } from '../../library/folders/project.js';
import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryOptions } from '../context.js';

export interface Project {
  readonly folder: string;
  readonly manifest: Manifest;
}

export function projectOf(context: Context): Project {
  const folder = projectFolder(context);
  return { folder, manifest: manifestIn(context.files, folder) };
}

/** Also for a project whose manifest is broken or missing. */
export function projectFolder({ files, workingFolder, userHome }: Context): string {
  const project = findProject(files, workingFolder, userHome);
  if (project !== undefined) return project.path;
  throw new CoppiceError('not-found', `${workingFolder} is not in a project`, {
    hint: 'create one with: coppice init',
  });
}

/** Of a project where something is installed. */
export function lockOf({ files }: Context, { folder }: Project): Lock {
  const lock = lockIn(files, folder);
  if (lock !== undefined) return lock;
  throw new CoppiceError('not-found', `there is no ${lockName} in ${folder}, so nothing is installed`, {
    hint: 'install with: coppice ensure',
  });
}

/** The registry of the project, or else the one that the environment names, or else that of the last login. */
export function registryOf(context: Context): RegistryAddress {
  const { files, workingFolder, userHome } = context;
  const folder = findProject(files, workingFolder, userHome)?.path;
  const hasManifest = folder !== undefined && files.stat(join(folder, manifestName)) !== undefined;
  const address = hasManifest ? manifestIn(files, folder).registry : undefined;
  const found =
    address ?? environmentRegistry(context.environment) ?? listLogins(credentialOptions(context)).at(-1);
  if (found !== undefined) return found;
  throw new CoppiceError('not-found', 'no registry is known here', {
    hint: 'log in to one with: coppice login URL --tenant T, or set COPPICE_REGISTRY, COPPICE_TENANT and COPPICE_TOKEN',
  });
}

export function remoteOf(context: Context): Promise<Remote> {
  return openRemote(context, registryOf(context));
}

/** Without a token of its own, a run of CI gets one for its identity. */
export async function publishingRemoteOf(context: Context): Promise<Remote> {
  const address = registryOf(context);
  if (findToken(credentialOptions(context), address) !== undefined) return openRemote(context, address);
  const { ciToken } = await import('../../client/remote/ci-token.js');
  const access = { warn: (sentence: string) => warn(context, sentence) };
  const token = await ciToken(context.environment, address, access);
  const { httpRemote } = await import('../../client/remote/http-remote.js');
  return httpRemote({ place: address, token, ...access });
}

/** `access` is for callers that wait less than a person would. */
export async function openRemote(
  context: Context,
  address: RegistryAddress,
  access: Pick<RegistryAccess, 'warn' | 'limits'> = { warn: (sentence) => warn(context, sentence) },
): Promise<Remote> {
  const { httpRemote } = await import('../../client/remote/http-remote.js');
  const token = findToken(credentialOptions(context), address);
  return httpRemote({ place: address, token, ...access });
}

export function credentialOptions(context: Context): CredentialOptions {
  const { files, platform, environment } = context;
  return { files, platform, environment, home: libraryOptions(context).home };
}

/** Written at once, also with `--json`: a warning must not wait for a server. */
export function warn({ terminal }: Context, sentence: string): void {
  terminal.stderr.write(`warn: ${printable(sentence)}\n`);
}

/** The page of an item in the registry's catalog. */
export function catalogPage({ url }: RegistryAddress, { kind, slug }: ItemName): string {
  return `${url}/skills/${slug}${kind === 'skill' ? '' : `?kind=${kind}`}`;
}
