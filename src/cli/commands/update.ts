/*
 * `coppice update`: resolves anew what is locked, all of it or one item, and installs what that gives.
 */

import { lockName } from '../../client/rules/lock.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { lockOf, projectOf } from '../project.js';
import { namedAmong } from '../rules/item-flags.js';
import type { Report } from '../verb.js';
import { ensureReport } from './ensure-report.js';
import { ensureWithProgress } from './ensure-run.js';
import { tellingAfter } from './telemetry-after.js';

export async function runUpdate(context: Context, input: Input): Promise<Report> {
  const project = projectOf(context);
  const moving =
    input.argument('slug') === undefined
      ? 'everything'
      : namedAmong(lockOf(context, project).nodes, input, lockName);
  const dryRun = input.isOn('dry-run');
  const done = await ensureWithProgress(context, input, { project: project.folder, moving, dryRun });
  const { moved } = done;
  const report = ensureReport(done, { dryRun, about: { moved } });
  const verb = dryRun ? 'would move' : 'moved';
  return {
    ...report,
    ...(!dryRun && tellingAfter(context, input, project.folder, done.installed)),
    text: `${moved.map(({ slug, from, to }) => `${verb} ${slug} from ${from} to ${to}\n`).join('')}${report.text}`,
  };
}
