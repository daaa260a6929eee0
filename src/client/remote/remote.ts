/*
 * The port to a registry. One implementation uses HTTP; every response has passed its schema. Refusals are CoppiceErrors
 * with the registry's own message; `unavailable` if it cannot be reached.
 */

import type { z } from 'zod';
import type { EffectAnswer, EffectReport } from '../../registry/api/effect.js';
import type { EvaluationClaim } from '../../registry/api/evaluation.js';
import type {
  ItemAnswer,
  ItemRow,
  NearItem,
  VersionAnswer,
  VersionSummary,
} from '../../registry/api/item.js';
import type { Kind } from '../../registry/api/names.js';
import type { ResolveAnswer, ResolveRequest } from '../../registry/api/resolve.js';
import type { WhoAnswer } from '../../registry/api/routes/account.js';
import type { DraftAnswer } from '../../registry/api/routes/drafts.js';
import type { changeAnswer, PublishMetadata } from '../../registry/api/routes/publish.js';
import type { UsageEventInput } from '../../registry/api/routes/usage.js';
import type { ItemName, RegistryAddress } from '../rules/manifest.js';

export interface RemoteSearch {
  readonly kind: Kind;
  readonly limit: number;
  readonly keywords?: readonly string[] | undefined;
}

export interface Remote {
  readonly place: RegistryAddress;
  whoAmI(): Promise<WhoAnswer>;
  /** Undefined if there is no such item, like all methods that take a name. */
  item(name: ItemName): Promise<ItemAnswer | undefined>;
  /** Newest first, all of them. */
  versions(name: ItemName): Promise<readonly VersionSummary[] | undefined>;
  version(name: ItemName, version: string): Promise<VersionAnswer | undefined>;
  /** Published items that say the same, nearest first. Undefined from a registry before 0.2, too. */
  near(name: ItemName): Promise<readonly NearItem[] | undefined>;
  search(text: string, options: RemoteSearch): Promise<readonly ItemRow[]>;
  resolve(request: ResolveRequest): Promise<ResolveAnswer>;
  /** Refused if longer than `maxBytes`. The caller checks the digest. */
  blob(digest: string, maxBytes: number, onBytes?: (count: number) => void): Promise<Uint8Array>;
  publish(metadata: PublishMetadata, bundle: Uint8Array): Promise<Published>;
  /** All of them or none, in the order given. */
  publishSet(versions: readonly NewVersion[]): Promise<readonly Published[]>;
  propose(
    metadata: DraftProposal,
    bundle: Uint8Array,
  ): Promise<Pick<DraftAnswer, 'id' | 'absorbs' | 'approval'>>;
  /** With `ifUnrequired`, refused as a conflict where items would be left without a version. */
  setYanked(
    name: ItemName,
    version: string,
    reason: string | undefined,
    options?: { readonly ifUnrequired?: boolean },
  ): Promise<VersionAnswer>;
  /** A reason archives it, undefined restores it. `ifUnrequired` as above. */
  setArchived(
    name: ItemName,
    reason: string | undefined,
    options?: { readonly ifUnrequired?: boolean },
  ): Promise<z.infer<typeof changeAnswer>>;
  setDeprecated(
    name: ItemName,
    deprecation: { readonly message: string; readonly replacement: string | null } | undefined,
  ): Promise<z.infer<typeof changeAnswer>>;
  reportUsage(events: readonly UsageEventInput[]): Promise<void>;
  /** Replaces what this machine reported; the answer has what the other machines reported. */
  poolEffects(report: EffectReport): Promise<EffectAnswer>;
}

export interface NewVersion {
  readonly metadata: PublishMetadata;
  readonly bundle: Uint8Array;
}

export interface Published {
  readonly outcome: 'published' | 'unchanged';
  readonly version: VersionAnswer;
}

export interface DraftProposal extends ItemName {
  readonly origin: 'cli' | 'evolver' | 'agent';
  readonly notes: string;
  readonly evaluation?: EvaluationClaim;
  readonly absorbs?: readonly string[];
}
