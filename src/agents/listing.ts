/*
 * How much of each skill reaches the model: the entries of a listing, cut to the agent's budget by the agent's rule.
 */

import type { CutRule, Listing, ListingFacts, SkillFolder } from './agent.js';

export interface ListingEntry {
  readonly name: string;
  /** The path of the SKILL.md. */
  readonly path: string;
  /** The characters of the description and of when to use the skill. */
  readonly description: number;
  readonly scope: SkillFolder['scope'];
  readonly useCount: number;
  /** What a setting or the skill itself asks for, before any limit applies. */
  readonly wanted: 'whole' | 'name-only' | 'not-listed';
}

/** cut: with a part of the description; name-only: without a description; not-listed: not shown to the model. */
export type Listed = 'whole' | 'cut' | 'name-only' | 'not-listed';

export interface FilledListing<Entry> {
  readonly entries: readonly FilledEntry<Entry>[];
  /** The characters of all entries before cutting. */
  readonly characters: number;
  /** Undefined where there is no limit, or none is known. */
  readonly limit: number | undefined;
}

interface FilledEntry<Entry> {
  readonly entry: Entry;
  readonly listed: Listed;
  /** What the entry needs before cutting; 0 where it is not to be listed. */
  readonly characters: number;
  /** The part of them that is the description. */
  readonly ofDescription: number;
  /** The characters of the description that are left after cutting. */
  readonly shownOfDescription: number;
}

/** The estimate that the agents themselves use for their budgets. */
export const charactersPerToken = 4;

export function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}

export function fillListing<Entry extends ListingEntry>(
  listing: Listing | undefined,
  entries: readonly Entry[],
  facts: ListingFacts,
): FilledListing<Entry> {
  const maxDescription = listing?.maxDescription?.(facts) ?? Number.POSITIVE_INFINITY;
  const measured = entries.map((entry): Measured<Entry> => {
    if (entry.wanted === 'not-listed') return { entry, identity: 0, description: 0 };
    const path = listing?.listsPath ? entry.path.length : 0;
    const description = entry.wanted === 'whole' ? Math.min(entry.description, maxDescription) : 0;
    return { entry, identity: (listing?.overhead ?? 0) + entry.name.length + path, description };
  });
  const limit = listing?.budget?.(facts);
  const characters = measured.reduce((sum, { identity, description }) => sum + identity + description, 0);
  const allowances =
    limit === undefined || characters <= limit
      ? new Map<Entry, Allowance>()
      : cutRules[listing?.cut ?? 'none'](measured, limit);
  return {
    entries: measured.map(({ entry, identity, description }) => {
      const allowance = allowances.get(entry) ?? description;
      return {
        entry,
        listed: listedAs(entry, allowance),
        characters: identity + description,
        ofDescription: description,
        shownOfDescription: allowance === 'none' ? 0 : Math.min(allowance, description),
      };
    }),
    characters,
    limit,
  };
}

interface Measured<Entry> {
  readonly entry: Entry;
  /** The characters of everything but the description. */
  readonly identity: number;
  readonly description: number;
}

/** The characters that are left for a description; `none` where the whole entry is left out. */
type Allowance = number | 'none';
type AllowanceRule = <Entry extends ListingEntry>(
  entries: readonly Measured<Entry>[],
  limit: number,
) => ReadonlyMap<Entry, Allowance>;

function listedAs({ description, wanted }: ListingEntry, allowance: Allowance): Listed {
  if (wanted === 'not-listed' || allowance === 'none') return 'not-listed';
  if (wanted === 'name-only') return 'name-only';
  if (allowance >= description) return 'whole';
  return allowance === 0 ? 'name-only' : 'cut';
}

/** Names stay. Of skills that were used equally often, the last by name loses its description first. */
const leastUsedFirst: AllowanceRule = (entries, limit) => {
  const allowances = new Map(entries.map(({ entry, description }) => [entry, description as Allowance]));
  let excess = total(entries) - limit;
  const order = entries.toSorted(
    (a, b) => a.entry.useCount - b.entry.useCount || (a.entry.name < b.entry.name ? 1 : -1),
  );
  for (const { entry, description } of order) {
    if (excess <= 0) break;
    allowances.set(entry, 0);
    excess -= description;
  }
  return allowances;
};

/** All descriptions get the same number of characters, as far as they need it. */
const roundRobin: AllowanceRule = (entries, limit) => {
  const identities = entries.reduce((sum, { identity }) => sum + identity, 0);
  if (identities > limit) return firstEntries(entries, limit);
  const share = equalShare(
    entries.map(({ description }) => description),
    limit - identities,
  );
  return new Map(entries.map(({ entry, description }) => [entry, Math.min(description, share)]));
};

/** Entries are ordered by scope, then by name; those at the end that do not fit are left out. */
const firstEntries: AllowanceRule = (entries, limit) => {
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

const uncut: AllowanceRule = (entries) =>
  new Map(entries.map(({ entry, description }) => [entry, description]));

const cutRules: Readonly<Record<CutRule, AllowanceRule>> = {
  'least-used-first': leastUsedFirst,
  'round-robin': roundRobin,
  'identities-first': roundRobin,
  'per-entry': uncut,
  none: uncut,
};

/**
 * The largest length that every text can have within the total; what the shorter ones do not use goes to the others.
 */
function equalShare(lengths: readonly number[], available: number): number {
  let left = available;
  let share = 0;
  const sorted = lengths.toSorted((a, b) => a - b);
  for (const [at, length] of sorted.entries()) {
    const others = sorted.length - at;
    if ((length - share) * others > left) return share + Math.floor(left / others);
    left -= (length - share) * others;
    share = length;
  }
  return share;
}

function total(entries: readonly Measured<ListingEntry>[]): number {
  return entries.reduce((sum, { identity, description }) => sum + identity + description, 0);
}
