/*
 * `coppice ensure`: the project gets what its manifest asks for, as its lock says.
 */

import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { projectFolder } from '../project.js';
import type { Report } from '../verb.js';
import { ensureReport } from './ensure-report.js';
import { ensureWithProgress } from './ensure-run.js';
import { tellingAfter } from './telemetry-after.js';

export async function runEnsure(context: Context, input: Input): Promise<Report> {
  const [frozen, offline, dryRun] = [input.isOn('frozen'), input.isOn('offline'), input.isOn('dry-run')];
  const [copy, strict] = [input.isOn('copy'), input.isOn('strict')];
  const project = projectFolder(context);
  const done = await ensureWithProgress(context, input, { project, frozen, offline, dryRun, copy, strict });
  const report = ensureReport(done, { dryRun });
  return offline || dryRun ? report : { ...report, ...tellingAfter(context, input, project, done.installed) };
}
