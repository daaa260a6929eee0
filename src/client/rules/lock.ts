/*
 * The lock of a project (`coppice.lock`): its meaning, its text, and how the text is read. Sorted and without times, one
 * block per node, so that two branches merge; every node has the digests that its bytes must have on every machine.
 */

import { isItemSlug } from '../../registry/api/item-slug.js';
import type { Kind } from '../../registry/api/names.js';
import { printTomlKey, printTomlValue } from '../../text/edit/toml.js';
import { CoppiceError } from '../../text/errors.js';
import { compareText } from '../../text/utf8.js';
import {
  compareNames,
  isDigest,
  isRange,
  isSameItem,
  isSlug,
  isVersion,
  kindsOfItems,
  readRequirement,
  registryUrl,
} from './item-names.js';
import type { ItemName, RegistryAddress } from './manifest.js';
import { nameOf, readToml, refuseConflicts, type TomlDocument, type TomlPath } from './toml-document.js';

export interface Lock {
  readonly registry: RegistryAddress | undefined;
  /** By kind, then slug. */
  readonly nodes: readonly LockNode[];
  /** Requested or required items that are not published yet; every `ensure` that is not frozen tries again. */
  readonly unresolved: readonly UnresolvedItem[];
}

export interface LockNode {
  readonly kind: Kind;
  readonly slug: string;
  /** `sha256:HEX` of the files, however they were packed. */
  readonly contentDigest: string;
  /** As in the version: `slug` or `slug@range`. */
  readonly requires: readonly string[];
  readonly origin: NodeOrigin;
}

export type NodeOrigin =
  | { readonly from: 'registry'; readonly version: string; readonly digest: string }
  | {
      readonly from: 'git';
      readonly url: string;
      /** The branch, tag or commit that the manifest named when this commit was found. */
      readonly ref: string | undefined;
      readonly commit: string;
      readonly path: string;
    }
  | { readonly from: 'path'; readonly path: string };

export interface UnresolvedItem {
  readonly kind: Kind;
  readonly slug: string;
  readonly range: string;
}

/** The text depends only on what is locked. Each node has its own header, so that version control can merge blocks. */
export function printLock({ registry, nodes, unresolved }: Lock): string {
  const blocks = [
    [lockHeader, `version = ${lockFormat}`],
    registry && ['[registry]', ...entries({ url: registry.url, tenant: registry.tenant })],
    ...nodes.toSorted(compareNames).map(nodeLines),
    ...unresolved.toSorted(compareUnresolved).map(unresolvedLines),
  ];
  return blocks
    .filter((lines) => lines !== undefined)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** The first line of every lock. */
export const lockHeader = '# Written by coppice, and meant for version control.';

/** The format that this program writes; it refuses a lock with a higher one. */
const lockFormat = 1;

export function compareUnresolved(a: UnresolvedItem, b: UnresolvedItem): number {
  return compareNames(a, b) || compareText(a.range, b.range);
}

function nodeLines({ kind, slug, contentDigest, requires, origin }: LockNode): readonly string[] {
  return [
    `[${kind}.${printTomlKey(slug)}]`,
    ...entries({ ...originKeys(origin), content_digest: contentDigest }),
    `requires = ${printTomlValue(requires)}`,
  ];
}

function originKeys(origin: NodeOrigin): Readonly<Record<string, string>> {
  switch (origin.from) {
    case 'registry':
      return { version: origin.version, digest: origin.digest };
    case 'git': {
      const { url, ref, commit, path } = origin;
      return { git: url, ...(ref !== undefined && { ref }), commit, ...(path !== '' && { path }) };
    }
    case 'path':
      return { path: origin.path };
    default:
      return origin satisfies never;
  }
}

function unresolvedLines({ kind, slug, range }: UnresolvedItem): readonly string[] {
  return ['[[unresolved]]', ...entries({ kind, slug, range })];
}

function entries(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).map(([key, value]) => `${key} = ${printTomlValue(value)}`);
}

export const lockName = 'coppice.lock';

/**
 * Reads a lock strictly: it decides which bytes are installed, so a half merged or faulty lock is refused, with the
 * command that writes a new one. `name` is the file name for messages.
 */
export function readLock(text: string, name: string = lockName): Lock {
  refuseConflicts(text, name, 'run coppice update, which resolves the manifest again and writes the lock');
  const document = readToml(text, name, `restore it from version control, or ${relock}`);
  const format = document.table['version'];
  if (typeof format === 'number' && format > lockFormat)
    throw new CoppiceError(
      'newer-format',
      `${name} has format ${format}, but this program reads format ${lockFormat}`,
      { hint: 'update Coppice' },
    );
  document.tableAt([], ['version', 'registry', ...kindsOfItems, 'unresolved']);
  if (format !== lockFormat) throw document.fault(['version'], `version must be ${lockFormat}`);
  const nodes = kindsOfItems.flatMap((kind) => readNodes(document, kind)).toSorted(compareNames);
  const unresolved = readUnresolved(document).toSorted(compareUnresolved);
  return { registry: readRegistry(document), nodes, unresolved };
}

const relock = 'write a new one with: coppice update';

function readRegistry(document: TomlDocument): RegistryAddress | undefined {
  if (document.tableAt(['registry'], ['url', 'tenant']) === undefined) return undefined;
  const url = requiredText(document, ['registry', 'url'], (text) => registryUrl(text) === text);
  return { url, tenant: requiredText(document, ['registry', 'tenant'], isSlug) };
}

function readNodes(document: TomlDocument, kind: Kind): readonly LockNode[] {
  return Object.keys(document.tableAt([kind]) ?? {}).map((slug) => {
    const at = [kind, slug];
    if (!isItemSlug(slug)) throw document.fault(at, `${JSON.stringify(slug)} is not a slug`);
    const origin = readOrigin(document, at);
    const contentDigest = requiredText(document, [...at, 'content_digest'], isDigest);
    return { kind, slug, contentDigest, requires: readRequires(document, [...at, 'requires']), origin };
  });
}

function readOrigin(document: TomlDocument, at: TomlPath): NodeOrigin {
  const keys = Object.keys(document.tableAt(at) ?? {});
  const allow = (...own: readonly string[]) => document.tableAt(at, [...own, 'content_digest', 'requires']);
  const text = (key: string, isGood?: (text: string) => boolean) =>
    requiredText(document, [...at, key], isGood);
  if (keys.includes('git')) {
    allow('git', 'ref', 'commit', 'path');
    const path = keys.includes('path') ? text('path') : '';
    const ref = keys.includes('ref') ? text('ref') : undefined;
    return { from: 'git', url: text('git'), ref, commit: text('commit', isCommit), path };
  }
  if (keys.includes('path')) {
    allow('path');
    return { from: 'path', path: text('path') };
  }
  allow('version', 'digest');
  return { from: 'registry', version: text('version', isVersion), digest: text('digest', isDigest) };
}

/** SHA-1 or SHA-256. */
function isCommit(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

function readRequires(document: TomlDocument, at: TomlPath): readonly string[] {
  const list = document.listAt(at);
  if (list === undefined) throw missing(document, at);
  return [...list.keys()].map((index) =>
    requiredText(document, [...at, index], (entry) => readRequirement(entry) !== undefined),
  );
}

function readUnresolved(document: TomlDocument): readonly UnresolvedItem[] {
  const list = document.listAt(['unresolved']) ?? [];
  return [...list.keys()].map((index) => {
    const at = ['unresolved', index];
    document.tableAt(at, ['kind', 'slug', 'range']);
    const given = requiredText(document, [...at, 'kind']);
    const kind = kindsOfItems.find((one) => one === given);
    if (kind === undefined) throw malformed(document, [...at, 'kind']);
    return {
      kind,
      slug: requiredText(document, [...at, 'slug'], isItemSlug),
      range: requiredText(document, [...at, 'range'], isRange),
    };
  });
}

function requiredText(document: TomlDocument, at: TomlPath, isGood?: (text: string) => boolean): string {
  const text = document.textAt(at);
  if (text === undefined) throw missing(document, at);
  if (isGood?.(text) === false) throw malformed(document, at);
  return text;
}

function missing(document: TomlDocument, at: TomlPath): CoppiceError {
  return document.fault(at.slice(0, -1), `${nameOf(at)} is missing`);
}

function malformed(document: TomlDocument, at: TomlPath): CoppiceError {
  return document.fault(at, `${nameOf(at)} is malformed`);
}

/** An item whose version, commit or content differs between two locks. */
export interface VersionChange extends ItemName {
  readonly from: string;
  readonly to: string;
}

/** The changes of items that are in both locks. */
export function versionChanges(before: Lock | undefined, after: Lock): readonly VersionChange[] {
  return after.nodes.flatMap((node) => {
    const previous = before?.nodes.find((other) => isSameItem(other, node));
    if (previous === undefined || revisionOf(previous) === revisionOf(node)) return [];
    return { kind: node.kind, slug: node.slug, from: revisionOf(previous), to: revisionOf(node) };
  });
}

/** A short text that identifies the state of an item. */
export function revisionOf({ origin, contentDigest }: Pick<LockNode, 'origin' | 'contentDigest'>): string {
  if (origin.from === 'registry') return origin.version;
  return origin.from === 'git' ? origin.commit.slice(0, 12) : contentDigest.slice(7, 19);
}
