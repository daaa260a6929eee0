/*
 * The digest of a package's content: one sha256 over the sorted list of its files, each with its path, whether it is
 * executable, and the sha256 of its bytes. Times, order, owners, empty folders and the archive do not count, so the
 * same package has the same digest on every machine.
 */

import { isJunkFile } from './package-names.js';

export type DigestOutcome =
  | { readonly kind: 'digest'; readonly digest: string }
  | { readonly kind: 'refused'; readonly reason: DigestRefusal; readonly path: string };

type DigestRefusal =
  | 'not-a-folder'
  /** Two names that differ only in how Unicode is composed: one file on some systems, two on others. */
  | 'colliding-paths'
  /** Systems and archives disagree on what a link is, and it may lead out of the package. */
  | 'link'
  | 'special-file'
  | 'too-many-entries'
  | 'too-deep'
  /** The file was removed or replaced before it was read. */
  | 'changed';

export interface PackageFile {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly executable: boolean;
  /** Of the bytes, in hex. */
  readonly sha256: string;
}

type Sha256 = (bytes: Uint8Array) => string;

/** What the digest needs of the file system. Absence is undefined; `read` may follow links, they never reach it. */
export interface PackageReader {
  list(path: string): readonly PackageEntry[] | undefined;
  read(path: string): { readonly bytes: Uint8Array; readonly stat: { readonly mode: number } } | undefined;
}

interface PackageEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

const maxEntries = 10_000;
const maxDepth = 32;

/** The digest of the package in a folder. The folder itself may be reached through a link; none inside is followed. */
export function skillDigest(folder: string, reader: PackageReader, sha256: Sha256): DigestOutcome {
  const files: PackageFile[] = [];
  let entryCount = 0;
  const pending = [{ path: '', depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const entries = reader.list(next.path === '' ? folder : `${folder}/${next.path}`);
    if (entries === undefined) return refused(next.path === '' ? 'not-a-folder' : 'changed', next.path);
    for (const entry of entries) {
      const path = next.path === '' ? entry.name : `${next.path}/${entry.name}`;
      if (isJunkFile(path)) continue;
      entryCount += 1;
      if (entryCount > maxEntries) return refused('too-many-entries', path);
      if (entry.kind === 'link') return refused('link', path);
      if (entry.kind === 'other') return refused('special-file', path);
      if (entry.kind === 'folder') {
        if (next.depth === maxDepth) return refused('too-deep', path);
        pending.push({ path, depth: next.depth + 1 });
        continue;
      }
      const content = reader.read(`${folder}/${path}`);
      if (content === undefined) return refused('changed', path);
      files.push({ path, executable: isExecutable(content.stat.mode), sha256: sha256(content.bytes) });
    }
  }
  return packageDigest(files, sha256);
}

/** The digest of a package whose files are already known, for example from an archive. The caller leaves junk files out. */
export function packageDigest(files: Iterable<PackageFile>, sha256: Sha256): DigestOutcome {
  const lines = new Map<string, string>();
  for (const file of files) {
    const path = file.path.normalize('NFC');
    if (lines.has(path)) return refused('colliding-paths', file.path);
    // JSON keeps one file on one line whatever is in its name, so no two packages have the same text.
    lines.set(path, JSON.stringify([path, file.executable, file.sha256]));
  }
  const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  const text = [scheme, ...sorted].join('\n');
  return { kind: 'digest', digest: sha256(new TextEncoder().encode(text)) };
}

/** Part of the hashed text: another scheme gets another name, so that digests of two schemes are never equal. */
const scheme = 'coppice-package-1';

/** Only the owner's bit counts, as in version control; the others depend on the umask of the user who unpacked it. */
function isExecutable(mode: number): boolean {
  return (mode & 0o100) !== 0;
}

function refused(reason: DigestRefusal, path: string): DigestOutcome {
  return { kind: 'refused', reason, path };
}
