/*
 * How use on this machine becomes counts that a registry can be reported: per item and UTC day, so that telling it twice changes
 * nothing, since of what a project reports of an item and a day the registry takes the highest count.
 *
 * A usage record knows how often a skill was used in all, and when last; its counts by day mix uses with views and edits. So
 * what is reported is how many uses there are more than at the last sharing, on the day of the last one. What was used before an
 * item was first met here is not reported: it may have been another skill of that name.
 */

import type { UsageEventInput } from '../../registry/api/routes/usage.js';
import { dayMs, utcDay } from '../../text/time.js';
import type { Lock } from './lock.js';
import type { ItemName } from './manifest.js';
import type { Consent } from './telemetry-consent.js';

/** What is remembered of a project. */
export interface ProjectSharing {
  /** The one that was reported; another is a new beginning. */
  readonly registry: string;
  /** The last day on which something was reported, or found not to be needed. */
  readonly sharedOn: string;
  /** By slug; skills alone have records of use. */
  readonly items: Readonly<Record<string, ItemSharing>>;
}

export interface ItemSharing {
  /** The uses that `days` or an earlier sharing account for. */
  readonly counted: number;
  /** How many were reported of each day, as long as the registry takes more. */
  readonly days: Readonly<Record<string, number>>;
  /** The days of which the registry has not said that it knows. */
  readonly open: readonly string[];
}

export interface LocalUse {
  readonly slug: string;
  /** In all. */
  readonly useCount: number;
  /** Milliseconds since the epoch; 0 for never. */
  readonly lastUsedAt: number;
}

interface DayOfUse {
  readonly slug: string;
  readonly day: string;
  readonly count: number;
}

/** What is new since the last sharing. Items that are gone are forgotten. */
export function shareUse(
  before: ProjectSharing | undefined,
  uses: readonly LocalUse[],
  { registry, now }: { readonly registry: string; readonly now: number },
): { readonly after: ProjectSharing; readonly reported: readonly DayOfUse[] } {
  const known = before?.registry === registry ? before.items : {};
  const knownOf = (slug: string) => (Object.hasOwn(known, slug) ? known[slug] : undefined);
  const items = uses.map((use) => [use.slug, shareItem(knownOf(use.slug), use, now)] as const);
  const reported = items.flatMap(([slug, { days, open }]) =>
    open.map((day) => ({ slug, day, count: Math.min(days[day] ?? 0, maxPerDay) })),
  );
  return { after: { registry, sharedOn: utcDay(now), items: Object.fromEntries(items) }, reported };
}

/** The registry has taken all that was reported, or that of some days. */
export function acknowledged(
  sharing: ProjectSharing,
  isReported: (day: string) => boolean = () => true,
): ProjectSharing {
  const items = Object.entries(sharing.items).map(([slug, item]) => [
    slug,
    { ...item, open: item.open.filter((day) => !isReported(day)) },
  ]);
  return { ...sharing, items: Object.fromEntries(items) };
}

/** With items that are new, from whose use on is counted; all else stays for the next sharing. */
export function withNewItems(sharing: ProjectSharing, uses: readonly LocalUse[]): ProjectSharing {
  const fresh = uses.filter(({ slug }) => !Object.hasOwn(sharing.items, slug));
  const items = fresh.map(({ slug, useCount }) => [slug, firstMet(useCount)]);
  return { ...sharing, items: { ...sharing.items, ...Object.fromEntries(items) } };
}

export function isShareDue(sharing: ProjectSharing | undefined, registry: string, now: number): boolean {
  return sharing?.registry !== registry || sharing.sharedOn !== utcDay(now);
}

function shareItem(before: ItemSharing | undefined, use: LocalUse, now: number): ItemSharing {
  if (before === undefined) return firstMet(use.useCount);
  const firstDay = utcDay(now - maxDelayDays * dayMs);
  const isTaken = (day: string) => day >= firstDay && day <= utcDay(now);
  const more = use.useCount - before.counted;
  const day = utcDay(Math.min(use.lastUsedAt, now));
  const { days: known, open: reported } = withoutFuture(before, utcDay(now));
  const days = { ...known, ...(more > 0 && { [day]: (known[day] ?? 0) + more }) };
  const open = new Set([...reported, ...(more > 0 ? [day] : [])]);
  return {
    counted: use.useCount,
    days: Object.fromEntries(Object.entries(days).filter(([one]) => isTaken(one))),
    open: [...open].filter(isTaken),
  };
}

/** The clock may have run ahead and been set right: what nobody took of days that are yet to come is of today. */
function withoutFuture({ days, open }: ItemSharing, today: string): Pick<ItemSharing, 'days' | 'open'> {
  const ahead = open.filter((day) => day > today);
  if (ahead.length === 0) return { days, open };
  const count = ahead.reduce((total, day) => total + (days[day] ?? 0), days[today] ?? 0);
  return { days: { ...days, [today]: count }, open: [...open.filter((day) => day <= today), today] };
}

function firstMet(counted: number): ItemSharing {
  return { counted, days: {}, open: [] };
}

/** A day less than the registry allows, whose clock may be ahead. */
const maxDelayDays = 30;
/** In one event, for the registry. */
const maxPerDay = 100_000;

/** Of what comes from the registry; all else is none of its business. */
export function installEvents(
  items: readonly ItemName[],
  { nodes }: Lock,
  projectHash: string,
): readonly UsageEventInput[] {
  const known = items.filter(({ kind, slug }) =>
    nodes.some((node) => node.kind === kind && node.slug === slug && node.origin.from === 'registry'),
  );
  return known.map(({ kind, slug }) => ({
    skill_id: slug,
    kind,
    event: 'install',
    project_hash: projectHash,
    count: 1,
  }));
}

/** What a registry is reported, as it is sent: all there is to telemetry is in these fields. */
export function useEvents(reported: readonly DayOfUse[], projectHash: string): readonly UsageEventInput[] {
  return reported.map(({ slug, day, count }) => ({
    skill_id: slug,
    kind: 'skill',
    event: 'use',
    project_hash: projectHash,
    count,
    day,
  }));
}

interface TelemetryFacts {
  readonly consent: Consent;
  readonly lock: Lock;
  readonly projectHash: string;
  readonly sharing: ProjectSharing | undefined;
  readonly uses: readonly LocalUse[];
  readonly now: number;
}

export interface TelemetryPreview {
  readonly offBy: string | undefined;
  /** If all that is locked were installed now. */
  readonly installs: readonly UsageEventInput[];
  /** With the next sharing. */
  readonly use: readonly UsageEventInput[];
}

/** Exactly what the registry would get. */
export function telemetryPreview(facts: TelemetryFacts): TelemetryPreview {
  const { consent, lock, projectHash, sharing, uses, now } = facts;
  const { reported } = shareUse(sharing, uses, { registry: registryKey(lock), now });
  return {
    offBy: consent.offBy,
    installs: consent.installs ? installEvents(lock.nodes, lock, projectHash) : [],
    use: consent.use ? useEvents(reported, projectHash) : [],
  };
}

/** Distinguishes the registries in what is stored. */
export function registryKey({ registry }: Lock): string {
  return `${registry?.url} ${registry?.tenant}`;
}
