/*
 * `coppice telemetry show`: the usage data that would be sent to the registry. Nothing is sent.
 */

import type { Context } from '../../../app/context.js';
import { lockOf, projectOf } from '../../../app/project/project.js';
import { readTelemetry } from '../../../app/project/telemetry-preview.js';
import type { Report } from '../../rules/verb.js';

export async function runTelemetryShow(context: Context): Promise<Report> {
  const project = projectOf(context);
  const state = await readTelemetry(context, project.folder, lockOf(context, project));
  const { registry, offBy, installs, use, effects } = state;
  const reported = registry === null ? [] : [...installs, ...use];
  const nothing = effects.length === 0 ? 'nothing' : 'no use';
  const remarks = [
    ...(registry === null ? [`the project has no registry, so ${nothing} is sent`] : []),
    ...(offBy === null ? [] : [`switched off by ${offBy}`]),
    ...(reported.length > 0 ? ['installs are sent when they happen, use at most once a day'] : []),
    ...(effects.length > 0
      ? ['counts about notes and versions are sent by coppice evolve effect and by the schedule']
      : []),
  ];
  return {
    document: state,
    text: [...reported, ...effects].map((event) => `${JSON.stringify(event)}\n`).join(''),
    notes: remarks.map((remark) => `${remark}\n`).join(''),
  };
}
