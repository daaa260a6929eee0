/*
 * `coppice ensure`: installs what the manifest asks for, as the lock says.
 */

import type { Context } from '../../../app/context.js';
import { ensureWithProgress, installDeps } from '../../../app/project/ensure.js';
import { rememberUpdates } from '../../../app/project/last-answer.js';
import { lockOf, projectFolder, projectOf } from '../../../app/project/project.js';
import { sendTelemetryAfter } from '../../../app/project/telemetry.js';
import type { EnsureOptions } from '../../../client/ensure/ensure.js';
import { verifyProject } from '../../../client/ensure/verify.js';
import { isSameItem } from '../../../client/rules/item-names.js';
import { type Lock, lockName } from '../../../client/rules/lock.js';
import type { ItemName } from '../../../client/rules/manifest.js';
import { printable } from '../../../text/printable.js';
import { findNamedItem } from '../../rules/item-flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { ensureReport } from './ensure-report.js';

export async function runEnsure(context: Context, input: Input<'ensure'>): Promise<Report> {
  const [frozen, offline, dryRun] = [input.isOn('frozen'), input.isOn('offline'), input.isOn('dry-run')];
  const [copy, strict] = [input.isOn('copy'), input.isOn('strict')];
  const project = projectFolder(context);
  const done = await ensureWithProgress(context, { project, frozen, offline, dryRun, copy, strict });
  const report = ensureReport(done, { dryRun });
  return offline || dryRun
    ? report
    : {
        ...report,
        ...sendTelemetryAfter(context, {
          project,
          installed: done.installed,
          isFlagOff: input.isOn('no-telemetry'),
        }),
      };
}

/*
 * `coppice update`: resolves the lock again, all of it or one item, and installs the result.
 */

export async function runUpdate(context: Context, input: Input<'update'>): Promise<Report> {
  const project = projectOf(context);
  const [slug, kind] = [input.argument('slug'), input.text('kind')];
  const moving =
    slug === undefined
      ? 'everything'
      : findNamedItem(lockedNames(lockOf(context, project)), { slug, kind }, lockName);
  const dryRun = input.isOn('dry-run');
  const options: EnsureOptions = { project: project.folder, moving, dryRun, allOrNothing: true };
  const done = await ensureWithProgress(context, options);
  const { moved } = done;
  if (moving === 'everything' && done.ok)
    rememberUpdates(
      context,
      project.folder,
      dryRun ? moved.map(({ kind, slug, from, to }) => ({ kind, slug, current: from, wanted: to })) : [],
    );
  const report = ensureReport(done, { dryRun, about: { moved } });
  const verb = dryRun ? 'would update' : 'updated';
  return {
    ...report,
    ...(!dryRun &&
      sendTelemetryAfter(context, {
        project: project.folder,
        installed: done.installed,
        isFlagOff: input.isOn('no-telemetry'),
      })),
    text: `${moved.map(({ slug, from, to }) => `${verb} ${slug} from ${from} to ${to}\n`).join('')}${report.text}`,
  };
}

/** With what was not published yet when the lock was written. */
function lockedNames({ nodes, unresolved }: Lock): readonly ItemName[] {
  return [...nodes, ...unresolved.filter((one) => !nodes.some((node) => isSameItem(node, one)))];
}

/*
 * `coppice verify`: hashes everything that is installed in the project, and checks every link and copy.
 */

export function runVerify(context: Context): Report {
  const found = verifyProject(installDeps(context), projectFolder(context));
  const { ok, checked, problems, skipped, lockFaults } = found;
  const lines = [
    ...lockFaults.map((fault) => `${lockName}: ${fault}`),
    ...[...problems, ...skipped].map(({ kind, slug, reason }) => `${kind} ${slug}: ${reason}`),
  ];
  const counts = [
    ...(lockFaults.length > 0 ? ['the lock does not satisfy the manifest'] : []),
    ...(problems.length > 0 ? [`${problems.length} different from the lock`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} not installed`] : []),
  ];
  const result = counts.length === 0 ? 'all match the lock' : counts.join(', ');
  return {
    document: found,
    text: [...lines, `${checked} checked, ${result}`].map((line) => `${printable(line)}\n`).join(''),
    ...(!ok && { exitCode: 1, notes: 'hint: coppice ensure repairs it\n' }),
  };
}
