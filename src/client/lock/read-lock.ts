/*
 * The text of `coppice.lock` to what it means, strictly: it says which bytes are installed, so a lock that is half merged or
 * half understood is refused, with the command that makes a good one.
 */

import type { Kind } from '../../registry/api/names.js';
import { CoppiceError } from '../../text/errors.js';
import {
  compareNames,
  isDigest,
  isRange,
  isSlug,
  isVersion,
  kindsOfItems,
  readRequirement,
} from '../manifest/item-names.js';
import type { RegistryPlace } from '../manifest/manifest.js';
import { registryUrl } from '../manifest/registry-url.js';
import {
  nameOf,
  readToml,
  refuseConflicts,
  type TomlDocument,
  type TomlPath,
} from '../manifest/toml-document.js';
import type { Lock, LockNode, NodeOrigin, UnresolvedItem } from './lock.js';
import { compareUnresolved, lockFormat } from './print-lock.js';

export const lockName = 'coppice.lock';

/** `name` is what messages call the file. */
export function readLock(text: string, name: string = lockName): Lock {
  refuseConflicts(text, name, 'run `coppice update`, which resolves the manifest anew and writes the lock');
  const document = readToml(text, name, `take it from version control again, or ${relock}`);
  const format = document.table['version'];
  if (typeof format === 'number' && format > lockFormat)
    throw new CoppiceError(
      'newer-format',
      `${name} has the format ${format}, and this program reads ${lockFormat}`,
      { hint: 'update coppice' },
    );
  document.tableAt([], ['version', 'registry', ...kindsOfItems, 'unresolved']);
  if (format !== lockFormat) throw document.fault(['version'], `version must be ${lockFormat}`);
  const nodes = kindsOfItems.flatMap((kind) => readNodes(document, kind)).toSorted(compareNames);
  const unresolved = readUnresolved(document).toSorted(compareUnresolved);
  return { registry: readPlace(document), nodes, unresolved };
}

const relock = 'make it anew with `coppice update`';

function readPlace(document: TomlDocument): RegistryPlace | undefined {
  if (document.tableAt(['registry'], ['url', 'tenant']) === undefined) return undefined;
  const url = needed(document, ['registry', 'url'], (text) => registryUrl(text) === text);
  return { url, tenant: needed(document, ['registry', 'tenant'], isSlug) };
}

function readNodes(document: TomlDocument, kind: Kind): readonly LockNode[] {
  return Object.keys(document.tableAt([kind]) ?? {}).map((slug) => {
    const at = [kind, slug];
    if (!isSlug(slug)) throw document.fault(at, `${JSON.stringify(slug)} is no slug`);
    const origin = readOrigin(document, at);
    const contentDigest = needed(document, [...at, 'content_digest'], isDigest);
    return { kind, slug, contentDigest, requires: readRequires(document, [...at, 'requires']), origin };
  });
}

function readOrigin(document: TomlDocument, at: TomlPath): NodeOrigin {
  const keys = Object.keys(document.tableAt(at) ?? {});
  const allow = (...own: readonly string[]) => document.tableAt(at, [...own, 'content_digest', 'requires']);
  const text = (key: string, isGood?: (text: string) => boolean) => needed(document, [...at, key], isGood);
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
    needed(document, [...at, index], (entry) => readRequirement(entry) !== undefined),
  );
}

function readUnresolved(document: TomlDocument): readonly UnresolvedItem[] {
  const list = document.listAt(['unresolved']) ?? [];
  return [...list.keys()].map((index) => {
    const at = ['unresolved', index];
    document.tableAt(at, ['kind', 'slug', 'range']);
    const given = needed(document, [...at, 'kind']);
    const kind = kindsOfItems.find((one) => one === given);
    if (kind === undefined) throw malformed(document, [...at, 'kind']);
    return {
      kind,
      slug: needed(document, [...at, 'slug'], isSlug),
      range: needed(document, [...at, 'range'], isRange),
    };
  });
}

function needed(document: TomlDocument, at: TomlPath, isGood?: (text: string) => boolean): string {
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
