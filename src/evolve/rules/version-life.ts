/*
 * The versions that a skill had on this machine, each from the day on which it came until the skill was changed again: of a
 * skill that is written here they follow from the ledger, of one that a project has from a registry from what was
 * installed. A version that came and went on the same day cannot be judged, and belongs to the one after it.
 */

import { changesContent } from '../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { isSkillFile } from '../../skill/package-names.js';
import { dayMs } from '../../text/time.js';
import type { Sha256 } from './note/items.js';

export interface VersionLife {
  /** The id that the skill has now. */
  readonly skill: string;
  /** That id, and those it had before, unless another skill has one of them now. */
  readonly ids: readonly string[];
  /** Equal on machines on which the same content took the place of the same content. */
  readonly digest: string;
  readonly change: VersionChange;
  readonly appliedAt: number;
  readonly changedBefore: number | undefined;
  readonly endedAt: number | undefined;
}

export type VersionChange =
  /** By entries of the ledger. */
  | { readonly kind: 'written'; readonly entries: readonly string[]; readonly actions: readonly string[] }
  | { readonly kind: 'installed'; readonly from: string; readonly to: string };

/** A version of an item that one project has got. */
export interface InstalledVersion {
  readonly at: number;
  /** Distinguishes the project. */
  readonly project: string;
  readonly slug: string;
  /** Of the content; null where the item was removed from the project. */
  readonly digest: string | null;
  readonly version: string;
}

/** Oldest first. A change of the note is no version, but it ends one: the skill is not as it was. */
export function writtenVersions(entries: readonly RecordedEntry[], sha256: Sha256): readonly VersionLife[] {
  const pasts = new Map<string, Past>();
  for (const entry of entries) {
    if (entry.state !== 'committed') continue;
    const past = pastOf(pasts, entry);
    // A rename does not change the content, and a created skill takes the place of none.
    if (entry.renamedTo !== null || entry.action === 'create') continue;
    if (entry.files.some(changesContent)) past.changes.push(entry);
  }
  const lives = [...pasts.values()].flatMap((past) => {
    const ids = [...past.ids].filter((id) => (pasts.get(id) ?? past) === past);
    return livesOf(past.changes).flatMap(({ changes, ...life }) => {
      const contents = netContents(changes);
      // A day on which the note was changed too says nothing about the text alone.
      if (contents === undefined || changes.some(({ action }) => action === 'note')) return [];
      const digest = `sha256:${sha256(JSON.stringify(['written', contents]))}`;
      const actions = [...new Set(changes.map(({ action }) => action))];
      const change = { kind: 'written' as const, entries: changes.map(({ id }) => id), actions };
      return [{ ...life, skill: past.skill, ids, digest, change }];
    });
  });
  return lives.toSorted((one, other) => one.appliedAt - other.appliedAt);
}

/** Oldest first. `idsOf` gives the ids under which evidence knows the item in the project. */
export function installedVersions(
  installed: readonly InstalledVersion[],
  idsOf: (item: Pick<InstalledVersion, 'project' | 'slug'>) => readonly string[],
  sha256: Sha256,
): readonly VersionLife[] {
  const items = grouped(installed, ({ project, slug }) => `${project}:${slug}`);
  const lives = items.flatMap((item) => {
    const ids = item[0] === undefined ? [] : idsOf(item[0]);
    const [skill] = ids;
    if (skill === undefined) return [];
    return livesOf(item).flatMap(({ changes, ...life }) => {
      const [first, last] = [changes[0], changes.at(-1)];
      const before = first && item[item.indexOf(first) - 1];
      // What is installed for the first time takes the place of nothing.
      if (!before?.digest || !last?.digest || before.digest === last.digest) return [];
      const digest = `sha256:${sha256(JSON.stringify(['installed', before.digest, last.digest]))}`;
      const change = { kind: 'installed' as const, from: before.version, to: last.version };
      return [{ ...life, skill, ids, digest, change }];
    });
  });
  return lives.toSorted((one, other) => one.appliedAt - other.appliedAt);
}

interface Past {
  skill: string;
  readonly ids: Set<string>;
  readonly changes: RecordedEntry[];
}

/** A created skill has no history, even if another skill had its id before. */
function pastOf(pasts: Map<string, Past>, { action, skill, renamedTo }: RecordedEntry): Past {
  const known = action === 'create' ? undefined : pasts.get(skill);
  const past = known ?? { skill, ids: new Set(), changes: [] };
  pasts.delete(skill);
  past.skill = renamedTo ?? skill;
  past.ids.add(skill).add(past.skill);
  pasts.set(past.skill, past);
  return past;
}

/** Each file before all changes and after them; undefined where nothing is left of them, or the skill was not there. */
function netContents(changes: readonly RecordedEntry[]) {
  const net = new Map<string, { readonly before: string | null; readonly after: string | null }>();
  for (const { path, before, after } of changes.flatMap(({ files }) => files)) {
    const known = net.get(path);
    net.set(path, {
      before: known === undefined ? (before?.sha256 ?? null) : known.before,
      after: after?.sha256 ?? null,
    });
  }
  const changed = [...net].filter(([, { before, after }]) => before !== after);
  const isOther = changed.some(
    ([path, { before, after }]) => isSkillFile(path) && (before === null || after === null),
  );
  if (changed.length === 0 || isOther) return undefined;
  return changed
    .map(([path, { before, after }]) => [path, before, after])
    .toSorted(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1));
}

/** The changes of a skill, those of one day as one, each with the time of the one before and of the one after it. */
function livesOf<Change extends { readonly at: number }>(changes: readonly Change[]) {
  const days = grouped(changes, ({ at }) => Math.floor(at / dayMs));
  return days.map((day, index) => ({
    changes: day,
    appliedAt: day[0]?.at ?? 0,
    changedBefore: days[index - 1]?.at(-1)?.at,
    endedAt: days[index + 1]?.[0]?.at,
  }));
}

function grouped<Member>(
  members: readonly Member[],
  keyOf: (member: Member) => string | number,
): readonly (readonly Member[])[] {
  const groups = new Map<string | number, Member[]>();
  for (const member of members) {
    const group = groups.get(keyOf(member)) ?? [];
    groups.set(keyOf(member), group);
    group.push(member);
  }
  return [...groups.values()];
}
