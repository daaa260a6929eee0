/*
 * Derives the episodes of a session from its events. An episode begins at a load, and ends at the next task of the user, at
 * the load of another skill in the same thread, at the end of the session, or after a long pause. Agreement, answers,
 * corrections and a load that is only a reference do not end it.
 */

import { compareText } from '../../../text/utf8.js';
import { isFileReader, isShell } from '../attempts/tool-arguments.js';
import type { EvidenceEvent, Precedent } from '../event.js';
import { bareName, endsWithQuestion, isReferenceLoad, maxPauseMs } from '../interpret/conversation.js';
import { userMessage } from '../messages/user-message.js';
import type { Episode, RootSession } from './episode.js';
import type { EpisodeStory } from './episode-story.js';
import { Span } from './span.js';

/** Takes the events of a session and of its forks and subagents, in any order. Oldest first. */
export function deriveEpisodes(events: readonly EvidenceEvent[], root: RootSession): readonly Episode[] {
  const walk = new Walk(root);
  for (const event of events.toSorted(inOrder)) walk.take(event);
  return walk.spans.map((span) => span.episode());
}

/** One of these episodes with its steps; undefined where none has this id. */
export function deriveStory(
  events: readonly EvidenceEvent[],
  root: RootSession,
  id: string,
): EpisodeStory | undefined {
  const walk = new Walk(root, id);
  for (const event of events.toSorted(inOrder)) walk.take(event);
  return walk.spans.find((span) => span.id === id)?.story();
}

/** Events at the same time: a message first, then a load, then what follows from them. */
function inOrder(one: EvidenceEvent, other: EvidenceEvent): number {
  return (
    one.at - other.at || one.turn - other.turn || rankOf(one) - rankOf(other) || compareText(one.id, other.id)
  );
}

function rankOf({ kind }: EvidenceEvent): number {
  if (kind === 'turn') return 0;
  if (kind === 'skill-load') return 1;
  return kind === 'session-end' ? 3 : 2;
}

/** One thread of a session. */
interface Thread {
  readonly key: string;
  current: Span | undefined;
  /** Episodes of the present task, by the ids of their loads: calls may still name their skill. */
  readonly reachable: Map<string, Span>;
  lastAt: number;
  /** What the next message follows, for events that do not say it. */
  follows: Precedent | undefined;
  /** The words of the user so far. */
  readonly words: string[];
}

class Walk {
  readonly spans: Span[] = [];
  readonly #root: RootSession;
  readonly #followed: string | undefined;
  readonly #threads = new Map<string, Thread>();
  readonly #byLoad = new Map<string, Span>();

  /** `followed` is the id of the episode whose steps are remembered. */
  constructor(root: RootSession, followed?: string) {
    this.#root = root;
    this.#followed = followed;
  }

  take(event: EvidenceEvent): void {
    const thread = this.#threadOf(event);
    if (event.at - thread.lastAt > maxPauseMs) endTask(thread);
    thread.lastAt = event.at;
    switch (event.kind) {
      case 'turn':
        this.#message(thread, event);
        break;
      case 'interruption':
        thread.follows = 'interrupt';
        this.#spanFor(thread, event)?.stop(event);
        break;
      case 'session-end':
        for (const each of this.#threads.values()) if (isOfSession(each, event)) endTask(each);
        break;
      case 'skill-load':
        this.#load(thread, event);
        break;
      case 'command':
        break;
      default:
        this.#call(thread, event);
    }
  }

  #message(thread: Thread, event: EvidenceEvent): void {
    const follows = event.follows ?? thread.follows;
    const { isTask, isCorrection } = userMessage(event.args, follows);
    if (isTask) endTask(thread);
    const by = follows === 'interrupt' ? 'interrupt' : follows === 'refusal' ? 'refusal' : 'wording';
    const span = this.#spanFor(thread, event);
    span?.message(
      thread.key,
      event,
      isCorrection && !this.#root.headless.has(event.session) ? by : undefined,
    );
    if (thread.words.length < maxWords) thread.words.push(event.args);
    // Events of version 0.1.0 have only the first reply.
    thread.follows = endsWithQuestion(event.result) ? 'question' : 'reply';
  }

  #load(thread: Thread, event: EvidenceEvent): void {
    const { credit } = event;
    // A load that failed did not put a skill before the agent.
    if (event.isError === true || credit === undefined) return;
    const { current } = thread;
    const loaded = { skill: credit.skill, isNamed: isByName(event) };
    const isByUser = event.tool === undefined && loaded.isNamed;
    if (current !== undefined && isSameSkill(current, event) && !isByUser) {
      thread.reachable.set(event.id, current);
      current.note(event);
      return;
    }
    if (isByUser) endTask(thread);
    const span = new Span(event, {
      ...loaded,
      root: this.#root,
      words: [...thread.words],
      isFollowed: event.id === this.#followed,
    });
    this.spans.push(span);
    this.#byLoad.set(event.id, span);
    thread.reachable.set(event.id, span);
    if (thread.current === undefined || !isReferenceLoad(thread.current, loaded)) thread.current = span;
    thread.follows = 'reply';
  }

  #call(thread: Thread, event: EvidenceEvent): void {
    const ended = this.#spanFor(thread, event)?.call(thread.key, event) ?? event.ended;
    thread.follows = ended === 'refused' ? 'refusal' : ended === 'interrupted' ? 'interrupt' : 'reply';
  }

  /** The episode of the skill that the event names, or else the current one. */
  #spanFor(thread: Thread, { credit, session }: EvidenceEvent): Span | undefined {
    const load = credit?.load ?? '';
    const named = credit?.reason === 'active-span' ? undefined : thread.reachable.get(load);
    if (named !== undefined) return named;
    const span = thread.current ?? this.#byLoad.get(load);
    // A fork continues what began in the session that it was forked from.
    if (thread.current === undefined && span?.session === session) return undefined;
    thread.current = span;
    return span;
  }

  #threadOf({ session, thread, at }: EvidenceEvent): Thread {
    const key = `${session}\u0000${thread}`;
    const known = this.#threads.get(key);
    if (known !== undefined) return known;
    const begun: Thread = {
      key,
      current: undefined,
      reachable: new Map(),
      lastAt: at,
      follows: undefined,
      words: [],
    };
    this.#threads.set(key, begun);
    return begun;
  }
}

/** Messages before a load that are remembered: they show what the user named. */
const maxWords = 50;

function endTask(thread: Thread): void {
  thread.current = undefined;
  thread.reachable.clear();
}

function isOfSession({ key }: Thread, { session }: EvidenceEvent): boolean {
  return key.startsWith(`${session}\u0000`);
}

/** Not by reading its file. The second skill of a call has no tool, but arguments. */
function isByName({ tool, args }: EvidenceEvent): boolean {
  return tool === undefined ? args === '' : !isFileReader(tool) && !isShell(tool);
}

function isSameSkill({ skill }: Span, { credit }: EvidenceEvent): boolean {
  return credit !== undefined && bareName(skill.name) === bareName(credit.skill.name);
}
