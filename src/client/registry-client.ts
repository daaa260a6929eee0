/*
 * A registry for a program that embeds Coppice: what the verbs do with one, by methods, and in types that need no other
 * package. Its address and credential are given, and nothing is looked for: no login, no variable, no working folder. It
 * tells the registry nothing that it was not asked to tell.
 */

import type { ItemAnswer, ItemRow, VersionSummary } from '../registry/api/item.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import { CoppiceError, type ErrorCode } from '../text/errors.js';
import { httpRemote } from './remote/http-remote.js';
import type { Remote } from './remote/remote.js';
import { isRange, isSlug, isVersion, registryUrl, slugRule } from './rules/item-names.js';
import type { RegistryAddress } from './rules/manifest.js';

/** Where a registry is, and who asks it. */
export interface RegistryClientOptions {
  /** `https://skills.example.com`, with a path where the registry is below one. */
  readonly url: string;
  readonly tenant: string;
  /** Sent to this address and to no other. */
  readonly token?: string;
  /** Told, as one sentence, what a person should know and what stops nothing. */
  readonly warn?: (sentence: string) => void;
}

/** One registry. Refusals are `CoppiceError`s: `unauthorized`, `unavailable`, and what the registry itself says. */
export class RegistryClient {
  readonly #remote: Remote;
  readonly #warn: (sentence: string) => void;

  constructor({ url, tenant, token, warn = () => undefined }: RegistryClientOptions) {
    const place = { url: checkedUrl(url), tenant: checkedSlug(tenant) };
    this.#remote = httpRemote({ place, token, warn });
    this.#warn = warn;
  }

  /** What is published and fits the text, best first; skills unless told, and 20 of them. */
  async search(
    text: string,
    { kind = 'skill', limit = 20 }: { readonly kind?: ItemKind; readonly limit?: number } = {},
  ): Promise<readonly RegistryItem[]> {
    return (await this.#remote.search(text, { kind, limit })).map(itemFrom);
  }

  /** Undefined where there is none. */
  async item(slug: string, kind: ItemKind = 'skill'): Promise<RegistryItem | undefined> {
    const found = await this.#remote.item({ kind, slug: checkedSlug(slug) });
    return found && itemFrom(found);
  }

  /** All of them, the last one published first. Undefined where there is no such item. */
  async versions(slug: string, kind: ItemKind = 'skill'): Promise<readonly RegistryVersion[] | undefined> {
    return (await this.#remote.versions({ kind, slug: checkedSlug(slug) }))?.map(versionFrom);
  }

  /** The versions that fit together, with all that they require. Nothing is installed. */
  async resolve(items: readonly WantedItem[]): Promise<Resolution> {
    const wanted = items.map(({ kind = 'skill', slug, range = '*' }) => ({
      ...{ kind, slug: checkedSlug(slug) },
      range: checked(range, isRange, 'a range of versions', 'give one such as ^1.2'),
    }));
    const { nodes, unresolved, warnings } = await this.#remote.resolve({ items: wanted, locked: [] });
    return {
      items: nodes.map(({ kind, slug, version, digest, content_digest, size_bytes, requires, depth }) => ({
        ...{ kind, slug, version, digest, requires, depth },
        ...{ contentDigest: content_digest, sizeBytes: size_bytes },
      })),
      unresolved: unresolved.map(({ required_by, ...item }) => ({ ...item, requiredBy: required_by })),
      warnings,
    };
  }

  /** Makes a project on the real disk have what its `coppice.toml` asks for, as `coppice ensure` does. */
  async install({ project, home, environment = {}, ...options }: InstallOptions): Promise<Installation> {
    // What unpacks, scans and links is most of the program, and most programs that ask a registry install nothing.
    const { ensureOnDisk } = await import('./ensure/ensure-on-disk.js');
    const place = { home, environment, warn: this.#warn };
    return await ensureOnDisk(place, (other) => this.#remoteFor(other), { project, ...options });
  }

  /** A folder with a SKILL.md becomes a version. What can be found wrong here is found before it is sent. */
  async publish(
    folder: string,
    { version, kind = 'skill', tags = [] }: PublishOptions,
  ): Promise<PublishedItem> {
    const sent = checked(version, isVersion, 'a version', 'give one such as 1.2.0');
    const { packFolder } = await import('./publish/pack-folder.js');
    const packed = await packFolder(nodeFiles, folder, { kind });
    const item = { kind, slug: packed.slug, version: sent };
    const answer = await this.#remote.publish(
      { ...item, tags: [...tags], allow_secret: false },
      packed.bundle,
    );
    const { digest, content_digest: contentDigest, warnings = [] } = answer.version;
    for (const warning of [...packed.warnings, ...warnings]) this.#warn(warning);
    return { ...item, digest, contentDigest, outcome: answer.outcome };
  }

  /** A project names its registry itself, and the token is not for another one. */
  #remoteFor({ url, tenant }: RegistryAddress): Remote {
    const { place } = this.#remote;
    if (place.url === url && place.tenant === tenant) return this.#remote;
    throw new CoppiceError(
      'conflict',
      `the project takes its items from ${url} (${tenant}), and this client asks ${place.url} (${place.tenant})`,
      { hint: 'open a client with the place that coppice.toml names' },
    );
  }
}

function itemFrom(item: ItemAnswer | ItemRow): RegistryItem {
  const { kind, slug, version, name, description, tags, state, deprecated } = item;
  return {
    ...{ kind, slug, version, name, description, tags, state, deprecated },
    whenToUse: item.when_to_use,
    contentDigest: item.content_digest,
    useCount: item.use_count,
    lastUsedAt: item.last_used_at,
  };
}

function versionFrom(summary: VersionSummary): RegistryVersion {
  const { version, digest, yanked } = summary;
  return {
    ...{ version, digest },
    contentDigest: summary.content_digest,
    sizeBytes: summary.size_bytes,
    publishedBy: summary.published_by,
    publishedAt: summary.published_at,
    isLatest: summary.is_latest,
    yanked: yanked?.reason ?? null,
  };
}

function checkedUrl(text: string): string {
  const url = registryUrl(text);
  if (url !== undefined) return url;
  throw new CoppiceError('bad-value', `${text} is no address of a registry`, {
    hint: 'give one like https://skills.example.com',
  });
}

const checkedSlug = (text: string) => checked(text, isSlug, 'a slug', slugRule);

function checked(text: string, isGood: (text: string) => boolean, what: string, hint: string): string {
  if (isGood(text)) return text;
  throw new CoppiceError('bad-value', `${JSON.stringify(text)} is not ${what}`, { hint });
}

/*
 * What a RegistryClient takes and gives. Said without the schemas of the API, so that the types of the library need no
 * package that an embedder does not have.
 */

/** What a registry has. */
export type ItemKind = 'skill' | 'agent' | 'command';

/** An item as its latest version is. */
export interface RegistryItem {
  readonly kind: ItemKind;
  readonly slug: string;
  /** Null where every version is yanked. */
  readonly version: string | null;
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string | null;
  readonly tags: readonly string[];
  /** `flagged` is out of the listing, and can still be installed. */
  readonly state: 'published' | 'flagged' | 'archived';
  readonly deprecated: { readonly message: string; readonly replacement: string | null } | null;
  /** `sha256:HEX`, of the files. */
  readonly contentDigest: string | null;
  readonly useCount: number;
  /** ISO 8601. */
  readonly lastUsedAt: string | null;
}

/** A version: a fact that never changes, but for its being yanked. */
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
  /** The highest that is not yanked. */
  readonly isLatest: boolean;
  /** Why it was, or null. */
  readonly yanked: string | null;
}

/** An item that is asked for. */
export interface WantedItem {
  readonly slug: string;
  /** As npm has them; any version unless told. */
  readonly range?: string;
  readonly kind?: ItemKind;
}

/** What fits together. */
export interface Resolution {
  readonly items: readonly ResolvedItem[];
  /** What nothing that is published fits. */
  readonly unresolved: readonly UnresolvedItem[];
  /** Sentences: what is flagged or deprecated. */
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
  /** 0 for what was asked for. */
  readonly depth: number;
}

/** One item of a resolution that there is no version for. */
export interface UnresolvedItem {
  readonly kind: ItemKind;
  readonly slug: string;
  readonly range: string;
  /** `slug@version` of what asks for it, or null for the caller. */
  readonly requiredBy: string | null;
}

/** What to install, and where. */
export interface InstallOptions {
  /** The folder that has `coppice.toml`. */
  readonly project: string;
  /** Coppice's own folder, absolute: the packages are stored there, and its `config.toml` says what the scanner refuses. */
  readonly home: string;
  /** For git, where the manifest names repositories: `PATH`, `HOME`, proxies. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Refuses where the lock would change. */
  readonly frozen?: boolean;
  /** Asks nobody. */
  readonly offline?: boolean;
  /** Says what would be done. */
  readonly dryRun?: boolean;
  /** Files are copied instead of linked. Unless told it is as before: copied where the project has copies. */
  readonly copy?: boolean;
  /** Something skipped is a failure. */
  readonly strict?: boolean;
}

/** What an install has done. */
export interface Installation {
  /** Whether all that was asked for is there, or, unless it is strict, was skipped. */
  readonly ok: boolean;
  readonly installed: readonly InstalledItem[];
  /** Linked already, to files that were gone or changed, and were fetched again. */
  readonly repaired: readonly InstalledItem[];
  readonly unchanged: readonly InstalledItem[];
  /** What is nowhere in the project any more. */
  readonly removed: readonly ItemOfKind[];
  /** Not linked, by a decision that is not ours, or not published yet. */
  readonly skipped: readonly (ItemOfKind & { readonly reason: string })[];
  /** What could not be had: the lock has stayed. */
  readonly failed: readonly (ItemOfKind & { readonly code: ErrorCode; readonly reason: string })[];
  readonly lockChanged: boolean;
}

/** The name of an item: a skill and an agent may have the same slug. */
export interface ItemOfKind {
  readonly kind: ItemKind;
  readonly slug: string;
}

/** An item that is in the project now. */
export interface InstalledItem extends ItemOfKind {
  /** Undefined for what comes from no registry. */
  readonly version: string | undefined;
}

/** How to publish. */
export interface PublishOptions {
  readonly version: string;
  readonly kind?: ItemKind;
  readonly tags?: readonly string[];
}

/** What is published now. */
export interface PublishedItem extends ItemOfKind {
  readonly version: string;
  readonly digest: string;
  readonly contentDigest: string;
  /** `unchanged` where the same content was there already. */
  readonly outcome: 'published' | 'unchanged';
}
