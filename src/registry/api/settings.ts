/*
 * The settings of a tenant: when items decay, how long events are kept, who may read, how conflicts are judged, and which
 * evaluation a skill needs before it is published.
 */

import { z } from 'zod';
import { evalRequirement } from './evaluation.js';
import { approvalRule, namePattern } from './rights.js';

export const decayPolicy = z.strictObject({
  enabled: z.boolean(),
  days: z.number().int().min(0).max(1_825),
  max_uses: z.number().int().min(0).max(1_000_000),
  grace_days: z.number().int().min(0).max(1_825),
  /** `window` counts the uses within `days`, `lifetime` counts all of them. */
  counting: z.enum(['lifetime', 'window']),
  /** Also flags items that are used less in the last 14 days than in the same 14 days half a year before. */
  declining: z.boolean(),
});
export type DecayPolicy = z.infer<typeof decayPolicy>;

const defaultPolicy: DecayPolicy = {
  enabled: true,
  days: 180,
  max_uses: 3,
  grace_days: 0,
  counting: 'lifetime',
  declining: false,
};

export const tenantSettings = z.strictObject({
  visibility: z.enum(['private', 'public']).default('private'),
  /** Events older than this are dropped, whole months at a time; sums stay. */
  usage_retention_days: z.number().int().min(31).max(3_650).default(730),
  /** Rows of the audit log older than this are deleted, the oldest first; null for never. */
  audit_retention_days: z.number().int().min(90).max(3_650).nullable().default(null),
  /**
   * Which ranges must agree: those of all live items of the tenant (`tenant`), or only those in the closure of one item
   * (`closure`), which projects then resolve by themselves. `opaque` is like `tenant` and compares ranges as text: only
   * equal ones and `*` agree.
   */
  conflicts: z.enum(['tenant', 'closure', 'opaque']).default('tenant'),
  /** The evaluation that a skill needs to be published; null for none. Agents and commands are not evaluated. */
  require_eval: evalRequirement.nullable().default(null),
  /** The approvals that a publish of a name without a namespace needs; null for none. A namespace has its own rule. */
  require_approval: approvalRule.nullable().default(null),
  /** Names that only a curator may publish first, and names that a person could mistake for them. */
  protected_names: z.array(namePattern).max(200).default([]),
  /** Policies by kind. Agents and commands do not decay unless this enables it. */
  decay: z
    .strictObject({
      skill: decayPolicy.default(defaultPolicy),
      agent: decayPolicy.default({ ...defaultPolicy, enabled: false }),
      command: decayPolicy.default({ ...defaultPolicy, enabled: false }),
    })
    .prefault({}),
});
export type TenantSettings = z.infer<typeof tenantSettings>;

const decayChanges = decayPolicy.partial();

export const settingsChanges = z
  .strictObject({
    visibility: tenantSettings.shape.visibility
      .unwrap()
      .describe('With `public`, everybody can read the catalog without a credential'),
    usage_retention_days: tenantSettings.shape.usage_retention_days
      .unwrap()
      .describe('How long single usage events are kept; sums stay'),
    audit_retention_days: tenantSettings.shape.audit_retention_days
      .unwrap()
      .describe('After how many days rows of the audit log are deleted, the oldest first; null for never'),
    conflicts: z
      .enum(['tenant', 'closure', 'opaque', 'semver'])
      .describe(
        'Which ranges must agree: those of all items of the tenant (`tenant`, or `semver` as 0.1 calls it), those in the closure of one item (`closure`), or those of all items compared as text (`opaque`)',
      ),
    require_eval: tenantSettings.shape.require_eval
      .unwrap()
      .describe('The evaluation that a skill needs to be published, replaced as a whole; null for none'),
    require_approval: approvalRule
      .nullable()
      .describe(
        'The approvals that a publish of a name without a namespace needs, replaced as a whole; null for none. A namespace has its own rule',
      ),
    protected_names: tenantSettings.shape.protected_names
      .unwrap()
      .describe(
        'Names, with `*` as a wildcard, that only a curator may publish first, as well as names that are easily mistaken for one of them; replaced as a whole',
      ),
    decay: z
      .strictObject({ skill: decayChanges, agent: decayChanges, command: decayChanges })
      .partial()
      .describe('When unused items are flagged, for each kind'),
  })
  .partial();
export type SettingsChanges = z.infer<typeof settingsChanges>;
