/*
 * `coppice telemetry show`: the usage data that would be sent to the registry. Nothing is sent.
 */

import { type Context, libraryOptions } from '../../../app/context.js';
import { lockOf, projectOf } from '../../../app/project/project.js';
import { consentOf } from '../../../app/project/telemetry.js';
import { previewTelemetry } from '../../../client/telemetry/send-telemetry.js';
import { linksOn } from '../../../system/disk/links.js';
import type { Report } from '../../rules/verb.js';

export async function runTelemetryShow(context: Context): Promise<Report> {
  const project = projectOf(context);
  const lock = lockOf(context, project);
  const consent = consentOf(context, false);
  const { offBy, installs, use, sharedOn } = await previewTelemetry(
    { libraryOptions: libraryOptions(context), links: linksOn() },
    { project: project.folder, lock, consent },
  );
  const registry = lock.registry ?? null;
  const events = registry === null ? [] : [...installs, ...use];
  const remarks = [
    ...(registry === null ? ['the project has no registry, so nothing is sent'] : []),
    ...(offBy === undefined ? [] : [`switched off by ${offBy}`]),
    ...(events.length > 0 ? ['installs are sent when they happen, use at most once a day'] : []),
  ];
  return {
    document: { registry, offBy: offBy ?? null, sharedOn: sharedOn ?? null, installs, use },
    text: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    notes: remarks.map((remark) => `${remark}\n`).join(''),
  };
}
