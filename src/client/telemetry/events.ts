/*
 * What a registry is told, as it is sent: all there is to telemetry is in these fields.
 */

import type { UsageEventInput } from '../../registry/api/routes/usage.js';
import type { Lock } from '../lock/lock.js';
import type { ItemName } from '../manifest/manifest.js';
import type { Consent } from './consent.js';
import { type DayOfUse, type LocalUse, type ProjectSharing, shareUse } from './use-sharing.js';

/** Of what comes from the registry; all else is none of its business. */
export function installEvents(
  items: readonly ItemName[],
  { nodes }: Lock,
  projectHash: string,
): readonly UsageEventInput[] {
  const known = items.filter(({ kind, slug }) =>
    nodes.some((node) => node.kind === kind && node.slug === slug && node.origin.from === 'registry'),
  );
  return known.map(({ kind, slug }) => ({
    ...{ skill_id: slug, kind, event: 'install', project_hash: projectHash, count: 1 },
  }));
}

export function useEvents(told: readonly DayOfUse[], projectHash: string): readonly UsageEventInput[] {
  return told.map(({ slug, day, count }) => ({
    ...{ skill_id: slug, kind: 'skill', event: 'use', project_hash: projectHash, count, day },
  }));
}

export interface TelemetryFacts {
  readonly consent: Consent;
  readonly lock: Lock;
  readonly projectHash: string;
  readonly sharing: ProjectSharing | undefined;
  readonly uses: readonly LocalUse[];
  readonly now: number;
}

export interface WouldBeSent {
  readonly offBy: string | undefined;
  /** If all that is locked were installed now. */
  readonly installs: readonly UsageEventInput[];
  /** With the next sharing. */
  readonly use: readonly UsageEventInput[];
}

/** Exactly what the registry would get. */
export function whatWouldBeSent(facts: TelemetryFacts): WouldBeSent {
  const { consent, lock, projectHash, sharing, uses, now } = facts;
  const { told } = shareUse(sharing, uses, { registry: registryKey(lock), now });
  return {
    offBy: consent.offBy,
    installs: consent.installs ? installEvents(lock.nodes, lock, projectHash) : [],
    use: consent.use ? useEvents(told, projectHash) : [],
  };
}

/** What tells registries apart in what is remembered. */
export function registryKey({ registry }: Lock): string {
  return `${registry?.url} ${registry?.tenant}`;
}
