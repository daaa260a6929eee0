/*
 * Undoes an entry of the ledger, or all entries of a run. The package must still be as the entry left it: later changes
 * are kept unless the undo is forced, and even then the ledger has them. An undo is an entry like any other, and can be
 * undone.
 */

import { isJunkFile, isSkillFile, skillFileNames } from '../../skill/package-names.js';
import { parseSkill } from '../../skill/parse.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { isEqual } from '../../text/shape.js';
import { findEntries, newestEntries } from '../ledger/find-entries.js';
import type { LedgerOptions } from '../ledger/ledger-parts.js';
import { effectiveEntries } from '../rules/effective-entries.js';
import {
  changesContent,
  folderAfter,
  isBesideFiles,
  isInArchive,
  isLinkAlone,
  isStoredWhole,
  type LedgerEntry,
  nameOf,
  type SettingChange,
} from '../rules/ledger-entry.js';
import type { RecordedEntry } from '../rules/ledger-lines.js';
import { folderWords, settingWord } from '../rules/ledger-words.js';
import { pinned } from './archive.js';
import { refuseFrozen } from './author.js';
import { type Written, writtenBy } from './author-result.js';
import { factOf } from './fact-store.js';
import { findEntry, readBlob } from './ledger.js';
import { readSetting } from './setting-file.js';
import { wasMadeHere } from './settings.js';
import { type PackageWrite, type WriteOptions, writePackages } from './write.js';
import { linkIs } from './write-apply.js';
import type { CurrentPackage, PackageChange } from './write-change.js';
import { joined, linkInside, statInside } from './write-inside.js';
import type { PackageTarget, WriteDeps } from './write-target.js';

export interface UndoOptions extends Pick<WriteOptions, 'actor'> {
  /** Undoes the entry even if that overwrites later changes. */
  readonly force?: boolean;
}

/** `undoes` is the id of the entry concerned. */
export type UndoOutcome =
  | { readonly kind: 'undone'; readonly undoes: string; readonly written: Written }
  | { readonly kind: 'failed'; readonly undoes: string; readonly error: unknown };

/** Undoes an entry, by its id or the beginning of it, or a run, from its last entry to its first. */
export async function undo(
  deps: WriteDeps,
  wanted: string,
  options: UndoOptions,
): Promise<readonly UndoOutcome[]> {
  const found = findEntries(deps, [wanted]).entries;
  const ofRun = entriesInEffect(found, wanted);
  const entries = ofRun ?? [found.find(({ id }) => id === wanted) ?? findEntry(deps, wanted)];
  // Read when the first plan is made: by then interrupted entries have been settled.
  let settled: ReadonlyMap<string, RecordedEntry> | undefined;
  const writes = entries.map((entry): PackageWrite => {
    const besideFiles = isBesideFiles(entry);
    const plan = (current: CurrentPackage) => {
      settled ??= relatedEntries(deps, entries);
      const now = settled.get(entry.id) ?? entry;
      refusePinned(deps, now, current, options);
      return planUndo(deps, settled, now, current, options.force ?? false);
    };
    return { target: targetOf(entry), plan, besideFiles };
  });
  const run = ofRun && deps.ids.next();
  const outcomes = await writePackages(deps, writes, { actor: options.actor, run });
  return entries.map((entry, index) => {
    const outcome = outcomes[index];
    const undoes = entry.id;
    if (outcome?.kind === 'committed') {
      return { kind: 'undone', undoes, written: writtenBy(targetOf(entry), outcome.entry) };
    }
    if (outcome?.kind === 'failed') return { kind: 'failed', undoes, error: outcome.error };
    throw new CoppiceError('internal', `the undo of ${undoes} has no outcome`);
  });
}

/** The entries as they are now, with all others of their packages and of settings; by their ids, oldest first. */
function relatedEntries(
  deps: WriteDeps,
  entries: readonly LedgerEntry[],
): ReadonlyMap<string, RecordedEntry> {
  const words = entries.flatMap((entry) => [
    entry.id,
    ...folderWords(entry),
    ...(entry.setting === undefined ? [] : [settingWord]),
  ]);
  return new Map(findEntries(deps, words).entries.map((recorded) => [recorded.id, recorded]));
}

/** What an undo without an entry takes back. */
export interface LastChange {
  /** The id of the run, or of the only entry. */
  readonly wanted: string;
  /** Newest first. */
  readonly entries: readonly RecordedEntry[];
}

/** The newest entry or run that is not itself an undo, was not undone, and whose content was stored. */
export function lastChange(
  ledger: LedgerOptions,
  isSelected: (entry: LedgerEntry) => boolean,
): LastChange | undefined {
  const lastOf = (entries: readonly RecordedEntry[]) =>
    effectiveEntries(entries).find(
      (entry) =>
        entry.state === 'committed' && entry.undoes === null && isStoredWhole(entry) && isSelected(entry),
    );
  const last = lastOf(newestEntries(ledger, (entries) => lastOf(entries) !== undefined));
  if (last === undefined) return undefined;
  const { id, run } = last;
  return run === null
    ? { wanted: id, entries: [last] }
    : { wanted: run, entries: entriesInEffect(findEntries(ledger, [run]).entries, run) ?? [last] };
}

/** The entries of a run that were neither rolled back nor undone, newest first; undefined when there is no such run. */
function entriesInEffect(
  entries: readonly RecordedEntry[],
  run: string,
): readonly RecordedEntry[] | undefined {
  if (!entries.some((entry) => entry.run === run)) return undefined;
  return effectiveEntries(entries).filter((entry) => entry.run === run);
}

/** Pins apply to an undo too: it must not remove or archive a pinned skill, and an agent must not edit a frozen one. */
function refusePinned(
  { usage }: WriteDeps,
  entry: LedgerEntry,
  current: CurrentPackage,
  { actor }: UndoOptions,
): void {
  const target = targetOf(entry);
  if (actor === 'agent' && isBesideFiles(entry)) {
    throw new CoppiceError('pinned', `only a person undoes the ${entry.action} of ${target.id}`, {
      hint: `a person can run: coppice undo ${entry.id}`,
    });
  }
  if (isBesideFiles(entry) || isLinkAlone(entry)) return;
  const set = usage?.get(target.id)?.pinLevel ?? 'none';
  refuseFrozen(target, { actor, pin: set });
  const file = skillFileNames.map((name) => current.read(name)).find((found) => found !== undefined);
  const isPinned = set !== 'none' || (file !== undefined && parseSkill(file.bytes).fields.pinned);
  if (isPinned && (isCreation(entry) || (entry.move !== null && isInArchive(entry.move.from))))
    throw pinned(target);
}

function planUndo(
  deps: WriteDeps,
  settled: ReadonlyMap<string, RecordedEntry>,
  entry: RecordedEntry,
  current: CurrentPackage,
  force: boolean,
): PackageChange {
  if (entry.state !== 'committed') {
    throw new CoppiceError('bad-value', `entry ${entry.id} is ${entry.state}, so there is nothing to undo`, {
      hint: 'only committed entries can be undone; see coppice history',
    });
  }
  refuseUnstored(entry);
  const change = changeSince(deps, entry, current);
  if (change !== undefined && !(force && change.canBeForced)) {
    const later = laterEntries([...settled.values()], entry);
    const first = later.length === 0 ? '' : `first undo the later entries (${later.join(', ')})`;
    const forced = change.canBeForced
      ? 'undo it anyway with --force; the ledger keeps the current content'
      : '';
    throw new CoppiceError('changed-since', `${entry.id} cannot be undone: ${change.what}`, {
      hint: [first, forced].filter((part) => part !== '').join(', or ') || 'check what is there now',
    });
  }
  return {
    action: 'undo',
    ...inverseBeside(deps, settled, entry),
    files: entry.files
      .filter(changesContent)
      .map(({ path, before }) =>
        before === null
          ? { path, bytes: null }
          : { path, bytes: readBlob(deps, before.sha256), mode: before.mode },
      ),
    emptiedFolders: entry.madeFolders,
    undoes: entry.id,
    ...(entry.move !== null && { moveTo: entry.move.from }),
    ...(entry.link && { link: { ...entry.link, before: entry.link.after, after: entry.link.before } }),
    ...(entry.renamedTo !== null && { renamedTo: entry.skill }),
  };
}

function refuseUnstored(entry: LedgerEntry): void {
  if (isStoredWhole(entry)) return;
  throw new CoppiceError(
    'not-stored',
    `${entry.id} cannot be undone: the content seems to contain a secret, so it was not stored`,
    {
      hint: 'change the file by hand, and keep the secret out of it; coppice history lists earlier changes, which coppice undo ENTRY undoes',
    },
  );
}

/** Back from the value of now, which a forced undo may find to be another one than the entry left. */
function inverseBeside(
  deps: WriteDeps,
  settled: ReadonlyMap<string, RecordedEntry>,
  { fact, setting, ...entry }: LedgerEntry,
): Pick<PackageChange, 'fact' | 'setting'> {
  return {
    ...(fact && {
      fact: { ...fact, before: factOf(deps, targetOf(entry).id, fact.key), after: fact.before },
    }),
    ...(setting && { setting: inverseSetting(settled.values(), setting) }),
  };
}

/** The key that made a file may be taken out before the others in it, so the last one that goes takes the file along. */
function inverseSetting(entries: Iterable<LedgerEntry>, setting: SettingChange): SettingChange {
  const { before, after, createdFile = false } = setting;
  const isOwnFile = createdFile || (before === null && wasMadeHere(entries, setting.file));
  return { ...setting, before: after, after: before, ...(isOwnFile && { createdFile: true }) };
}

interface ChangeSince {
  readonly what: string;
  readonly canBeForced: boolean;
}

/** What is no longer as the entry left it. */
function changeSince(deps: WriteDeps, entry: LedgerEntry, current: CurrentPackage): ChangeSince | undefined {
  if (isBesideFiles(entry)) return changeBeside(deps, entry);
  const { files } = deps;
  const { root, folder } = current.location;
  if (isLinkAlone(entry) && entry.link !== undefined) {
    const { path, after } = entry.link;
    const what = `${entry.root}/${path} has changed since`;
    return linkIs(files, entry.root, path, after) ? undefined : { what, canBeForced: false };
  }
  const removesSkill = entry.files.some(({ path, after }) => isSkillFile(path) && after === null);
  const isGone = !removesSkill && statInside(files, root, folder) === undefined;
  if (root !== entry.root || isGone) {
    return { what: `the skill is no longer at ${entry.root}/${folderAfter(entry)}`, canBeForced: false };
  }
  const changed = entry.files.find(
    ({ path, after }) => (current.read(path)?.sha256 ?? null) !== (after?.sha256 ?? null),
  );
  if (changed !== undefined) return { what: `${changed.path} has changed since`, canBeForced: true };
  const { link } = entry;
  if (link !== undefined && link.after !== null && linkInside(files, root, link.path) !== link.after)
    return { what: `the link ${root}/${link.path} has changed since`, canBeForced: false };
  const added = isCreation(entry) ? otherFile(files, `${root}/${folder}`, entry) : undefined;
  return added === undefined ? undefined : { what: `${added} has been added since`, canBeForced: true };
}

/** A setting that somebody else changed is theirs now, and stays even if the undo is forced. */
function changeBeside(deps: WriteDeps, entry: LedgerEntry): ChangeSince | undefined {
  const { fact, setting } = entry;
  if (fact !== undefined && !isEqual(factOf(deps, targetOf(entry).id, fact.key), fact.after)) {
    return { what: `the fact "${fact.key}" has changed since`, canBeForced: true };
  }
  if (setting !== undefined && !isEqual(readSetting(deps.files, setting).value, setting.after)) {
    const what = `the setting ${setting.keyPath.join('.')} in ${setting.file} has changed since`;
    return { what, canBeForced: false };
  }
  return undefined;
}

function isCreation({ files }: LedgerEntry): boolean {
  return files.some(({ path, before }) => isSkillFile(path) && before === null);
}

/** A file of the package that is not in the entry. */
function otherFile(files: Files, folder: string, entry: LedgerEntry): string | undefined {
  const known = new Set(entry.files.map(({ path }) => path));
  const search = (path: string): string | undefined => {
    for (const { name, kind } of files.list(path === '' ? folder : `${folder}/${path}`) ?? []) {
      const below = joined(path, name);
      if (isJunkFile(below) || known.has(below)) continue;
      const found = kind === 'folder' ? search(below) : below;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search('');
}

/** At most three of the entries that changed the same package after this one. */
function laterEntries(entries: readonly RecordedEntry[], entry: LedgerEntry): readonly string[] {
  const start = entries.findIndex(({ id }) => id === entry.id) + 1;
  return entries
    .slice(start)
    .filter(
      (later) =>
        later.state === 'committed' &&
        !isBesideFiles(later) &&
        later.root === entry.root &&
        later.folder === folderAfter(entry),
    )
    .slice(-3)
    .map(({ id }) => id)
    .toReversed();
}

/** The package as the entry left it. */
function targetOf(entry: LedgerEntry): PackageTarget {
  const id = entry.renamedTo ?? entry.skill;
  const root = { label: id.slice(0, id.indexOf(':')), path: entry.root };
  return { id, name: nameOf(id), root, folder: `${entry.root}/${folderAfter(entry)}` };
}
