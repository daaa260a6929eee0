/*
 * A registry in memory, for tests of what asks one. It publishes, resolves and sends as the real one does, as far as a
 * client can see; and a test can make it refuse, or send other bytes than it announces.
 */

import semver from 'semver';
import type { ItemAnswer, VersionAnswer } from '../../registry/api/item.js';
import { splitRange } from '../../registry/api/item-slug.js';
import type { Kind } from '../../registry/api/names.js';
import type { PublishMetadata } from '../../registry/api/routes/publish.js';
import type { UsageEventInput } from '../../registry/api/routes/usage.js';
import { packBundle } from '../../skill/bundle/pack-bundle.js';
import { type Bundle, readBundle } from '../../skill/bundle/read-bundle.js';
import { parseSkill } from '../../skill/parse.js';
import { bundleCodec } from '../../system/gzip.js';
import { CoppiceError } from '../../text/errors.js';
import type { ItemName, RegistryAddress } from '../rules/manifest.js';
import { resolveNaively } from './memory-resolve.fixture.js';
import type { DraftProposal, Remote } from './remote.js';

export interface MemoryRemote extends Remote {
  /** What was asked, in order: `resolve`, `blob sha256:HEX`, `item lib`. */
  readonly calls: string[];
  /** The events that were reported. */
  readonly reported: UsageEventInput[];
  readonly proposals: DraftProposal[];
  /** May be changed at any time. */
  faults: RemoteFaults;
  /** Publishes `slug@version`, without that being noted as a call. */
  put(target: string, sketch?: ItemSketch): Promise<VersionAnswer>;
  /** Without a reason, it is restored. */
  archive(slug: string, reason?: string): void;
}

export interface RemoteFaults {
  /** Thrown by every call, or by those named only. */
  readonly refusal?: CoppiceError;
  readonly only?: readonly Operation[];
  /** By slug: what is untrue of it from now on. */
  readonly lies?: Readonly<Record<string, Lie>>;
  /** Requirements that a resolution says an item has, by its slug. */
  readonly invented?: Readonly<Record<string, readonly string[]>>;
}

export type Operation = Exclude<keyof Remote, 'place'>;

/**
 * `bytes`: the bundle that is sent is another one. `size`: it has a byte more than was reported. `content-digest`: its files
 * are not those that were reported.
 */
type Lie = 'bytes' | 'size' | 'content-digest';

export interface ItemSketch {
  readonly kind?: Kind;
  readonly requires?: readonly string[];
  readonly body?: string;
  readonly files?: Readonly<Record<string, string>>;
}

export const offline = new CoppiceError('unavailable', 'https://registry.test cannot be reached');
export const badToken = new CoppiceError('unauthorized', 'https://registry.test does not accept the token');

export function memoryRemote(
  place: RegistryAddress = { url: 'https://registry.test', tenant: 'acme' },
): MemoryRemote {
  const items: MemoryItem[] = [];
  const calls: string[] = [];
  const reported: UsageEventInput[] = [];
  const proposals: DraftProposal[] = [];

  const find = ({ kind, slug }: ItemName) => items.find((item) => item.kind === kind && item.slug === slug);
  const existing = (name: ItemName) => find(name) ?? refuse('not-found', `there is no ${name.slug}`);
  const findVersion = (name: ItemName, version: string) =>
    find(name)?.versions.find(({ answer }) => answer.version === version);

  const note = (operation: Operation, about = '') => {
    calls.push(`${operation} ${about}`.trim());
    const { refusal, only } = remote.faults;
    if (refusal !== undefined && (only === undefined || only.includes(operation))) throw refusal;
  };

  const publish = async (metadata: PublishMetadata, packed: Uint8Array) => {
    const bundle = await readBundle(packed, bundleCodec);
    const known = findVersion(metadata, metadata.version)?.answer;
    if (known?.content_digest === bundle.contentDigest)
      return { outcome: 'unchanged' as const, version: known };
    if (known !== undefined) refuse('conflict', `${metadata.slug}@${metadata.version} is published already`);
    const answer = versionOf(metadata, bundle);
    const item = find(metadata);
    if (item === undefined) {
      const { kind, slug } = metadata;
      items.push({ kind, slug, deprecated: null, archived: undefined, versions: [{ answer, packed }] });
    } else item.versions.push({ answer, packed });
    return { outcome: 'published' as const, version: answer };
  };

  const remote: MemoryRemote = {
    place,
    calls,
    reported,
    proposals,
    faults: {},
    put: async (target, { kind = 'skill', ...sketch } = {}) => {
      const { slug, range: version = '' } = splitRange(target);
      const metadata = { kind, slug, version, tags: [], allow_secret: false };
      return (await publish(metadata, sketchedBundle(slug, sketch))).version;
    },
    archive: (slug, reason) => {
      for (const item of items) if (item.slug === slug) item.archived = reason;
    },
    whoAmI: async () => {
      note('whoAmI');
      return {
        tenant: place.tenant,
        principal: 'user:ada@example.com',
        role: 'publisher',
        via: 'token',
        scopes: ['skills:read', 'skills:publish'],
        expires_at: null,
        csrf: null,
        opened_with: null,
      };
    },
    item: async (name) => {
      note('item', name.slug);
      const item = find(name);
      return item && itemOf(item);
    },
    versions: async (name) => {
      note('versions', name.slug);
      const item = find(name);
      const latest = item && latestOf(item)?.version;
      return item?.versions
        .map(({ answer }) => answer)
        .reverse()
        .map((answer) => ({
          ...answer,
          change_summary: answer.description,
          is_latest: answer.version === latest,
        }));
    },
    version: async (name, version) => {
      note('version', `${name.slug}@${version}`);
      return findVersion(name, version)?.answer;
    },
    near: async (name) => {
      note('near', name.slug);
      return find(name) && [];
    },
    search: async (text, { kind, limit }) => {
      note('search', text);
      return items
        .filter((item) => item.kind === kind && item.slug.includes(text))
        .slice(0, limit)
        .map(itemOf);
    },
    resolve: async (request) => {
      note('resolve');
      const offers = items.map(({ versions }) => versions.map(({ answer }) => answer));
      const archived = items.flatMap(({ kind, slug, archived: reason }) =>
        reason === undefined ? [] : { kind, slug, reason },
      );
      const { invented = {} } = remote.faults;
      const told = offers
        .flat()
        .map((one) => ({ ...one, requires: [...(invented[one.slug] ?? one.requires)] }));
      const answer = resolveNaively(request, told, archived);
      const nodes = answer.nodes.map((node) => {
        const lie = remote.faults.lies?.[node.slug];
        if (lie === 'size') return { ...node, size_bytes: node.size_bytes - 1 };
        return lie === 'content-digest' ? { ...node, content_digest: `sha256:${'0'.repeat(64)}` } : node;
      });
      return { ...answer, nodes };
    },
    blob: async (digest, maxBytes, onBytes) => {
      note('blob', digest);
      const { answer, packed } =
        items.flatMap(({ versions }) => versions).find((version) => version.answer.digest === digest) ??
        refuse('not-found', `there is no bundle ${digest}`);
      if (packed.length > maxBytes) refuse('bundle-too-large', `${digest} has more than ${maxBytes} bytes`);
      onBytes?.(packed.length);
      const isLie = remote.faults.lies?.[answer.slug] === 'bytes';
      return isLie ? packed.map((byte, at) => (at === packed.length - 1 ? byte ^ 1 : byte)) : packed;
    },
    publish: async (metadata, bundle) => {
      note('publish', `${metadata.slug}@${metadata.version}`);
      return publish(metadata, bundle);
    },
    publishSet: async (versions) => {
      note('publishSet', versions.map(({ metadata }) => `${metadata.slug}@${metadata.version}`).join(' '));
      const published = [];
      for (const { metadata, bundle } of versions) published.push(await publish(metadata, bundle));
      return published;
    },
    propose: async (metadata) => {
      note('propose', metadata.slug);
      return { id: String(proposals.push(metadata)) };
    },
    setYanked: async (name, version, reason) => {
      note('setYanked', `${name.slug}@${version}`);
      const found = findVersion(name, version) ?? refuse('not-found', `there is no ${name.slug}@${version}`);
      const yanked = reason === undefined ? null : { reason, at: time, by: publisher };
      found.answer = { ...found.answer, yanked };
      return found.answer;
    },
    setArchived: async (name, reason) => {
      note('setArchived', name.slug);
      const item = existing(name);
      item.archived = reason;
      return { item: itemOf(item), warnings: [] };
    },
    setDeprecated: async (name, deprecation) => {
      note('setDeprecated', name.slug);
      const item = existing(name);
      item.deprecated = deprecation ?? null;
      return { item: itemOf(item), warnings: [] };
    },
    poolEffects: async ({ effects }) => {
      note('poolEffects');
      return { effects: effects.map(({ digest }) => ({ digest, machines: [] })) };
    },
    reportUsage: async (events) => {
      note('reportUsage');
      reported.push(...events);
    },
  };
  return remote;
}

interface MemoryItem extends ItemName {
  deprecated: ItemAnswer['deprecated'];
  /** The reason, if it is archived. */
  archived: string | undefined;
  readonly versions: { answer: VersionAnswer; readonly packed: Uint8Array }[];
}

const time = '2026-01-01T00:00:00.000Z';
const publisher = 'user:ada@example.com';

export function sketchedBundle(
  slug: string,
  { requires = [], body = '# Steps\n', files = {} }: ItemSketch = {},
): Uint8Array {
  const lines = [
    '---',
    `name: ${slug}`,
    `description: How ${slug} is done.`,
    `requires: ${JSON.stringify(requires)}`,
    '---',
    body,
  ];
  const contents = Object.entries({ 'SKILL.md': lines.join('\n'), ...files });
  return packBundle(
    contents.map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text), executable: false })),
    bundleCodec,
  );
}

function versionOf(metadata: PublishMetadata, bundle: Bundle): VersionAnswer {
  const { kind, slug, version } = metadata;
  const skillFile = bundle.files.find(({ path }) => path === 'SKILL.md');
  const { fields } = parseSkill(skillFile?.bytes ?? '', { folder: slug });
  return {
    kind,
    slug,
    version,
    name: fields.name,
    description: fields.description,
    digest: bundle.digest,
    content_digest: bundle.contentDigest,
    size_bytes: bundle.sizeBytes,
    unpacked_bytes: bundle.unpackedBytes,
    when_to_use: metadata.when_to_use ?? null,
    tags: [...metadata.tags],
    requires: fields.requires.map((entry) =>
      entry.range === undefined ? entry.slug : `${entry.slug}@${entry.range}`,
    ),
    files: bundle.files.map(({ path, bytes, digest, executable }) => ({
      path,
      digest,
      executable,
      size_bytes: bytes.length,
    })),
    published_by: publisher,
    published_at: time,
    source: metadata.source ?? null,
    scan: { verdict: 'pass', findings: [] },
    yanked: null,
  };
}

function latestOf({ versions }: MemoryItem): VersionAnswer | undefined {
  const open = versions.map(({ answer }) => answer).filter(({ yanked }) => yanked === null);
  const highest = semver.maxSatisfying(
    open.map(({ version }) => version),
    '*',
  );
  return open.find(({ version }) => version === highest);
}

function itemOf(item: MemoryItem): ItemAnswer {
  const latest = latestOf(item);
  return {
    kind: item.kind,
    slug: item.slug,
    state: item.archived === undefined ? 'published' : 'archived',
    deprecated: item.deprecated,
    state_reason: item.archived ?? null,
    state_at: time,
    version: latest?.version ?? null,
    digest: latest?.digest ?? null,
    content_digest: latest?.content_digest ?? null,
    size_bytes: latest?.size_bytes ?? null,
    name: latest?.name ?? item.slug,
    description: latest?.description ?? '',
    when_to_use: null,
    tags: latest?.tags ?? [],
    requires: latest?.requires ?? [],
    scan_verdict: 'pass',
    published_at: latest?.published_at ?? null,
    used_by: [],
    owners: [publisher],
    channels: {},
    use_count: 0,
    last_used_at: null,
    created_at: time,
  };
}

function refuse(code: 'not-found' | 'conflict' | 'bundle-too-large', message: string): never {
  throw new CoppiceError(code, message);
}
