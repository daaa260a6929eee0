/*
 * What Coppice last knew of every SKILL.md that it observes: the hash, and the stat by which an unchanged file is
 * recognised without reading it. It is kept in `<home>/observed.json`. Entries of the ledger that are newer than it are
 * applied first, so that Coppice's own changes are never taken for those of somebody else.
 */

import { isSkillFile } from '../../skill/package-names.js';
import type { Stat } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { readJsonFile, writeJsonFile } from '../../system/json-file.js';
import { isCount, isObject, isText } from '../../text/shape.js';
import { folderAfter, isBesideFiles, isInArchive } from '../rules/ledger-entry.js';
import { parseLedger, type RecordedEntry } from '../rules/ledger-lines.js';
import type { LedgerOptions } from '../write/ledger.js';
import { joined } from '../write/write-inside.js';

export interface KnownFile {
  /** The id of the skill. */
  readonly skill: string;
  /** The real path of the folder that a write would lock, and the package and the file below it. */
  readonly root: string;
  readonly folder: string;
  readonly file: string;
  readonly sha256: string;
  readonly mode: number;
  /** Null where the file has to be read before it counts as unchanged. */
  readonly stat: FileStat | null;
  /** What it takes of the space for baselines; 0 if its bytes were not stored for that. */
  readonly storedBytes: number;
}

type FileStat = readonly [sizeBytes: number, mtimeMs: number, ctimeMs: number, inode: number];

export interface Baseline {
  /** The end of the ledger's part that is applied, in bytes. */
  ledgerBytes: number;
  /** By the real path of the SKILL.md. */
  readonly files: Map<string, KnownFile>;
  /** The real path of a SKILL.md that is reached through a link to its folder, by the path through the link. */
  readonly links: Map<string, string>;
}

export function pathOf({ root, folder, file }: Pick<KnownFile, 'root' | 'folder' | 'file'>): string {
  return `${root}/${joined(folder, file)}`;
}

export function statOf({ sizeBytes, mtimeMs, ctimeMs, inode }: Stat): FileStat {
  return [sizeBytes, mtimeMs, ctimeMs, inode];
}

export function isSameStat(known: FileStat | null, stat: Stat): boolean {
  if (known === null) return false;
  const current = statOf(stat);
  return known.every((value, index) => value === current[index]);
}

/**
 * Of a file that is missing or damaged, the baseline is empty: everything is met for the first time. One that cannot be
 * read is not replaced.
 */
export function readBaseline({ files, home }: LedgerOptions): Baseline {
  const stored = readJsonFile(files, homePaths(home).observed)?.value;
  const baseline: Baseline = { ledgerBytes: 0, files: new Map(), links: new Map() };
  if (!isObject(stored) || stored['version'] !== version) return baseline;
  if (isCount(stored['ledgerBytes'])) baseline.ledgerBytes = stored['ledgerBytes'];
  for (const known of Array.isArray(stored['files']) ? stored['files'] : []) {
    if (isKnownFile(known)) baseline.files.set(pathOf(known), known);
  }
  for (const [path, real] of Object.entries(isObject(stored['links']) ? stored['links'] : {})) {
    if (isText(real)) baseline.links.set(path, real);
  }
  return baseline;
}

export function writeBaseline({ files, home }: LedgerOptions, baseline: Baseline): void {
  const { ledgerBytes } = baseline;
  const links = Object.fromEntries(baseline.links);
  const stored = { version, ledgerBytes, links, files: [...baseline.files.values()] };
  writeJsonFile(files, homePaths(home).observed, stored, 0);
}

const version = 1;

/** Applies what the ledger has got since. `isObserved` says whether skills of a root are observed. */
export function applyLedger(
  { files, home }: LedgerOptions,
  baseline: Baseline,
  isObserved: (root: string) => boolean,
): void {
  const path = homePaths(home).ledger;
  const sizeBytes = files.stat(path)?.sizeBytes ?? 0;
  // A shorter ledger is another one, from a backup for example.
  const offset = baseline.ledgerBytes > sizeBytes ? 0 : baseline.ledgerBytes;
  if (offset === sizeBytes) return;
  const content = files.read(path, { offset, maxBytes: sizeBytes - offset });
  const bytes = content?.bytes ?? new Uint8Array();
  const end = bytes.lastIndexOf(newline) + 1;
  const text = new TextDecoder().decode(bytes.subarray(0, end));
  const { entries } = parseLedger(text);
  for (const entry of entries) if (entry.state === 'committed') applyEntry(baseline, entry, isObserved);
  const open = entries.find(({ state }) => state === 'prepared');
  // What has not ended yet is read again.
  const applied = open === undefined ? -1 : text.indexOf(`{"id":${JSON.stringify(open.id)}`);
  baseline.ledgerBytes =
    offset + (applied === -1 ? end : new TextEncoder().encode(text.slice(0, applied)).length);
}

const newline = 10;

function applyEntry({ files }: Baseline, entry: RecordedEntry, isObserved: (root: string) => boolean): void {
  if (isBesideFiles(entry)) return;
  const { root, move } = entry;
  const folder = folderAfter(entry);
  const skill = entry.renamedTo ?? entry.skill;
  if (move !== null) {
    const from = `${root}/${move.from}/`;
    for (const [path, known] of [...files].filter(([path]) => path.startsWith(from))) {
      files.delete(path);
      if (isInArchive(move.to)) continue;
      const moved = { ...known, skill, folder: move.to + known.folder.slice(move.from.length) };
      files.set(pathOf(moved), moved);
    }
  }
  for (const { path: file, after } of entry.files.filter(({ path }) => isSkillFile(path))) {
    const path = pathOf({ root, folder, file });
    const before = files.get(path);
    if (after === null) files.delete(path);
    else if (before === undefined && (!isObserved(root) || isInArchive(folder))) continue;
    else {
      const { sha256, mode } = after;
      // Bytes of the write path are stored anyway, and take nothing of the space for baselines.
      const storedBytes = before?.sha256 === sha256 ? before.storedBytes : 0;
      const stat = before?.sha256 === sha256 ? before.stat : null;
      files.set(path, { skill, root, folder, file, sha256, mode, stat, storedBytes });
    }
  }
}

function isKnownFile(value: unknown): value is KnownFile {
  return (
    isObject(value) &&
    [value['skill'], value['root'], value['folder'], value['file'], value['sha256']].every(isText) &&
    isCount(value['mode']) &&
    isCount(value['storedBytes']) &&
    (value['stat'] === null || isFileStat(value['stat']))
  );
}

function isFileStat(value: unknown): value is FileStat {
  return Array.isArray(value) && value.length === 4 && value.every(Number.isFinite);
}
