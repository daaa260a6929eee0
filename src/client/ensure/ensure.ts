/*
 * Makes a project have what its manifest asks for: read, resolve, fetch, link, and last of all write the lock. Whatever is
 * interrupted leaves things that are whole, and the next run goes on from there. Where nothing is to be done, nothing is
 * asked, locked or written.
 */

import { homePaths } from '../../system/home.js';
import { withLock } from '../../system/lock/lock.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { applyLinks, notPutBack } from '../link/apply-links.js';
import { isSameCopies } from '../link/copies.js';
import { type LinkedItem, planLinks } from '../link/plan-links.js';
import { type ProjectView, projectHash, viewProject } from '../link/project-view.js';
import {
  type CompletedEnsure,
  type EnsureResult,
  type FailedItem,
  resultOf,
} from '../rules/ensure-result.js';
import { refuseSameName, withNames } from '../rules/install-locations.js';
import { installOrder } from '../rules/install-order.js';
import { isSameItem, itemTitle } from '../rules/item-names.js';
import type { Lock, LockNode } from '../rules/lock.js';
import { printLock } from '../rules/lock.js';
import type { ItemName, Manifest } from '../rules/manifest.js';
import { isSameRegistry } from '../rules/manifest.js';
import { type ChosenLock, chooseLock } from './choose-lock.js';
import type { EnsureDeps } from './ports.js';
import { lockBytes, lockIn, manifestIn, removeStaleLocks, restoreLock, writeLock } from './project-files.js';

export interface EnsureOptions {
  /** The folder that has the manifest. */
  readonly project: string;
  /** Taken instead of the file, by whoever is about to write it. */
  readonly manifest?: Manifest;
  /** Refuses where the lock would change. */
  readonly frozen?: boolean;
  /** Asks nobody. */
  readonly offline?: boolean;
  /** Says what would be done. */
  readonly dryRun?: boolean;
  /** Files are copied instead of linked. Unless given, it is as before: copied where the project has copies. */
  readonly copy?: boolean;
  /** Something skipped is a failure. */
  readonly strict?: boolean;
  /** What is resolved as if it were not locked; with `everything`, also a lock that cannot be read is replaced. */
  readonly moving?: 'everything' | ItemName;
  /** Where one item cannot be had, none is linked, and that is thrown: the project stays as it was. */
  readonly allOrNothing?: boolean;
  /** The item that somebody wants to have now: it may not be left for later, as a forward reference may. */
  readonly required?: readonly ItemName[];
  /** Done last, when everything else is written. What it throws takes everything back. Not called by a dry run. */
  readonly commit?: () => void;
}

export async function ensureProject(deps: EnsureDeps, options: EnsureOptions): Promise<EnsureResult> {
  const seen = await inspect(deps, options, { allowNetwork: false });
  if (options.dryRun) {
    const planned = seen ?? (await inspectOnline(deps, options));
    refuseAny(options, planned.chosen.refused);
    return reported(deps, options, planned, planned.chosen.refused);
  }
  if (seen !== undefined && isIdle(seen)) {
    options.commit?.();
    return reported(deps, options, seen, []);
  }
  const { files, home, lockTimeoutMs = 600_000 } = deps;
  const project = viewProject(deps, options.project);
  const path = homePaths(home).lock(`project-${projectHash(project.folder)}`);
  const wait = {
    timeoutMs: lockTimeoutMs,
    onWait: () => deps.warn('another process installs into this project, and is waited for'),
  };
  return await withLock(files, path, wait, async () => {
    // Once more: what was seen without the lock, another ensure may have changed.
    return await perform(deps, options, await inspectOnline(deps, options));
  });
}

/** The links are planned as if nothing were missing. */
interface ProjectState extends CompletedEnsure {
  readonly chosen: ChosenLock;
  readonly manifest: Manifest;
  readonly view: ProjectView;
}

async function inspectOnline(deps: EnsureDeps, options: EnsureOptions): Promise<ProjectState> {
  const seen = await inspect(deps, options, { allowNetwork: true });
  if (seen === undefined) throw new Error('what may be asked is asked');
  return seen;
}

/** Undefined where somebody has to be asked, and may not be. */
async function inspect(
  deps: EnsureDeps,
  options: EnsureOptions,
  { allowNetwork }: { readonly allowNetwork: boolean },
): Promise<ProjectState | undefined> {
  const { project, frozen = false, offline = false, moving, allOrNothing = false, required = [] } = options;
  const manifest = options.manifest ?? manifestIn(deps.files, project);
  const locked = lockIn(deps.files, project, moving === 'everything');
  const isMoving = (item: ItemName) =>
    moving === 'everything' || (moving !== undefined && isSameItem(moving, item));
  const request = { project, manifest, locked, frozen, offline, isMoving, allOrNothing, required };
  const chosen = await chooseLock(deps, request, allowNetwork);
  if (chosen === undefined) return undefined;

  const order = installOrder(chosen.lock, manifest);
  refuseSameName(withNames(order, manifest.items));
  const found = new Map(order.map((node) => [node, deps.store.find(node.contentDigest, 'stamp')]));
  const view = viewProject(deps, project);
  const folderOf = (node: LockNode) => found.get(node) ?? folderInStore(deps, node);
  return {
    manifest,
    locked,
    chosen,
    order,
    view,
    isLockChanged: locked === undefined || !isSameLock(locked, chosen.lock),
    missing: order.filter((node) => found.get(node) === undefined),
    links: planLinks(
      deps.files,
      view,
      linkRequest(options, view, { manifest, order, refused: chosen.refused, folderOf }),
    ),
  };
}

function isIdle({ isLockChanged, missing, links, view, chosen }: ProjectState): boolean {
  return (
    !isLockChanged &&
    missing.length === 0 &&
    links.puts.length === 0 &&
    links.removals.length === 0 &&
    isSameCopies(links.copies, view.copies) &&
    chosen.refused.length === 0
  );
}

async function perform(deps: EnsureDeps, options: EnsureOptions, seen: ProjectState): Promise<EnsureResult> {
  const failed = [...seen.chosen.refused, ...(await fetchAll(deps, options, seen))];
  refuseAny(options, failed);

  // To fetch may have taken a while, and it is decided by what is there now.
  const view = viewProject(deps, options.project);
  const isFailed = (node: LockNode) => failed.some((one) => isSameItem(one, node));
  const folderOf = (node: LockNode) => (isFailed(node) ? undefined : folderInStore(deps, node));
  const { manifest, order, chosen } = seen;
  const request = linkRequest(options, view, { manifest, order, refused: chosen.refused, folderOf });
  const links = planLinks(deps.files, view, request);
  const applied = applyLinks(deps, view, links);
  try {
    writeLast(deps, options, failed.length === 0 && seen.isLockChanged ? seen.chosen.lock : undefined);
  } catch (error) {
    throw applied.undo() ? error : notPutBack(error);
  }
  applied.finish();
  // By now everything is done, and what cannot be removed is removed by a later run.
  unlessRefused(() => removeStaleLocks(deps.files, options.project));
  return reported(deps, options, { ...seen, links }, failed);
}

/** The lock, if it changes, and then what the caller writes. If one of them fails, the lock is as before. */
function writeLast({ files }: EnsureDeps, { project, commit }: EnsureOptions, lock: Lock | undefined): void {
  const before = lockBytes(files, project);
  try {
    if (lock !== undefined) writeLock(files, project, lock);
    commit?.();
  } catch (error) {
    if (lock === undefined) throw error;
    const isRestored = unlessRefused(() => {
      restoreLock(files, project, before);
      return true;
    });
    throw isRestored ? error : notPutBack(error);
  }
}

function refuseAny({ allOrNothing }: EnsureOptions, [first]: readonly FailedItem[]): void {
  if (allOrNothing && first !== undefined)
    throw new CoppiceError(first.code, `${itemTitle(first)} cannot be installed: ${first.reason}`);
}

/** Loaded only now: what unpacks and scans is most of the program. */
async function fetchAll(
  deps: EnsureDeps,
  options: EnsureOptions,
  seen: ProjectState,
): Promise<readonly FailedItem[]> {
  const locked = new Set(seen.locked?.nodes.map((node) => JSON.stringify(node)));
  const isLocked = (node: LockNode) => locked.has(JSON.stringify(node));
  const stored = seen.order.filter((node) => !isLocked(node) && !seen.missing.includes(node));
  if (seen.missing.length + stored.length === 0) return [];
  const { fetchMissing, checkStored } = await import('./fetch.js');
  const request = {
    project: options.project,
    registry: seen.manifest.registry,
    nodes: seen.missing,
    files: seen.chosen.files,
    isLocked,
    offline: options.offline ?? false,
  };
  for (const node of stored) checkStored(deps, request, node, folderInStore(deps, node));
  return seen.missing.length === 0 ? [] : fetchMissing(deps, request);
}

function reported(
  deps: EnsureDeps,
  { strict = false }: EnsureOptions,
  done: CompletedEnsure,
  failed: readonly FailedItem[],
): EnsureResult {
  const result = resultOf(done, failed, strict);
  for (const { reason, ...item } of result.skipped) deps.warn(`skipping ${itemTitle(item)}: ${reason}`);
  for (const { reason, slug } of done.links.partly) deps.warn(`${reason}: ${slug} was not installed for it`);
  return result;
}

function linkRequest(
  options: EnsureOptions,
  { copies }: ProjectView,
  wanted: {
    readonly manifest: Manifest;
    readonly order: readonly LockNode[];
    /** What cannot be had again; if it is in place, it stays. */
    readonly refused: readonly ItemName[];
    readonly folderOf: (node: LockNode) => string | undefined;
  },
) {
  const { manifest, order, refused, folderOf } = wanted;
  const items = [
    ...order.map((node): LinkedItem => ({ ...node, folder: folderOf(node) })),
    ...refused.map(({ kind, slug }): LinkedItem => ({ kind, slug, folder: undefined, contentDigest: '' })),
  ];
  return {
    agents: manifest.agents,
    copy: options.copy ?? copies.size > 0,
    items: withNames(items, manifest.items),
  };
}

/** What was kept is the same object, which spares most runs the printing. */
function isSameLock(a: Lock, b: Lock): boolean {
  const isKept = a.nodes.length === b.nodes.length && a.nodes.every((node, index) => node === b.nodes[index]);
  return isKept && a.unresolved.length + b.unresolved.length === 0
    ? isSameRegistry(a.registry, b.registry)
    : printLock(a) === printLock(b);
}

function folderInStore({ home }: EnsureDeps, { contentDigest }: LockNode): string {
  return homePaths(home).storedPackage(contentDigest.replace(/^sha256:/, ''));
}
