/*
 * Fetches missing packages into the store, several at a time. Bytes are compared with their digest before they are
 * unpacked, the files with theirs after, and packages that the scan refuses are not stored. One that fails does not stop
 * the others; but a lock that contradicts the registry stops all, since it is not known which of its lines are right.
 */

import { join } from 'node:path';
import { checkedSuppressions } from '../../scan/families.js';
import { isRefused } from '../../scan/findings/verdict.js';
import { scanFiles } from '../../scan/scan-files.js';
import { maxBundleBytes, readBundle } from '../../skill/bundle/read-bundle.js';
import { bundleCodec } from '../../system/gzip.js';
import { CoppiceError, type ErrorCode, hasCode } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { Remote } from '../remote/remote.js';
import { type FailedItem, failureOf } from '../rules/ensure-result.js';
import { itemTitle, readRequirement } from '../rules/item-names.js';
import type { LockNode, NodeOrigin } from '../rules/lock.js';
import type { RegistryAddress } from '../rules/manifest.js';
import { requiresOf } from '../rules/package-files.js';
import { contentDigestOf, type StoreFile } from '../store/store.js';
import type { EnsureDeps } from './ports.js';

export interface FetchRequest {
  readonly project: string;
  readonly registry: RegistryAddress | undefined;
  /** In the order in which they are fetched. */
  readonly nodes: readonly LockNode[];
  /** By title: files that are already known. */
  readonly files: ReadonlyMap<string, readonly StoreFile[]>;
  /** Whether the digests of a node come from the existing lock. */
  readonly isLocked: (node: LockNode) => boolean;
  readonly offline: boolean;
}

/** Returns the items that could not be fetched; the others are in the store. */
export async function fetchMissing(deps: EnsureDeps, request: FetchRequest): Promise<readonly FailedItem[]> {
  const failed = new Map<LockNode, FailedItem>();
  /** By host: one that cannot be reached is not tried again for each item. */
  const outages = new Map<string, CoppiceError>();
  const download = downloader(deps, request);
  const total = request.nodes.length;
  const adding = deps.store.adding((contentDigest, keptIn) => {
    const node = request.nodes.find((one) => one.contentDigest === contentDigest);
    if (node !== undefined)
      deps.warn(
        `${itemTitle(node)} was changed in the store and has been restored; the changed files are in ${keptIn}`,
      );
  });
  const pending = [...request.nodes].reverse();
  let done = 0;
  deps.onProgress?.({ done, total });

  const work = async () => {
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      try {
        const known = request.files.get(itemTitle(node));
        const outage = outages.get(hostOf(node));
        if (known === undefined && outage !== undefined) throw outage;
        const files = known ?? (await download(node));
        requireSafe(deps, node, files);
        await adding.add(node.contentDigest, files);
      } catch (error) {
        if (!hasCode(error, ...codesOfOneItem)) {
          pending.length = 0;
          throw error;
        }
        if (error.code === 'unavailable') outages.set(hostOf(node), error);
        failed.set(node, failureOf(node, error));
      }
      done += 1;
      deps.onProgress?.({ done, total });
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, total) }, work));
  } finally {
    await adding.finish();
  }
  return request.nodes.flatMap((node) => failed.get(node) ?? []);
}

const atOnce = 8;

/** Errors that concern one item; all others concern the machine, the registry or the whole lock. */
const codesOfOneItem: readonly ErrorCode[] = [
  'bad-bundle',
  'bundle-too-large',
  'not-found',
  'rate-limited',
  'unavailable',
];

function hostOf({ origin }: LockNode): string {
  return origin.from === 'git' ? origin.url : origin.from;
}

function downloader(deps: EnsureDeps, request: FetchRequest) {
  const { project, registry, isLocked, offline } = request;
  let remote: Promise<Remote> | undefined;

  const bundleOf = async (node: LockNode, digest: string): Promise<Fetched> => {
    if (registry === undefined) throw new CoppiceError('not-found', 'the manifest does not name a registry');
    remote ??= deps.openRemote(registry);
    const bytes = await blobOf(await remote, node, digest);
    if (`sha256:${sha256Hex(bytes)}` !== digest)
      throw new CoppiceError('bad-bundle', `${registry.url} sent bytes that do not match ${digest}`);
    return await readBundle(bytes, bundleCodec);
  };

  const blobOf = async (from: Remote, node: LockNode, digest: string): Promise<Uint8Array> => {
    try {
      return await from.blob(digest, maxBundleBytes);
    } catch (error) {
      const isMissing = hasCode(error, 'not-found');
      throw isMissing && isLocked(node)
        ? contradiction(node, 'the registry has no bundle with the digest')
        : error;
    }
  };

  return async (node: LockNode): Promise<readonly StoreFile[]> => {
    if (offline)
      throw new CoppiceError(
        'unavailable',
        'it is not on this machine, and --offline does not allow downloading it',
      );
    const { origin } = node;
    const { files, contentDigest } =
      origin.from === 'registry'
        ? await bundleOf(node, origin.digest)
        : withDigest(await (await deps.openSources(project)).fetch(origin));
    if (contentDigest === node.contentDigest) {
      if (!isLocked(node)) checkRequires(node, files.find(({ path }) => path === 'SKILL.md')?.bytes, request);
      return files;
    }
    if (isLocked(node)) throw contradiction(node, 'the downloaded files do not match the content digest');
    throw new CoppiceError('bad-bundle', 'its files do not match the digest that the registry announced');
  };
}

/** A package that was in the store before the registry announced it. */
export function checkStored(
  { files }: Pick<EnsureDeps, 'files'>,
  request: Pick<FetchRequest, 'registry'>,
  node: LockNode,
  folder: string,
): void {
  checkRequires(node, files.read(join(folder, 'SKILL.md'))?.bytes, request);
}

/**
 * What a package requires is what its own SKILL.md says, whose bytes were checked: a registry cannot invent a requirement
 * or leave one out. One that does is not trusted with anything else.
 */
function checkRequires(
  node: LockNode,
  skillFile: Uint8Array | undefined,
  { registry }: Pick<FetchRequest, 'registry'>,
): void {
  if (node.origin.from !== 'registry' || skillFile === undefined) return;
  const written = requiresOf(skillFile, node);
  if (demandsIn(written) === demandsIn(node.requires)) return;
  const shown = (requires: readonly string[]) => (requires.length === 0 ? 'nothing' : requires.join(', '));
  throw new CoppiceError(
    'bad-answer',
    `${registry?.url} says that ${itemTitle(node)} requires ${shown(node.requires)}, but its SKILL.md requires ${shown(written)}`,
    { hint: 'nothing was installed; report it to those who run the registry' },
  );
}

/** In one order and spelling: `lib` is `lib@*`. */
function demandsIn(requires: readonly string[]): string {
  const demands = requires.map((entry) => readRequirement(entry) ?? { slug: entry, range: '' });
  return JSON.stringify(demands.map(({ slug, range }) => `${slug}@${range}`).sort());
}

interface Fetched {
  readonly files: readonly StoreFile[];
  readonly contentDigest: string | undefined;
}

function withDigest(files: readonly StoreFile[]): Fetched {
  return { files, contentDigest: contentDigestOf(files) };
}

function contradiction(node: LockNode, why: string): CoppiceError {
  return new CoppiceError('conflict', `${itemTitle(node)} cannot be installed: ${why} in the lock`, {
    hint: 'restore the lock from version control, or resolve it again with: coppice update',
  });
}

/** Throws if the scan refuses the package under the user's policy for its origin. */
function requireSafe(
  { config }: Pick<EnsureDeps, 'config'>,
  { slug, origin }: { readonly slug: string; readonly origin: NodeOrigin },
  files: readonly StoreFile[],
): void {
  const suppressions = checkedSuppressions(config['scan.suppress'], config.path);
  const { verdict, findings } = scanFiles(slug, files, { suppressions, knownAs: [slug] });
  if (!isRefused(verdict, provenances[origin.from], config['scan.policy'])) return;
  const worst = findings.find(({ suppressed }) => suppressed === undefined);
  const where = worst?.line === undefined ? worst?.file : `${worst.file}:${worst.line}`;
  const why = worst === undefined ? `its verdict is ${verdict}` : `${worst.rule} in ${where}: ${worst.why}`;
  throw new CoppiceError('bad-bundle', `blocked by the scan: ${why}`, {
    hint: 'review the finding; to accept it for one skill, add it to scan.suppress in the configuration',
  });
}

const provenances = { registry: 'registry', git: 'hub', path: 'external' } as const;
