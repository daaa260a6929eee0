/*
 * When a skill is old: the curator's policy, as the configuration gives it. A record may override the ages for its own
 * skill.
 */

import type { PolicyOverrides, Provenance } from '../usage/record.js';

/** When a skill is old, and whose skills are moved. */
export interface CuratorPolicy extends Required<PolicyOverrides> {
  /** Whose skills may be moved. */
  readonly provenance: readonly Provenance[];
}

/** The keys of the configuration that make the policy. */
interface PolicySettings {
  readonly 'curator.stale_after_days': number;
  readonly 'curator.archive_after_days': number;
  readonly 'curator.never_used': CuratorPolicy['neverUsed'];
  readonly 'curator.provenance': readonly Provenance[];
}

export function curatorPolicy(config: PolicySettings): CuratorPolicy {
  return {
    staleAfterDays: config['curator.stale_after_days'],
    archiveAfterDays: config['curator.archive_after_days'],
    neverUsed: config['curator.never_used'],
    provenance: config['curator.provenance'],
  };
}
