/*
 * When a skill is old: the curator's policy, as the configuration gives it. A record may override the ages for its own
 * skill.
 */

import type { Config } from '../library/config/config.js';
import type { PolicyOverrides, Provenance } from '../usage/record.js';

/** When a skill is old, and whose skills are moved. */
export interface CuratorPolicy extends Required<PolicyOverrides> {
  /** Whose skills may be moved. */
  readonly provenance: readonly Provenance[];
}

export function curatorPolicy(config: Config): CuratorPolicy {
  return {
    staleAfterDays: config['curator.stale_after_days'],
    archiveAfterDays: config['curator.archive_after_days'],
    neverUsed: config['curator.never_used'],
    provenance: config['curator.provenance'],
  };
}
