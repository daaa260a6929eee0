/*
 * Stores in a temporary folder for tests, events for them, and the plainest store that keeps the same promises: a list
 * of events that is searched for every answer.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SkillMention } from '../../agents/sessions/observation.js';
import { fixedClock } from '../../system/clock.js';
import { nodeFiles } from '../../system/disk/node-disk.js';
import type { EvidenceEvent, ObservedFacts } from '../rules/event.js';
import type { Evidence } from '../rules/evidence.js';
import { mergeEvents, type Origin, patchEvent, type ReportedEvent } from '../rules/merge-event.js';
import { evidenceOf, placeOf } from '../rules/report/evidence.world.js';
import { EvidenceStore } from './evidence-store.js';
import type { Batch } from './ingest.js';
import type { PurgeSelection } from './purge.js';
import type { UsageByAgent } from './usage-counters.js';

export const hour = 3_600_000;
export const day = 24 * hour;
export const start = Date.UTC(2026, 0, 10);
export const now = start + 5 * day;

export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-evidence-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function openStore(folder: string, name = 'evidence.sqlite', at = now): Promise<EvidenceStore> {
  return EvidenceStore.open({ path: join(folder, name), files: nodeFiles, clock: fixedClock(at) });
}

export function idOf(number: number): string {
  return number.toString(16).padStart(32, '0');
}

/** With everything that a test does not care about. */
export function event(number: number, facts: Partial<EvidenceEvent> = {}): EvidenceEvent {
  return {
    id: idOf(number),
    at: start + number * 1_000,
    agent: 'claude',
    session: 's1',
    thread: '',
    turn: 1,
    kind: 'tool',
    tool: 'Bash',
    credit: undefined,
    isError: false,
    isCorrection: false,
    durationMs: undefined,
    ended: undefined,
    follows: undefined,
    model: undefined,
    tokens: undefined,
    item: undefined,
    args: '',
    result: '',
    cluster: '',
    ...facts,
  };
}

export function batch(events: readonly EvidenceEvent[], facts: Partial<Batch> = {}): Batch {
  return { source: '/one.jsonl', origin: 'transcript', events, patches: [], retracted: [], ...facts };
}

interface ReportedFact {
  readonly rank: readonly (number | string)[];
  readonly value: string | boolean;
}

function isBefore(one: ReportedFact['rank'], other: ReportedFact['rank']): boolean {
  const index = one.findIndex((value, at) => value !== other[at]);
  return index >= 0 && (one[index] ?? '') < (other[index] ?? '');
}

export class PlainStore {
  readonly #told = new Map<string, ReportedEvent & { readonly sources: ReadonlySet<string> }>();
  readonly #purged = new Set<string>();
  readonly #tallied: EvidenceEvent[] = [];
  readonly #skills = new Map<string, string>();
  readonly #facts = new Map<string, Map<string, ReportedFact>>();
  #forgottenBefore = 0;

  ingest({ source, origin, events, patches, retracted, facts = [] }: Batch): void {
    for (const event of events) {
      if (this.#purged.has(event.id) || event.at < this.#forgottenBefore) continue;
      const known = this.#told.get(event.id);
      const told = { event, origin, outcomeOrigin: origin };
      const sources = new Set([...(known?.sources ?? []), source]);
      this.#told.set(event.id, { ...(known ? mergeEvents(known, told) : told), sources });
    }
    for (const patch of patches) {
      const known = this.#told.get(patch.id);
      if (known) this.#told.set(patch.id, { ...patchEvent(known, patch, origin), sources: known.sources });
    }
    for (const id of retracted) this.#told.delete(id);
    for (const each of facts) this.#learn(each, origin);
  }

  #learn(facts: ObservedFacts, origin: Origin): void {
    const place = placeOf(facts);
    const isAnyPurged = this.#purged.size > 0 || this.#forgottenBefore > 0;
    if (isAnyPurged && !this.events().some((event) => placeOf(event) === place)) return;
    const known = this.#facts.get(place) ?? new Map<string, ReportedFact>();
    this.#facts.set(place, known);
    for (const name of ['platform', 'project', 'root', 'isHeadless'] as const) {
      if (facts[name] === undefined) continue;
      const rank = [origin === 'live' ? 1 : 0, facts.isMain ? 0 : 1, facts.at, String(facts[name])];
      const before = known.get(name);
      if (before === undefined || isBefore(rank, before.rank)) known.set(name, { rank, value: facts[name] });
    }
  }

  resolve(mention: SkillMention, skill: string): void {
    this.#skills.set(keyOf(mention), skill);
  }

  purge(selection: PurgeSelection): readonly string[] {
    const victims = [...this.#told.values()].filter((told) => this.#fits(told, selection));
    const isByTimeOnly = Object.keys(selection).every((key) => key === 'before');
    if (isByTimeOnly) this.#forgottenBefore = Math.max(this.#forgottenBefore, selection.before ?? 0);
    for (const { event } of victims) {
      this.#told.delete(event.id);
      this.#tallied.push(event);
      if (!isByTimeOnly) this.#purged.add(event.id);
    }
    const places = new Set(this.events().map(placeOf));
    for (const { event } of victims) if (!places.has(placeOf(event))) this.#facts.delete(placeOf(event));
    return victims.map(({ event }) => event.id);
  }

  events(): readonly EvidenceEvent[] {
    return [...this.#told.values()].map((told) => told.event);
  }

  evidence(): Evidence {
    const facts = [...this.#facts].map(([place, known]) => {
      const session: string = JSON.parse(place)[1];
      const values = [...known].map(([name, { value }]) => [name, value]);
      return [place, { session, ...Object.fromEntries(values) }] as const;
    });
    return evidenceOf(this.events(), (mention) => this.#skills.get(keyOf(mention)), new Map(facts));
  }

  usage(): readonly Omit<UsageByAgent, 'days'>[] {
    const found = new Map<string, Omit<UsageByAgent, 'days'>>();
    for (const { kind, tool, isError, agent, at, credit } of [...this.events(), ...this.#tallied]) {
      const skill = credit && this.#skills.get(keyOf(credit.skill));
      if (skill === undefined || isError || tool?.includes('coppice')) continue;
      const key = `${agent} ${skill}`;
      const [uses, views, patches] = ['skill-load', 'reference-read', 'skill-write'].map((counted) =>
        Number(counted === kind),
      );
      if (uses === undefined || views === undefined || patches === undefined) continue;
      if (uses + views + patches === 0) continue;
      const before = found.get(key);
      found.set(key, {
        agent,
        skill,
        useCount: (before?.useCount ?? 0) + uses,
        viewCount: (before?.viewCount ?? 0) + views,
        patchCount: (before?.patchCount ?? 0) + patches,
        lastUsedAt: Math.max(before?.lastUsedAt ?? 0, uses * at),
        lastViewedAt: Math.max(before?.lastViewedAt ?? 0, views * at),
        lastPatchedAt: Math.max(before?.lastPatchedAt ?? 0, patches * at),
      });
    }
    return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, usage]) => usage);
  }

  #fits(told: ReportedEvent & { readonly sources: ReadonlySet<string> }, selection: PurgeSelection): boolean {
    const { event, sources } = told;
    const { session, source, skill, matching, before } = selection;
    const mention = event.credit?.skill;
    const previews = [event.args, event.result, event.cluster, event.item ?? ''].map((text) =>
      text.toLowerCase(),
    );
    return (
      (session === undefined || event.session === session) &&
      (source === undefined || sources.has(source)) &&
      (skill === undefined ||
        (mention !== undefined && [mention.name, this.#skills.get(keyOf(mention))].includes(skill))) &&
      (matching === undefined || previews.some((text) => text.includes(matching.toLowerCase()))) &&
      (before === undefined || event.at < before)
    );
  }
}

function keyOf({ name, folder = '' }: SkillMention): string {
  return JSON.stringify([name, folder]);
}
