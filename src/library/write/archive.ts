/*
 * Archives a skill: moves its whole folder to the archive of its root, and records in the ledger where it was. Coppice
 * does nothing stronger to a skill; nothing is deleted.
 */

import { skillDigest } from '../../skill/digest.js';
import { parseSkill } from '../../skill/parse.js';
import type { Files } from '../../system/files.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { PinLevel } from '../../usage/rules/record.js';
import { walkRoot } from '../folders/walk.js';
import { archiveFolder, isInArchive } from '../rules/ledger-entry.js';
import { type Written, writeSkill } from './author-result.js';
import { type WriteOptions, type WriteOutcome, writePackages } from './write.js';
import type { CurrentPackage, Plan } from './write-change.js';
import { joined, lastName, statInside } from './write-inside.js';
import type { PackageLocation, PackageTarget, WriteDeps } from './write-target.js';

export interface ArchiveRequest {
  readonly target: PackageTarget;
  readonly reason?: string | undefined;
  readonly pin?: PinLevel;
  /** A link to this path takes the place of the folder. */
  readonly linkTo?: string;
  /** Refuse unless the package has this digest now. */
  readonly expectedDigest?: string;
}

export async function archiveSkill(
  deps: WriteDeps,
  request: ArchiveRequest,
  options: WriteOptions,
): Promise<Written> {
  return await writeSkill(deps, request.target, planArchival(deps, request, options), options);
}

/** Many at once, as a pass of the curator does; the outcomes are in the order of the requests. */
export async function archiveSkills(
  deps: WriteDeps,
  requests: readonly ArchiveRequest[],
  options: WriteOptions,
): Promise<readonly WriteOutcome[]> {
  const writes = requests.map((request) => ({
    target: request.target,
    plan: planArchival(deps, request, options),
  }));
  return await writePackages(deps, writes, options);
}

/** What to write to archive one skill, for a run that changes others too. */
export function planArchival(
  { files }: WriteDeps,
  { target, reason, pin = 'none', linkTo, expectedDigest }: ArchiveRequest,
  { run }: Pick<WriteOptions, 'run'>,
): Plan {
  return (current) => {
    const { root, folder } = current.location;
    if (pin !== 'none') throw pinned(target);
    if (isInArchive(folder))
      throw new CoppiceError('already-exists', `${target.id} is already archived`, {
        hint: `restore it with: coppice restore ${target.id}`,
      });
    const { bytes } = current.readSkill();
    refuseOtherSkills(files, target, current.location);
    const digest = digestOf(files, `${root}/${folder}`);
    if (expectedDigest !== undefined && digest !== expectedDigest)
      throw new CoppiceError('changed-on-disk', `${target.id} has changed in the meantime`, {
        hint: 'look at it, and try again',
      });
    const category = folder.includes('/') ? folder.split('/')[0] : parseSkill(bytes).fields.category;
    return {
      action: 'archive',
      moveTo: freeArchivePath(files, current),
      reason,
      ...(linkTo !== undefined && { link: { path: folder, before: null, after: linkTo } }),
      manifest: {
        id: target.id,
        originalPath: folder,
        category: category ?? null,
        digest,
        reason: reason ?? null,
        run: run ?? null,
      },
    };
  };
}

export function pinned({ id }: PackageTarget): CoppiceError {
  return new CoppiceError('pinned', `${id} is pinned, so it cannot be archived`, {
    hint: `coppice unpin ${id}`,
  });
}

/** The folder's own name, with the id of the entry added if that name is taken. */
function freeArchivePath(files: Files, { location, entryId }: CurrentPackage): string {
  const plain = joined(archiveFolder, lastName(location.folder));
  return statInside(files, location.root, plain) === undefined ? plain : `${plain}-${entryId}`;
}

/** Skills inside would disappear too. A skill of the same root that is only linked here is elsewhere, and stays. */
function refuseOtherSkills(files: Files, { id }: PackageTarget, { root, folder }: PackageLocation): void {
  const own = `${root}/${folder}`;
  const other = walkRoot(files, own).skills.find(
    ({ folder: below, realFolder }) =>
      below !== '' && (realFolder.startsWith(`${own}/`) || !realFolder.startsWith(`${root}/`)),
  );
  if (other === undefined) return;
  throw new CoppiceError('holds-skills', `${id} contains another skill: ${own}/${other.folder}`, {
    hint: 'move that skill out first',
  });
}

/** Null also if a file cannot be read, because the move does not need a digest. */
function digestOf(files: Files, folder: string): string | null {
  const outcome = unlessRefused(() => skillDigest(folder, files, sha256Hex));
  return outcome?.kind === 'digest' ? outcome.digest : null;
}
