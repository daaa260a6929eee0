/*
 * What has to be done to a project's folders so that its agents find what is installed, and nothing more. What is not
 * ours stays as it is, and is reported where it is in the way.
 */

import type { TargetName } from '../../agents/install.js';
import { sharedFolder } from '../../agents/shared-folder.js';
import type { Files } from '../../system/files.js';
import {
  allTargetFolders,
  type InstallLocation,
  installLocations,
  reasonsNotInstalled,
} from '../rules/install-locations.js';
import type {
  LinkPlan,
  PartlyInstalled,
  PlacedItem,
  Placement,
  Removal,
  SkippedItem,
} from '../rules/link-plan.js';
import type { ItemName } from '../rules/manifest.js';
import { copyDigest } from './copies.js';
import type { ProjectView } from './project-view.js';

export interface LinkRequest {
  readonly agents: readonly TargetName[];
  /** In the order in which they are to be put in place. */
  readonly items: readonly LinkedItem[];
  /** Files are copied, for where links do not work. */
  readonly copy: boolean;
}

export interface LinkedItem extends ItemName {
  /** See ManifestItem. */
  readonly as?: string | undefined;
  /** Its package in the store. Undefined where that could not be had: what is in place then stays. */
  readonly folder: string | undefined;
  readonly contentDigest: string;
}

/** How things are called that are not in place yet, or not any more. */
const unfinished = /^\.coppice-.*\.tmp$/;

export function planLinks(files: Files, view: ProjectView, request: LinkRequest): LinkPlan {
  const plan: Drawing = { puts: [], removals: [], inPlace: [], skipped: [], partly: [], copies: new Map() };
  const wanted = wantedPaths(view, request, plan);
  for (const [path, { item, location }] of wanted)
    drawWanted(files, view, plan, { item, location, path, ...request });
  for (const { folder, kind, ending } of allTargetFolders()) {
    const targetFolder = view.targetFolder(folder);
    if (targetFolder.kind !== 'there') continue;
    for (const { name } of files.list(targetFolder.path) ?? []) {
      const path = `${targetFolder.path}/${name}`;
      const slug = name.endsWith(ending) ? name.slice(0, name.length - ending.length) : name;
      if (!wanted.has(path)) drawSuperfluous(view, plan, { item: { kind, slug }, path });
    }
  }
  return plan;
}

interface Drawing extends LinkPlan {
  readonly puts: Placement[];
  readonly removals: Removal[];
  readonly inPlace: PlacedItem[];
  readonly skipped: SkippedItem[];
  readonly partly: PartlyInstalled[];
  readonly copies: Map<string, readonly string[]>;
}

interface Claim {
  readonly item: LinkedItem;
  readonly location: InstallLocation;
}

/** By absolute path. Where two agents share a folder, it is one path. */
function wantedPaths(view: ProjectView, { agents, items }: LinkRequest, plan: Drawing): Map<string, Claim> {
  const wanted = new Map<string, Claim>();
  const readers = agents.filter((agent) => agent !== sharedFolder.name);
  for (const item of items) {
    const locations = installLocations(item, agents);
    if (locations.length === 0) skip(plan, item, reasonsNotInstalled(item, agents).join('; '), 'no-agent');
    // The shared folder is nobody's, so nobody misses anything in it.
    else
      for (const reason of reasonsNotInstalled(item, readers)) plan.partly.push({ ...nameOf(item), reason });
    for (const location of locations) {
      const targetFolder = view.targetFolder(location.folder);
      if (targetFolder.kind === 'unsafe') skip(plan, item, targetFolder.reason, 'unsafe');
      else wanted.set(`${targetFolder.path}/${location.name}`, { item, location });
    }
  }
  return wanted;
}

function drawWanted(
  files: Files,
  view: ProjectView,
  plan: Drawing,
  { item, location, path, copy }: Claim & { readonly path: string; readonly copy: boolean },
): void {
  const shown = view.shown(path);
  const known = view.copies.get(shown);
  if (known !== undefined) plan.copies.set(shown, known);
  if (item.folder === undefined) return;
  const from = location.form === 'package' ? item.folder : `${item.folder}/SKILL.md`;
  const occupant = view.occupant(path);
  const isTheirs = occupant.kind === 'foreign' || occupant.kind === 'changed';
  const digestOf = () => (location.form === 'package' ? item.contentDigest : copyDigest(files, from));
  const found = isTheirs ? copyDigest(files, path) : undefined;
  // The very bytes may have come another way, as by a clone of a project that keeps its copies.
  const isGood = found !== undefined && found === digestOf();
  if (isTheirs && !isGood) {
    skip(plan, item, `${shown} ${reasons[occupant.kind]}, and is kept`, occupant.kind);
    return;
  }
  // Good as it is; it becomes ours only where copies are what was asked for.
  if (occupant.kind === 'foreign' && !copy) {
    plan.inPlace.push({ ...nameOf(item), linked: false });
    return;
  }
  const digest = copy ? digestOf() : undefined;
  if (digest === undefined) plan.copies.delete(shown);
  else plan.copies.set(shown, [digest]);
  const isInPlace =
    (occupant.kind === 'link' && digest === undefined && occupant.target === from) ||
    (digest !== undefined && (isGood || (occupant.kind === 'copy' && occupant.digest === digest)));
  if (isInPlace) plan.inPlace.push({ ...nameOf(item), linked: digest === undefined });
  else plan.puts.push({ item: nameOf(item), path, from, digest, over: isTheirs ? 'copy' : occupant.kind });
}

function drawSuperfluous(
  view: ProjectView,
  plan: Drawing,
  { item, path }: { readonly item: ItemName; readonly path: string },
): void {
  // Where two agents share a folder, it is looked at twice.
  if (plan.removals.some((removal) => removal.path === path)) return;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const { kind } = view.occupant(path);
  if (kind === 'changed') skip(plan, item, `${view.shown(path)} was changed here, and is kept`, 'changed');
  else if (unfinished.test(name)) plan.removals.push({ item: undefined, path });
  else if (kind === 'link' || kind === 'copy') plan.removals.push({ item, path });
}

const reasons = { foreign: 'was not made by Coppice', changed: 'was changed here' } as const;

function skip(plan: Drawing, item: ItemName, reason: string, why: SkippedItem['why']): void {
  plan.skipped.push({ ...nameOf(item), reason, why });
}

function nameOf({ kind, slug }: ItemName): ItemName {
  return { kind, slug };
}
