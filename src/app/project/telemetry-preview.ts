/*
 * What would be sent to the registry of a project: the usage data of its items, and counts about notes where that was
 * switched on. Nothing is sent.
 */

import { lockIn } from '../../client/ensure/project-files.js';
import type { Lock } from '../../client/rules/lock.js';
import { previewTelemetry } from '../../client/telemetry/send-telemetry.js';
import type { EffectReport } from '../../registry/api/effect.js';
import type { UsageEventInput } from '../../registry/api/routes/usage.js';
import { linksOn } from '../../system/disk/links.js';
import { unlessRefused } from '../../text/errors.js';
import { type Context, libraryOptions, wholeLibraryOf } from '../context.js';
import { effectsToShare } from './effects.js';
import { isEffectShared } from './pooled-effects.js';
import { knownProjects } from './store-links.js';
import { consentOf } from './telemetry.js';

/** About the items of one project. */
export interface UsagePreview {
  readonly registry: Lock['registry'] | null;
  /** The setting that switched it, or a part of it, off. */
  readonly offBy: string | null;
  /** The day on which use was sent last. */
  readonly sharedOn: string | null;
  readonly installs: readonly UsageEventInput[];
  readonly use: readonly UsageEventInput[];
}

export interface TelemetryState extends UsagePreview {
  readonly effects: readonly EffectReport[];
}

/** `project`: its folder. */
export async function readTelemetry(context: Context, project: string, lock: Lock): Promise<TelemetryState> {
  return { ...(await usagePreview(context, project, lock)), effects: await sharedEffects(context) };
}

export interface MachineTelemetry {
  /** The setting that switched it, or a part of it, off. */
  readonly offBy: string | null;
  readonly installs: boolean;
  readonly use: boolean;
  /** Whether counts about notes and versions are sent. */
  readonly effect: boolean;
  /** Of the projects that Coppice knows, those with something installed from a registry. */
  readonly projects: readonly ProjectTelemetry[];
  readonly effects: readonly EffectReport[];
}

export interface ProjectTelemetry {
  /** Its folder. */
  readonly project: string;
  readonly registry: string;
  readonly sharedOn: string | null;
  readonly events: readonly UsageEventInput[];
}

/** For every project that Coppice knows. */
export async function readMachineTelemetry(context: Context): Promise<MachineTelemetry> {
  const { offBy, installs, use } = consentOf(context, false);
  const projects: ProjectTelemetry[] = [];
  for (const project of knownProjects(context, wholeLibraryOf(context))) {
    const lock = unlessRefused(() => lockIn(context.files, project));
    if (lock?.registry === undefined) continue;
    const preview = await usagePreview(context, project, lock);
    const events = [...preview.installs, ...preview.use];
    projects.push({ project, registry: lock.registry.url, sharedOn: preview.sharedOn, events });
  }
  const effect = isEffectShared(context, false);
  return {
    offBy: offBy ?? null,
    installs,
    use,
    effect,
    projects,
    effects: await sharedEffects(context),
  };
}

async function usagePreview(context: Context, project: string, lock: Lock): Promise<UsagePreview> {
  const consent = consentOf(context, false);
  const { offBy, installs, use, sharedOn } = await previewTelemetry(
    { libraryOptions: libraryOptions(context), links: linksOn() },
    { project, lock, consent },
  );
  return { registry: lock.registry ?? null, offBy: offBy ?? null, sharedOn: sharedOn ?? null, installs, use };
}

/** As `evolve effect` would send them; empty unless that was switched on. */
async function sharedEffects(context: Context): Promise<readonly EffectReport[]> {
  return isEffectShared(context, false) ? await effectsToShare(context) : [];
}
