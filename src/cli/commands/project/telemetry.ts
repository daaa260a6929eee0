/*
 * `coppice telemetry show`: the usage data that would be sent to the registry. Nothing is sent.
 */

import { type Context, libraryOptions } from '../../../app/context.js';
import { withEvidence } from '../../../app/evidence.js';
import { effectReports, isEffectShared, localCounts } from '../../../app/project/pooled-effects.js';
import { lockOf, projectOf } from '../../../app/project/project.js';
import { consentOf } from '../../../app/project/telemetry.js';
import { previewTelemetry } from '../../../client/telemetry/send-telemetry.js';
import { isShown } from '../../../evolve/rules/effect/note-effect.js';
import { noteLives } from '../../../evolve/rules/note-life.js';
import { readLedger } from '../../../library/write/ledger.js';
import type { EffectReport } from '../../../registry/api/effect.js';
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
  const effects = isEffectShared(context, false) ? await effectsToShare(context) : [];
  const reported = registry === null ? [] : [...installs, ...use];
  const nothing = effects.length === 0 ? 'nothing' : 'no use';
  const remarks = [
    ...(registry === null ? [`the project has no registry, so ${nothing} is sent`] : []),
    ...(offBy === undefined ? [] : [`switched off by ${offBy}`]),
    ...(reported.length > 0 ? ['installs are sent when they happen, use at most once a day'] : []),
    ...(effects.length > 0
      ? ['counts about notes are sent by coppice evolve effect and by the schedule']
      : []),
  ];
  return {
    document: { registry, offBy: offBy ?? null, sharedOn: sharedOn ?? null, installs, use, effects },
    text: [...reported, ...effects].map((event) => `${JSON.stringify(event)}\n`).join(''),
    notes: remarks.map((remark) => `${remark}\n`).join(''),
  };
}

/** As `evolve effect` would send them. */
async function effectsToShare(context: Context): Promise<readonly EffectReport[]> {
  const { entries } = readLedger(libraryOptions(context));
  const now = context.clock.now();
  const notes = noteLives(entries).filter((note) => isShown(note, now));
  if (notes.length === 0) return [];
  const local = await withEvidence(context, ({ store }) => localCounts(store, notes, entries, now));
  return effectReports(local, entries);
}
