/*
 * A registry for a program that embeds Coppice: what the verbs do with one, by methods, and in types that need no other
 * package. Its address and credential are given, and nothing is looked for: no login, no variable, no working folder. It
 * tells the registry nothing that it was not asked to tell.
 */

import type { ItemAnswer, ItemRow, VersionSummary } from '../registry/api/item.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import { CoppiceError } from '../text/errors.js';
import { isRange, isSlug, isVersion, slugRule } from './manifest/item-names.js';
import type { RegistryPlace } from './manifest/manifest.js';
import { registryUrl } from './manifest/registry-url.js';
import type {
  Installation,
  InstallOptions,
  ItemKind,
  PublishedItem,
  PublishOptions,
  RegistryItem,
  RegistryVersion,
  Resolution,
  WantedItem,
} from './registry-client-types.js';
import { httpRemote } from './remote/http-remote.js';
import type { Remote } from './remote/remote.js';

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
    const { ensureInPlace } = await import('./ensure/ensure-in-place.js');
    const place = { home, environment, warn: this.#warn };
    return await ensureInPlace(place, (other) => this.#remoteFor(other), { project, ...options });
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
  #remoteFor({ url, tenant }: RegistryPlace): Remote {
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
