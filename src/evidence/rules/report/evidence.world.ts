/*
 * Evidence in memory for tests: the plainest reading of the port, over a list of events. Every answer is worked out
 * from all of them each time.
 */

import type { SkillMention } from '../../../agents/sessions/observation.js';
import { dayMs } from '../../../text/time.js';
import { compareText } from '../../../text/utf8.js';
import { deriveEpisodes } from '../episodes/derive-episodes.js';
import type { Episode } from '../episodes/episode.js';
import { type EvidenceEvent, isEvidence, type ObservedFacts } from '../event.js';
import type { DayOutcome, ErrorCluster, Evidence, EvidenceRow, SkillEvidence, Window } from '../evidence.js';
import { byUses, noEpisodes, noEvidence } from '../evidence.js';
import { recurringFailures } from '../fixes/count/recurring.js';

export interface GivenEvent extends Partial<Omit<EvidenceEvent, 'credit'>> {
  /** The skill it is credited to; during which load is found out. */
  readonly skill?: string;
  readonly reason?: NonNullable<EvidenceEvent['credit']>['reason'];
}

/** Events in their order, with everything that a test does not care about. */
export function happened(given: readonly GivenEvent[]): readonly EvidenceEvent[] {
  const loads = new Map<string, string>();
  return given.map(({ skill, reason, ...facts }, index) => {
    const kind = facts.kind ?? 'tool';
    const event: EvidenceEvent = {
      id: index.toString(16).padStart(32, '0'),
      at: index,
      agent: 'claude',
      session: 's1',
      thread: '',
      turn: 1,
      kind,
      tool: toolOf[kind],
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
    if (skill === undefined) return event;
    const place = JSON.stringify([event.agent, event.session, event.thread, skill]);
    if (kind === 'skill-load') loads.set(place, event.id);
    const why = reason ?? (kind === 'skill-load' ? 'named' : 'active-span');
    return { ...event, credit: { skill: { name: skill }, reason: why, weight: 1, load: loads.get(place) } };
  });
}

const toolOf = {
  'skill-load': 'Skill',
  tool: 'Bash',
  turn: undefined,
  'reference-read': 'Read',
  'script-run': 'Bash',
  'skill-write': 'Write',
  'session-end': undefined,
  interruption: undefined,
  command: undefined,
} as const;

/** By default, a name with a colon is the id of an installed skill. */
export function evidenceOf(
  events: readonly EvidenceEvent[],
  idOf: (mention: SkillMention) => string | undefined = ({ name }) => (name.includes(':') ? name : undefined),
  facts: GivenFacts = new Map(),
): Evidence {
  const skillOf = ({ credit }: EvidenceEvent) =>
    credit === undefined ? null : (idOf(credit.skill) ?? credit.skill.name);
  const within = ({ from, to }: Window, skill?: string) =>
    events
      .filter(({ at }) => at >= from && at < to)
      .filter((event) => skill === undefined || skillOf(event) === skill);
  const newestFirst = (found: readonly EvidenceEvent[]) =>
    found.toSorted((a, b) => b.at - a.at || compareText(b.id, a.id));
  const allEpisodes = episodesOf(events, facts).map((episode) => ({
    ...episode,
    skill: { ...episode.skill, name: idOf(episode.skill) ?? episode.skill.name },
  }));
  const episodesIn = ({ from, to }: Window, skill?: string) =>
    allEpisodes
      .filter(({ startedAt }) => startedAt >= from && startedAt < to)
      .filter((episode) => skill === undefined || episode.skill.name === skill)
      .sort((a, b) => b.startedAt - a.startedAt || compareText(b.id, a.id));

  const row = (event: EvidenceEvent): EvidenceRow => ({
    id: event.id,
    at: event.at,
    agent: event.agent,
    session: event.session,
    kind: event.kind,
    tool: event.tool ?? null,
    skill: skillOf(event),
    reason: event.credit?.reason ?? null,
    weight: event.credit?.weight ?? 0,
    isError: isFailure(event),
    isCorrection: event.isCorrection,
    args: event.args,
    result: event.result,
    cluster: event.cluster,
  });

  const skillEvidence = (window: Window, id: string, credited: readonly EvidenceEvent[]): SkillEvidence => {
    return {
      id,
      isResolved: credited.some(({ credit }) => credit && idOf(credit.skill) !== undefined),
      events: credited.filter(isEvidence).length,
      loads: credited.filter(isLoad).length,
      ...countsOf(episodesIn(window, id)),
      lastUsedAt: lastUseOf(credited),
      agents: [...new Set(credited.filter(isEvidence).map(({ agent }) => agent))].sort(),
    };
  };

  const cluster = (message: string, found: readonly EvidenceEvent[]): ErrorCluster => ({
    message,
    count: found.length,
    skills: [...new Set(found.flatMap((event) => skillOf(event) ?? []))].sort(),
    tools: [...new Set(found.flatMap(({ tool }) => tool ?? []))].sort(),
    lastAt: Math.max(...found.map(({ at }) => at)),
    example: newestFirst(found)[0]?.result ?? '',
  });

  return {
    summary: (window, skill) => {
      const found = within(window, skill);
      return {
        toolEvents: found.filter(({ tool }) => tool !== undefined).length,
        skillEvents: found.filter(({ kind }) => skillKinds.has(kind)).length,
        errorEvents: found.filter(isFailure).length,
        turns: found.filter(({ kind }) => kind === 'turn').length,
        sessions: new Set(found.map(({ agent, session }) => JSON.stringify([agent, session]))).size,
      };
    },
    skills: (window, skill) =>
      [...grouped(within(window, skill), skillOf)]
        .flatMap(([id, credited]) => (id === null ? [] : [skillEvidence(window, id, credited)]))
        .filter((each) => each.events > 0)
        .sort((a, b) => b.events - a.events || b.errors - a.errors || compareText(a.id, b.id)),
    tools: (window, skill) =>
      [...grouped(within(window, skill), ({ tool }) => tool)]
        .flatMap(([tool, found]) =>
          tool === undefined ? [] : [{ tool, events: found.length, errors: found.filter(isFailure).length }],
        )
        .sort((a, b) => b.events - a.events || b.errors - a.errors || compareText(a.tool, b.tool)),
    items: (window) =>
      [
        ...grouped(
          within(window).filter(({ item, ended, ...event }) => {
            return item !== undefined && ended !== 'refused' && event.isError !== true;
          }),
          ({ item, kind, agent }) => JSON.stringify([kind === 'command', item, agent]),
        ).values(),
      ]
        .flatMap((found) =>
          found.slice(0, 1).map(({ item = '', kind, agent }) => ({
            kind: kind === 'command' ? ('command' as const) : ('agent' as const),
            name: item,
            agent,
            uses: found.length,
            lastUsedAt: Math.max(...found.map(({ at }) => at)),
          })),
        )
        .sort(byUses),
    days: (window, skill) =>
      noEvidence.days(window).map(({ day }) => {
        const found = within(window, skill).filter(({ at }) => new Date(at).toISOString().startsWith(day));
        return {
          day,
          loads: found.filter(isLoad).length,
          tools: found.filter(({ tool }) => tool !== undefined).length,
          errors: found.filter(isFailure).length,
        };
      }),
    purgedAny: () => false,
    clusters: (window, { skill, limit } = {}) =>
      [...grouped(within(window, skill).filter(isFailure), (event) => event.cluster)]
        .filter(([message]) => message !== '')
        .map(([message, found]) => cluster(message, found))
        .sort((a, b) => b.count - a.count || b.lastAt - a.lastAt || compareText(a.message, b.message))
        .slice(0, limit),
    recent: (window, { skill, limit } = {}) => newestFirst(within(window, skill)).slice(0, limit).map(row),
    evidenceFor: (skill, window, limit) =>
      newestFirst(within(window, skill).filter(isEvidence)).slice(0, limit).map(row),
    episodes: (window, { skill, limit } = {}) => episodesIn(window, skill).slice(0, limit),
    failures: (window, { skill, limit } = {}) =>
      recurringFailures(
        episodesIn(window, skill)
          .filter(({ failures }) => failures.length > 0)
          .reverse()
          .map(({ session, skill: { name }, failures }) => ({ session, skill: name, failures })),
      ).slice(0, limit),
    corrections: (window, { skill, limit } = {}) =>
      episodesIn(window, skill)
        .flatMap(({ corrections, agent, session, skill: { name } }) =>
          corrections.map((each) => ({ ...each, skill: name, agent, session })),
        )
        .slice(0, limit),
    outcomes: (window) => outcomesOf(episodesIn(window)),
    models: (window, skill) =>
      [...grouped(episodesIn(window, skill), ({ model = null }) => model)]
        .map(([model, episodes]) => ({ model, ...countsOf(episodes), tokens: tokensOf(episodes) }))
        .sort((a, b) => totalOf(b) - totalOf(a) || compareText(a.model ?? '', b.model ?? '')),
  };
}

/** The plainest reading of `Evidence.outcomes`. */
export function outcomesOf(episodes: readonly Episode[]): readonly DayOutcome[] {
  const byDay = grouped(episodes, ({ skill, agent, startedAt }) =>
    JSON.stringify([skill.name, agent, Math.floor(startedAt / dayMs)]),
  );
  return [...byDay].map(([key, found]) => {
    const [skill, agent, day] = JSON.parse(key);
    const bad = found.filter(({ result }) => result === 'failed' || result === 'corrected').length;
    return { skill, agent, day, loads: found.length, bad };
  });
}

function countsOf(episodes: readonly Episode[]): Pick<SkillEvidence, 'episodes' | 'errors' | 'corrections'> {
  const results = { ...noEpisodes };
  for (const { result } of episodes) results[result] += 1;
  return {
    episodes: results,
    errors: sumOf(episodes.map(({ counts }) => counts.failed)),
    corrections: sumOf(episodes.map(({ corrections }) => corrections.length)),
  };
}

function tokensOf(episodes: readonly Episode[]): number | null {
  const known = episodes.flatMap(({ tokens }) => tokens ?? []);
  return known.length === 0 ? null : sumOf(known);
}

function totalOf({ episodes }: Pick<SkillEvidence, 'episodes'>): number {
  return sumOf(Object.values(episodes));
}

/** What is known about sessions besides their events, by `placeOf` the session. */
export type GivenFacts = ReadonlyMap<string, Partial<ObservedFacts>>;

export function placeOf({ agent, session }: Pick<EvidenceEvent, 'agent' | 'session'>): string {
  return JSON.stringify([agent, session]);
}

/** A session with a root belongs to it; in tests, roots have no roots. */
function episodesOf(events: readonly EvidenceEvent[], facts: GivenFacts): readonly Episode[] {
  const rootOf = ({ agent, session }: Pick<EvidenceEvent, 'agent' | 'session'>) => {
    const root = facts.get(placeOf({ agent, session }))?.root;
    return root === undefined ? { agent, session } : { agent, session: root };
  };
  return [...grouped(events, (event) => placeOf(rootOf(event))).values()].flatMap((family) => {
    const [first] = family;
    if (first === undefined) return [];
    const root = rootOf(first);
    const { agent } = root;
    const others = [...facts].flatMap(([place, { root: from, session = '' }]) =>
      from === root.session && place === placeOf({ agent, session }) ? [session] : [],
    );
    const known = [root.session, ...others.sort()].flatMap(
      (session) => facts.get(placeOf({ agent, session })) ?? [],
    );
    return deriveEpisodes(family, {
      id: root.session,
      platform: known.find(({ platform }) => platform !== undefined)?.platform,
      project: known.find(({ project }) => project !== undefined)?.project,
      headless: new Set(known.flatMap(({ isHeadless, session = '' }) => (isHeadless ? [session] : []))),
    });
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

const skillKinds = new Set(['skill-load', 'reference-read', 'script-run', 'skill-write']);

/** One that failed put no skill before the agent. */
function isLoad({ kind, isError }: EvidenceEvent): boolean {
  return kind === 'skill-load' && isError !== true;
}

function isFailure({ isError }: EvidenceEvent): boolean {
  return isError === true;
}

function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** The latest load, or else the latest evidence. */
function lastUseOf(credited: readonly EvidenceEvent[]): number {
  const uses = credited.filter(
    ({ kind, isError, tool }) =>
      kind === 'skill-load' && isError !== true && !tool?.toLowerCase().includes('coppice'),
  );
  return Math.max(0, ...(uses.length > 0 ? uses : credited.filter(isEvidence)).map(({ at }) => at));
}
