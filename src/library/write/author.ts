/*
 * Changes an existing skill: the whole SKILL.md, a piece of any of its files, or a support file. Each change is planned
 * under the lock, keeps every other byte, and is refused if it would break the skill.
 */

import { basename } from 'node:path';
import { isSkillFile } from '../../skill/package-names.js';
import { parseSkill } from '../../skill/parse.js';
import { CoppiceError } from '../../text/errors.js';
import type { PinLevel } from '../../usage/rules/record.js';
import type { LedgerAction } from '../rules/ledger-entry.js';
import { refuseNewPath, refusePath } from '../rules/package-path.js';
import type { Replacement } from '../rules/patch.js';
import { patchedBytes } from '../rules/patch.js';
import { refuseUnpairedSurrogate, structureFault } from '../rules/skill-refusals.js';
import { type Written, writeSkill } from './author-result.js';
import type { WriteOptions } from './write.js';
import type { CurrentPackage, FileChange, Plan } from './write-change.js';
import type { CurrentFile } from './write-inside.js';
import type { PackageTarget, WriteDeps } from './write-target.js';

export interface AuthorOptions extends WriteOptions {
  readonly reason?: string | undefined;
  /** The expected hash of the file before the change. */
  readonly expectedSha256?: string | undefined;
  readonly pin?: PinLevel;
  /** Throws where the skill may not become what the change makes of it. */
  readonly check?: ((changed: FileChange) => void) | undefined;
}

export const maxSkillCharacters = 100_000;
const maxSupportBytes = 1024 * 1024;

/** Replaces the whole of SKILL.md. */
export async function editSkill(
  deps: WriteDeps,
  target: PackageTarget,
  content: Uint8Array | string,
  options: AuthorOptions,
): Promise<Written> {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  return await author(deps, target, 'edit', options, (current) => {
    const skill = current.readSkill(options.expectedSha256);
    return changeSkill(target, skill, bytes, `The new content would break the structure of ${skill.path}`);
  });
}

export interface Patch extends Replacement {
  /** A support file; SKILL.md by default. */
  readonly file?: string | undefined;
}

export async function patchSkill(
  deps: WriteDeps,
  target: PackageTarget,
  patch: Patch,
  options: AuthorOptions,
): Promise<Written> {
  return await author(deps, target, 'patch', options, (current) => {
    const { file } = patch;
    if (file === undefined || isSkillFile(file)) {
      const skill = current.readSkill(options.expectedSha256);
      const bytes = patchedBytes(skill.path, skill.bytes, patch);
      return changeSkill(target, skill, bytes, `Patch would break ${skill.path} structure`);
    }
    const there = readSupport(target, current, file, options);
    return setSupport(file, patchedBytes(file, there.bytes, patch));
  });
}

/** Creates or replaces a support file. */
export async function writeSupportFile(
  deps: WriteDeps,
  target: PackageTarget,
  path: string,
  content: Uint8Array | string,
  options: AuthorOptions,
): Promise<Written> {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  refuse(refusePath(path), path);
  return await author(deps, target, 'write-file', options, (current) => {
    current.readSkill();
    if (current.read(path, options.expectedSha256) === undefined) refuse(refuseNewPath(path), path);
    return setSupport(path, bytes);
  });
}

/** Removes only the file: an empty folder stays. */
export async function removeSupportFile(
  deps: WriteDeps,
  target: PackageTarget,
  path: string,
  options: AuthorOptions,
): Promise<Written> {
  return await author(deps, target, 'remove-file', options, (current) => {
    readSupport(target, current, path, options);
    return { path, bytes: null };
  });
}

/** Only the user may change a frozen skill: not an agent, the curator or the evolver. */
export function refuseFrozen({ id }: PackageTarget, { actor, pin }: AuthorOptions): void {
  if (pin !== 'freeze' || actor === 'user') return;
  throw new CoppiceError('pinned', `${id} is frozen, so only you can change it`, {
    hint: `coppice unpin ${id}`,
  });
}

async function author(
  deps: WriteDeps,
  target: PackageTarget,
  action: LedgerAction,
  options: AuthorOptions,
  change: (current: CurrentPackage) => FileChange,
): Promise<Written> {
  refuseFrozen(target, options);
  const plan: Plan = (current) => {
    const changed = change(current);
    options.check?.(changed);
    return { action, files: [changed], reason: options.reason };
  };
  const written = await writeSkill(deps, target, plan, options);
  // The change counts even if it cannot be recorded as usage.
  deps.usage?.record(target.id, 'patch');
  return written;
}

function changeSkill(
  { folder }: PackageTarget,
  there: CurrentFile & { readonly path: string },
  bytes: Uint8Array,
  refusal: string,
): FileChange {
  const name = { folder: basename(folder) };
  const fault = structureFault(parseSkill(there.bytes, name), parseSkill(bytes, name));
  if (fault !== undefined) {
    throw new CoppiceError('would-break-skill', `${refusal}: ${fault}`, { hint: 'nothing was changed' });
  }
  const length = charactersIn(bytes);
  if (length > maxSkillCharacters && length > charactersIn(there.bytes))
    throw tooLarge(there.path, length, 'characters');
  return { path: there.path, bytes };
}

function setSupport(path: string, bytes: Uint8Array): FileChange {
  if (bytes.length > maxSupportBytes) throw tooLarge(path, bytes.length, 'bytes');
  return { path, bytes };
}

function readSupport(
  { id }: PackageTarget,
  current: CurrentPackage,
  path: string,
  { expectedSha256 }: AuthorOptions,
): CurrentFile {
  refuse(refusePath(path), path);
  const there = current.read(path, expectedSha256);
  if (there !== undefined) return there;
  throw new CoppiceError('not-found', `${id} has no file ${path}`, {
    hint: `coppice view ${id} lists its files`,
  });
}

function refuse(refusal: ReturnType<typeof refusePath>, path: string): void {
  if (refusal === undefined) return;
  throw new CoppiceError('path-unsafe', `${JSON.stringify(path)} is refused: ${refusal.message}`, {
    hint: 'give a path inside the skill, such as references/notes.md',
  });
}

function tooLarge(path: string, size: number, unit: 'characters' | 'bytes'): CoppiceError {
  const max = unit === 'characters' ? maxSkillCharacters : maxSupportBytes;
  return new CoppiceError('too-large', `${path} would have ${size} ${unit}; at most ${max} are allowed`, {
    hint:
      unit === 'characters'
        ? 'move parts of it to files under references/'
        : 'keep large files out of the skill',
  });
}

function bytesOf(text: string): Uint8Array {
  refuseUnpairedSurrogate(text);
  return new TextEncoder().encode(text);
}

function charactersIn(bytes: Uint8Array): number {
  return new TextDecoder().decode(bytes).length;
}
