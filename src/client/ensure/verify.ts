/*
 * Verifies that a project has what its lock says, and that the lock has what the manifest asks for: hashes every file in
 * the store, and checks every link and copy.
 * Changes only the store's verification cache. Files that are not ours are no problem, but are reported.
 */

import { CoppiceError } from '../../text/errors.js';
import { planLinks } from '../link/plan-links.js';
import { type LinkDeps, viewProject } from '../link/project-view.js';
import { withNames } from '../rules/install-locations.js';
import { itemTitle } from '../rules/item-names.js';
import type { LinkPlan, Placement } from '../rules/link-plan.js';
import { faultsOf } from '../rules/lock-satisfies.js';
import type { ItemName } from '../rules/manifest.js';
import type { Store } from '../store/store.js';
import { lockIn, manifestIn } from './project-files.js';

export interface VerifyResult {
  readonly ok: boolean;
  /** The number of items. */
  readonly checked: number;
  readonly problems: readonly ItemRemark[];
  /** Why the lock does not satisfy the manifest, as sentences. */
  readonly lockFaults: readonly string[];
  /** Items that are not linked because something else is there, or because no agent uses them. */
  readonly skipped: readonly ItemRemark[];
}

interface ItemRemark extends ItemName {
  readonly reason: string;
}

export function verifyProject(deps: LinkDeps & { readonly store: Store }, project: string): VerifyResult {
  const { files, store } = deps;
  const manifest = manifestIn(files, project);
  const lock = lockIn(files, project);
  if (lock === undefined)
    throw new CoppiceError('not-found', `there is no coppice.lock in ${project}, so nothing is installed`, {
      hint: 'install with: coppice ensure',
    });
  const known = new Set(store.list());
  const items = lock.nodes.map((node) => ({
    ...node,
    folder: store.find(node.contentDigest, 'bytes'),
  }));
  const damaged = items.flatMap(({ kind, slug, folder, contentDigest }) => {
    if (folder !== undefined) return [];
    const isThere = known.has(contentDigest);
    return {
      kind,
      slug,
      reason: isThere ? 'its files in the store were changed' : 'it is missing from the store',
    };
  });
  const view = viewProject(deps, project);
  const plan = (copy: boolean) =>
    planLinks(files, view, { agents: manifest.agents, items: withNames(items, manifest.items), copy });
  const links = plan(false);
  const problems = [...damaged, ...misplaced(links, plan(true), (path) => view.shown(path))];
  const lockFaults = faultsOf(lock, manifest);
  return {
    ok: problems.length + lockFaults.length === 0,
    lockFaults,
    checked: items.length,
    problems: problems.toSorted(byTitle),
    skipped: links.skipped
      .filter(({ why }) => why !== 'changed')
      .map(({ kind, slug, reason }) => ({ kind, slug, reason })),
  };
}

/** A path is good if it has the link or the copy. */
function misplaced(links: LinkPlan, copies: LinkPlan, shown: (path: string) => string) {
  const wrong = new Set(copies.puts.map(({ path }) => path));
  return [
    ...links.puts
      .filter(({ path }) => wrong.has(path))
      .map(({ item, path, over }) => ({ ...item, reason: `${shown(path)} ${faults[over]}` })),
    ...links.skipped
      .filter(({ why }) => why === 'changed')
      .map(({ kind, slug, reason }) => ({ kind, slug, reason })),
  ];
}

const faults: Readonly<Record<Placement['over'], string>> = {
  nothing: 'is missing',
  link: 'leads to another package',
  copy: 'is a copy of another package',
};

function byTitle(a: ItemName, b: ItemName): number {
  return itemTitle(a) < itemTitle(b) ? -1 : 1;
}
