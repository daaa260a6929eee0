/*
 * A registry client for a program that embeds Coppice: what the commands do with a registry, as methods, with types that
 * need no other package. Address and credential are parameters, and nothing is looked up: no login, no environment
 * variable, no working folder. It sends no telemetry.
 */

import type { EvaluationClaim } from '../registry/api/evaluation.js';
import type { ItemAnswer, ItemRow, VersionSummary } from '../registry/api/item.js';
import { isItemSlug, itemSlugRule } from '../registry/api/item-slug.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import { CoppiceError, type ErrorCode } from '../text/errors.js';
import { httpRemote } from './remote/http-remote.js';
import type { Remote } from './remote/remote.js';
import { isRange, isVersion, registryUrl } from './rules/item-names.js';
import type { RegistryAddress } from './rules/manifest.js';

/** The address of a registry, and the credential for it. */
export interface RegistryClientOptions {
  /** `https://skills.example.com`, with a path where the registry is below one. */
  readonly url: string;
  readonly tenant: string;
  /** Sent to this address and to no other. */
  readonly token?: string;
  /** Called with warnings, each as one sentence. */
  readonly warn?: (sentence: string) => void;
}

/** One registry. Refusals are `CoppiceError`s: `unauthorized`, `unavailable`, and the registry's own messages. */
export class RegistryClient {
  readonly #remote: Remote;
  readonly #warn: (sentence: string) => void;

  constructor({ url, tenant, token, warn = () => undefined }: RegistryClientOptions) {
    const place = { url: checkedUrl(url), tenant: checkedSlug(tenant) };
    this.#remote = httpRemote({ place, token, warn });
    this.#warn = warn;
  }

  /** Published items that match the text, best first; by default 20 skills. */
  async search(
    text: string,
    {
      kind = 'skill',
      limit = 20,
      keywords,
    }: { readonly kind?: ItemKind; readonly limit?: number; readonly keywords?: readonly string[] } = {},
  ): Promise<readonly RegistryItem[]> {
    return (await this.#remote.search(text, { kind, limit, keywords })).map(itemFrom);
  }

  /** Undefined if there is no such item. */
  async item(slug: string, kind: ItemKind = 'skill'): Promise<RegistryItem | undefined> {
    const found = await this.#remote.item({ kind, slug: checkedSlug(slug) });
    return found && itemFrom(found);
  }

  /** All versions, the last published first. Undefined if there is no such item. */
  async versions(slug: string, kind: ItemKind = 'skill'): Promise<readonly RegistryVersion[] | undefined> {
    return (await this.#remote.versions({ kind, slug: checkedSlug(slug) }))?.map(versionFrom);
  }

  /** Versions that fit together, with everything they require. Nothing is installed. */
  async resolve(items: readonly WantedItem[]): Promise<Resolution> {
    const wanted = items.map(({ kind = 'skill', slug, range = '*' }) => ({
      kind,
      slug: checkedSlug(slug),
      range: checked(range, isRange, 'a range of versions', 'use a range such as ^1.2'),
    }));
    const { nodes, unresolved, warnings } = await this.#remote.resolve({ items: wanted, locked: [] });
    return {
      items: nodes.map(({ kind, slug, version, digest, content_digest, size_bytes, requires, depth }) => ({
        kind,
        slug,
        version,
        digest,
        requires,
        depth,
        contentDigest: content_digest,
        sizeBytes: size_bytes,
      })),
      unresolved: unresolved.map(({ kind, slug, range, required_by, reason }) => ({
        kind,
        slug,
        range,
        requiredBy: required_by,
        ...(reason !== undefined && { reason }),
      })),
      warnings,
    };
  }

  /** Installs what the `coppice.toml` of a project on the real disk requests, like `coppice ensure`. */
  async install({ project, home, environment = {}, ...options }: InstallOptions): Promise<Installation> {
    // Loaded when needed: unpacking, scanning and linking are most of the code, and most embedders install nothing.
    const { ensureOnDisk } = await import('./ensure/ensure-on-disk.js');
    const place = { home, environment, warn: this.#warn };
    return await ensureOnDisk(place, (other) => this.#remoteFor(other), { project, ...options });
  }

  /** Publishes a folder with a SKILL.md as a version. Faults that can be found here are found before it is sent. */
  async publish(
    folder: string,
    { version, kind = 'skill', tags = [], evaluation }: PublishOptions,
  ): Promise<PublishedItem> {
    const sent = checked(version, isVersion, 'a version', 'use a version such as 1.2.0');
    const { packFolder } = await import('./publish/pack-folder.js');
    const packed = await packFolder(nodeFiles, folder, { kind });
    const item = { kind, slug: packed.slug, version: sent };
    const answer = await this.#remote.publish(
      {
        ...item,
        tags: [...tags],
        allow_secret: false,
        ...(evaluation !== undefined && { evaluation: claimFrom(evaluation) }),
      },
      packed.bundle,
    );
    const { digest, content_digest: contentDigest, warnings = [] } = answer.version;
    for (const warning of [...packed.warnings, ...warnings]) this.#warn(warning);
    return { ...item, digest, contentDigest, outcome: answer.outcome };
  }

  /** A project names its own registry, and the token must not be sent to another one. */
  #remoteFor({ url, tenant }: RegistryAddress): Remote {
    const { place } = this.#remote;
    if (place.url === url && place.tenant === tenant) return this.#remote;
    throw new CoppiceError(
      'conflict',
      `the project uses the registry ${url} (${tenant}), but this client uses ${place.url} (${place.tenant})`,
      { hint: 'create a client with the address and tenant in coppice.toml' },
    );
  }
}

function itemFrom(item: ItemAnswer | ItemRow): RegistryItem {
  const { kind, slug, version, name, description, tags, state, deprecated } = item;
  return {
    kind,
    slug,
    version,
    name,
    description,
    tags,
    state,
    deprecated,
    whenToUse: item.when_to_use,
    contentDigest: item.content_digest,
    useCount: item.use_count,
    lastUsedAt: item.last_used_at,
  };
}

function versionFrom(summary: VersionSummary): RegistryVersion {
  const { version, digest, yanked } = summary;
  return {
    version,
    digest,
    contentDigest: summary.content_digest,
    sizeBytes: summary.size_bytes,
    publishedBy: summary.published_by,
    publishedAt: summary.published_at,
    isLatest: summary.is_latest,
    yanked: yanked?.reason ?? null,
  };
}

function claimFrom({ ranAt, ...evaluation }: Evaluation): EvaluationClaim {
  return { ...evaluation, ran_at: ranAt };
}

function checkedUrl(text: string): string {
  const url = registryUrl(text);
  if (url !== undefined) return url;
  throw new CoppiceError('bad-value', `${text} is not the address of a registry`, {
    hint: 'use an address such as https://skills.example.com',
  });
}

const checkedSlug = (text: string) => checked(text, isItemSlug, 'a slug', itemSlugRule);

function checked(text: string, isGood: (text: string) => boolean, what: string, hint: string): string {
  if (isGood(text)) return text;
  throw new CoppiceError('bad-value', `${JSON.stringify(text)} is not ${what}`, { hint });
}

/** The kinds of items in a registry. The types below do not use the API's schemas, so that embedders need no other package. */
export type ItemKind = 'skill' | 'agent' | 'command';

/** An item, as in its latest version. */
export interface RegistryItem {
  readonly kind: ItemKind;
  readonly slug: string;
  /** Null if every version is yanked. */
  readonly version: string | null;
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string | null;
  readonly tags: readonly string[];
  /** A `flagged` item is not listed, but can still be installed. */
  readonly state: 'published' | 'flagged' | 'archived';
  readonly deprecated: { readonly message: string; readonly replacement: string | null } | null;
  /** The digest of the files, as `sha256:HEX`. */
  readonly contentDigest: string | null;
  readonly useCount: number;
  /** ISO 8601. */
  readonly lastUsedAt: string | null;
}

/** A published version. It never changes, except that it can be yanked. */
export interface RegistryVersion {
  readonly version: string;
  /** `sha256:HEX`, of the bundle. */
  readonly digest: string;
  /** `sha256:HEX`, of the files. */
  readonly contentDigest: string;
  readonly sizeBytes: number;
  readonly publishedBy: string;
  /** ISO 8601. */
  readonly publishedAt: string;
  /** Whether it is the highest version that is not yanked. */
  readonly isLatest: boolean;
  /** The reason why it was yanked, or null. */
  readonly yanked: string | null;
}

/** A requested item. */
export interface WantedItem {
  readonly slug: string;
  /** A range as in npm; any version by default. */
  readonly range?: string;
  readonly kind?: ItemKind;
}

/** Versions that fit together. */
export interface Resolution {
  readonly items: readonly ResolvedItem[];
  /** Items without a published version that fits. */
  readonly unresolved: readonly UnresolvedItem[];
  /** Sentences about flagged and deprecated items. */
  readonly warnings: readonly string[];
}

/** One version of a resolution. */
export interface ResolvedItem {
  readonly kind: ItemKind;
  readonly slug: string;
  readonly version: string;
  readonly digest: string;
  readonly contentDigest: string;
  readonly sizeBytes: number;
  /** `slug` or `slug@range`. */
  readonly requires: readonly string[];
  /** 0 for a requested item, more for what it requires. */
  readonly depth: number;
}

/** An item without a version that fits. */
export interface UnresolvedItem {
  readonly kind: ItemKind;
  readonly slug: string;
  readonly range: string;
  /** `slug@version` of the item that requires it, or null if the caller requested it. */
  readonly requiredBy: string | null;
  /** Why, for people. Absent for a registry before 0.2. */
  readonly reason?: string;
}

/** What to install, and where. */
export interface InstallOptions {
  /** The folder with `coppice.toml`. */
  readonly project: string;
  /** The absolute path of Coppice's home: packages are stored there, and its `config.toml` has the scan policy. */
  readonly home: string;
  /** For git, if the manifest names repositories: `PATH`, `HOME`, proxies. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Fails if the lock would change. */
  readonly frozen?: boolean;
  /** Uses no network. */
  readonly offline?: boolean;
  /** Only reports what would be done. */
  readonly dryRun?: boolean;
  /** Copies files instead of linking them. By default as before: copied if the project has copies. */
  readonly copy?: boolean;
  /** Treats a skipped item as a failure. */
  readonly strict?: boolean;
}

/** The result of an install. */
export interface Installation {
  /** Whether all requested items are installed, or skipped if the install is not strict. */
  readonly ok: boolean;
  readonly installed: readonly InstalledItem[];
  /** Items that were already linked, but whose files were missing or changed and were fetched again. */
  readonly repaired: readonly InstalledItem[];
  readonly unchanged: readonly InstalledItem[];
  /** Items that are not in the project any more. */
  readonly removed: readonly ItemOfKind[];
  /** Items that were not linked, because something else is in the way or no version is published yet. */
  readonly skipped: readonly (ItemOfKind & { readonly reason: string })[];
  /** Items that could not be fetched; the lock was not changed. */
  readonly failed: readonly (ItemOfKind & { readonly code: ErrorCode; readonly reason: string })[];
  readonly lockChanged: boolean;
}

/** The name of an item: a skill and an agent may have the same slug. */
export interface ItemOfKind {
  readonly kind: ItemKind;
  readonly slug: string;
}

/** An installed item. */
export interface InstalledItem extends ItemOfKind {
  /** Undefined for an item that is not from a registry. */
  readonly version: string | undefined;
}

/** How to publish. */
export interface PublishOptions {
  readonly version: string;
  readonly kind?: ItemKind;
  readonly tags?: readonly string[];
  /** The result of an evaluation that you claim; some tenants require one. */
  readonly evaluation?: Evaluation;
}

/** The result of an evaluation. A registry refuses one whose digest or figures do not fit. */
export interface Evaluation {
  /** `sha256:HEX` of the files that the agent was given: the package without its folder `evals`. */
  readonly digest: string;
  /** Such as `claude`. */
  readonly agent: string;
  /** Null for the agent's default. */
  readonly model: string | null;
  /** ISO 8601. */
  readonly ranAt: string;
  /** From 0 to 1. */
  readonly score: number;
  /** Null if nothing was compared. */
  readonly difference: EvaluationDifference | null;
  readonly verdict: 'helps' | 'harms' | 'no-verdict';
  readonly cases: number;
  /** Runs of each case with the skill. */
  readonly runs: number;
}

/** The difference of the scores, with its 95 % confidence interval. */
export interface EvaluationDifference {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Whether it was compared with no skill or with its text before. */
  readonly against: 'without' | 'old';
}

/** A published item. */
export interface PublishedItem extends ItemOfKind {
  readonly version: string;
  readonly digest: string;
  readonly contentDigest: string;
  /** `unchanged` if the same content was already published. */
  readonly outcome: 'published' | 'unchanged';
}
