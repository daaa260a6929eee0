/*
 * `coppice update`: resolves anew what is locked, all of it or one item, and installs what that gives.
 */

import { lockIn } from '../../client/ensure/project-files.js';
import type { Lock, LockNode } from '../../client/lock/lock.js';
import { lockName } from '../../client/lock/read-lock.js';
import { isSameItem } from '../../client/manifest/item-names.js';
import type { ItemName } from '../../client/remote/remote.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { lockOf, namedAmong, projectOf } from '../project.js';
import type { Report } from '../verb.js';
import { ensureReport } from './ensure-report.js';
import { runEnsure } from './ensure-run.js';
import { tellingAfter } from './telemetry-after.js';

export async function run(context: Context, input: Input): Promise<Report> {
  const project = projectOf(context);
  const moving =
    input.argument('slug') === undefined
      ? 'everything'
      : namedAmong(lockOf(context, project).nodes, input, lockName);
  const before = lockIn(context.files, project.folder, moving === 'everything');
  const dryRun = input.isOn('dry-run');
  const done = await runEnsure(context, input, { project: project.folder, moving, dryRun });
  const after = lockIn(context.files, project.folder, true);
  const moved = movesBetween(before, after);
  const report = ensureReport(done, { dryRun, about: { moved } });
  return {
    ...report,
    ...(!dryRun && tellingAfter(context, input, project.folder, done.installed)),
    text: `${moved.map(({ slug, from, to }) => `moved ${slug} from ${from} to ${to}\n`).join('')}${report.text}`,
  };
}

interface Move extends ItemName {
  readonly from: string;
  readonly to: string;
}

function movesBetween(before: Lock | undefined, after: Lock | undefined): readonly Move[] {
  return (after?.nodes ?? []).flatMap((node) => {
    const old = before?.nodes.find((other) => isSameItem(other, node));
    if (old === undefined || revisionOf(old) === revisionOf(node)) return [];
    return { kind: node.kind, slug: node.slug, from: revisionOf(old), to: revisionOf(node) };
  });
}

/** What tells one state of an item from another, as short as it can be. */
function revisionOf({ origin, contentDigest }: LockNode): string {
  if (origin.from === 'registry') return origin.version;
  return origin.from === 'git' ? origin.commit.slice(0, 12) : contentDigest.slice(7, 19);
}
