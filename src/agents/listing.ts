/*
 * What of each skill reaches the model: the entries of a listing, filled by the agent's budget and its rule for what
 * is cut first.
 */

import type { CutRule, Listing, ListingFacts, SkillFolder } from './agent.js';

export interface ListingEntry {
  readonly name: string;
  /** Of the SKILL.md. */
  readonly path: string;
  /** Characters of the description, with when to use it. */
  readonly description: number;
  readonly scope: SkillFolder['scope'];
  readonly useCount: number;
  /** What a setting or the skill itself says: listed as usual, without its description, or not at all. */
  readonly wanted: 'whole' | 'name-only' | 'not-listed';
}

/** cut: with a part of its description; name-only: without any; not-listed: the model does not learn of it. */
export type Listed = 'whole' | 'cut' | 'name-only' | 'not-listed';

export interface FilledListing<Entry> {
  readonly entries: readonly { readonly entry: Entry; readonly listed: Listed }[];
  /** What all entries would take. */
  readonly characters: number;
  /** Undefined where there is no limit, or none is known. */
  readonly limit: number | undefined;
}

export function fillListing<Entry extends ListingEntry>(
  listing: Listing | undefined,
  entries: readonly Entry[],
  facts: ListingFacts,
): FilledListing<Entry> {
  const most = listing?.maxDescription?.(facts) ?? Number.POSITIVE_INFINITY;
  const measured = entries.map((entry): Measured<Entry> => {
    if (entry.wanted === 'not-listed') return { entry, identity: 0, description: 0 };
    const path = listing?.listsPath ? entry.path.length : 0;
    const description = entry.wanted === 'whole' ? Math.min(entry.description, most) : 0;
    return { entry, identity: (listing?.overhead ?? 0) + entry.name.length + path, description };
  });
  const limit = listing?.budget?.(facts);
  const characters = measured.reduce((sum, { identity, description }) => sum + identity + description, 0);
  const rooms =
    limit === undefined || characters <= limit
      ? new Map<Entry, Room>()
      : roomsBy[listing?.cut ?? 'none'](measured, limit);
  return {
    entries: measured.map(({ entry, description }) => ({
      entry,
      listed: listedAs(entry, rooms.get(entry) ?? description),
    })),
    characters,
    limit,
  };
}

interface Measured<Entry> {
  readonly entry: Entry;
  /** Characters of all but the description. */
  readonly identity: number;
  readonly description: number;
}

/** Characters for the description; `none` where the whole entry is left out. */
type Room = number | 'none';
type Rooms = <Entry extends ListingEntry>(
  entries: readonly Measured<Entry>[],
  limit: number,
) => ReadonlyMap<Entry, Room>;

function listedAs({ description, wanted }: ListingEntry, room: Room): Listed {
  if (wanted === 'not-listed' || room === 'none') return 'not-listed';
  if (wanted === 'name-only') return 'name-only';
  if (room >= description) return 'whole';
  return room === 0 ? 'name-only' : 'cut';
}

/** Names stay. Of those that were used alike, the last by name goes first. */
const leastUsedFirst: Rooms = (entries, limit) => {
  const rooms = new Map(entries.map(({ entry, description }) => [entry, description as Room]));
  let over = total(entries) - limit;
  const order = entries.toSorted(
    (a, b) => a.entry.useCount - b.entry.useCount || (a.entry.name < b.entry.name ? 1 : -1),
  );
  for (const { entry, description } of order) {
    if (over <= 0) break;
    rooms.set(entry, 0);
    over -= description;
  }
  return rooms;
};

/** All descriptions get the same room, as far as they need it. */
const roundRobin: Rooms = (entries, limit) => {
  const identities = entries.reduce((sum, { identity }) => sum + identity, 0);
  if (identities > limit) return firstEntries(entries, limit);
  const level = sharedRoom(
    entries.map(({ description }) => description),
    limit - identities,
  );
  return new Map(entries.map(({ entry, description }) => [entry, Math.min(description, level)]));
};

/** In the order of the scopes, then of the names: what does not fit is left out from the end. */
const firstEntries: Rooms = (entries, limit) => {
  const rank = ['bundled', 'managed', 'project', 'user'];
  const order = entries.toSorted(
    (a, b) =>
      rank.indexOf(a.entry.scope) - rank.indexOf(b.entry.scope) || (a.entry.name < b.entry.name ? -1 : 1),
  );
  let left = limit;
  return new Map(
    order.map(({ entry, identity }) => {
      left -= identity;
      return [entry, left >= 0 ? 0 : 'none'];
    }),
  );
};

const asItIs: Rooms = (entries) => new Map(entries.map(({ entry, description }) => [entry, description]));

const roomsBy: Readonly<Record<CutRule, Rooms>> = {
  'least-used-first': leastUsedFirst,
  'round-robin': roundRobin,
  'identities-first': roundRobin,
  'per-entry': asItIs,
  none: asItIs,
};

/** The greatest length that all of these can have, where the shorter ones leave their rest to the others. */
function sharedRoom(lengths: readonly number[], room: number): number {
  let left = room;
  let level = 0;
  const sorted = lengths.toSorted((a, b) => a - b);
  for (const [at, length] of sorted.entries()) {
    const others = sorted.length - at;
    if ((length - level) * others > left) return level + Math.floor(left / others);
    left -= (length - level) * others;
    level = length;
  }
  return level;
}

function total(entries: readonly Measured<ListingEntry>[]): number {
  return entries.reduce((sum, { identity, description }) => sum + identity + description, 0);
}
