/*
 * An episode while its events are collected: the steps of every thread in their order, the corrections of the user, and
 * what the calls cost.
 */

import type { Ended, SkillMention } from '../../../agents/sessions/observation.js';
import type { Attempt } from '../attempts/attempt.js';
import { attemptsOf } from '../attempts/attempts-of.js';
import { editedPaths, isFileWriter } from '../attempts/tool-arguments.js';
import type { EvidenceEvent } from '../event.js';
import { expectedFailures } from '../fixes/expected-failures.js';
import type { Failure } from '../fixes/failure.js';
import { failuresIn } from '../fixes/failures.js';
import type { TimelineStep } from '../fixes/timeline.js';
import type { Correction, Episode, RootSession } from './episode.js';
import { episodeCounts, episodeResult } from './episode-result.js';
import { type EpisodeStory, type LoggedEvent, storySteps } from './episode-story.js';
import { refusalWords } from './refusal-words.js';

interface SpanOptions {
  readonly skill: SkillMention;
  /** Whether the skill was loaded by name. */
  readonly isNamed: boolean;
  readonly root: RootSession;
  /** The words of the user before the load. */
  readonly words: readonly string[];
  /** Whether its events are remembered, to be shown one by one. */
  readonly isFollowed?: boolean;
}

/** Limits for one episode, so that no transcript makes it large or slow. */
const maxSteps = 3_000;
const maxFailures = 200;
const maxCorrections = 50;

export class Span {
  /** The id of the load. */
  readonly id: string;
  readonly skill: SkillMention;
  readonly isNamed: boolean;
  /** The session of the load. */
  readonly session: string;
  readonly #load: EvidenceEvent;
  readonly #root: RootSession;
  readonly #words: readonly string[];
  readonly #log: LoggedEvent[] | undefined;
  readonly #timelines = new Map<string, TimelineStep[]>();
  readonly #attempts: Attempt[] = [];
  readonly #corrections: Correction[] = [];
  readonly #models = new Map<string, number>();
  #tokens: number | undefined;
  #endedAt: number;
  #steps = 0;
  #isStopped = false;

  constructor(load: EvidenceEvent, { skill, isNamed, root, words, isFollowed = false }: SpanOptions) {
    this.id = load.id;
    this.skill = skill;
    this.isNamed = isNamed;
    this.session = load.session;
    this.#load = load;
    this.#root = root;
    this.#words = words;
    this.#log = isFollowed ? [] : undefined;
    this.#endedAt = load.at;
    this.note(load);
  }

  /** Counts what an event cost, and that it belongs to the episode. */
  note(event: EvidenceEvent, attempts: readonly Attempt[] = []): void {
    const { at, model, tokens } = event;
    this.#log?.push({ event, attempts });
    this.#endedAt = Math.max(this.#endedAt, at);
    if (model !== undefined) this.#models.set(model, (this.#models.get(model) ?? 0) + 1);
    if (tokens !== undefined) this.#tokens = (this.#tokens ?? 0) + tokens;
  }

  /** `corrects` says how the message was recognised as a correction. */
  message(thread: string, event: EvidenceEvent, corrects: Correction['by'] | undefined): void {
    const { id, at, args } = event;
    this.note(event);
    this.#isStopped = false;
    this.#step(thread, { kind: 'message', at, event: id, text: args });
    if (corrects !== undefined) this.#correct(event, args, corrects);
  }

  /** The user stopped the agent. */
  stop(event: EvidenceEvent): void {
    this.note(event);
    this.#isStopped = true;
  }

  /** Returns whether the user ended the call. */
  call(thread: string, event: EvidenceEvent): Ended | undefined {
    const { id, at, tool, args, result, isError, ended } = event;
    // The second skill of a call is not a call of its own.
    if (tool === undefined || this.#steps >= maxSteps) {
      this.note(event);
      return ended;
    }
    const attempts = attemptsOf({ event: id, at, tool, args, result, isError, ...(ended && { ended }) });
    this.note(event, attempts);
    for (const attempt of attempts) this.#attempt(thread, attempt, args);
    const endedBy = ended ?? attempts.find(isEndedByUser)?.outcome;
    this.#isStopped = endedBy !== undefined;
    if (endedBy === 'refused' && !this.#root.headless.has(event.session)) {
      const words = refusalWords(result);
      if (words !== '') this.#correct(event, words, 'refusal');
    }
    return endedBy === 'refused' || endedBy === 'interrupted' ? endedBy : undefined;
  }

  episode(): Episode {
    const { id, agent, thread, at } = this.#load;
    const { failures, expected } = this.#judged();
    const signs = {
      attempts: this.#attempts,
      failures,
      expected,
      corrections: this.#corrections.length,
      isStopped: this.#isStopped,
    };
    const { id: session, platform, project } = this.#root;
    return {
      id,
      skill: this.skill,
      agent,
      session,
      thread,
      startedAt: at,
      endedAt: this.#endedAt,
      result: episodeResult(signs),
      failures: failures.slice(0, maxFailures),
      corrections: this.#corrections,
      counts: episodeCounts(signs),
      model: mostFrequent(this.#models),
      platform,
      project,
      tokens: this.#tokens,
    };
  }

  /** Of an episode that is followed; others have no steps. */
  story(): EpisodeStory {
    const { failures, expected } = this.#judged();
    return { episode: this.episode(), steps: storySteps(this.#log ?? [], { failures, expected }) };
  }

  #judged(): { readonly failures: readonly Failure[]; readonly expected: ReadonlySet<Attempt> } {
    const expected = new Set<Attempt>();
    const failures: Failure[] = [];
    const facts = { userWords: this.#words };
    for (const timeline of this.#timelines.values()) {
      for (const attempt of expectedFailures(timeline, facts)) expected.add(attempt);
      failures.push(...failuresIn(timeline, facts));
    }
    return { failures, expected };
  }

  #attempt(thread: string, attempt: Attempt, args: string): void {
    this.#attempts.push(attempt);
    const { event, at, tool, outcome } = attempt;
    if (!isFileWriter(tool)) this.#step(thread, { kind: 'attempt', attempt });
    else if (outcome === 'ok')
      for (const path of editedPaths(args)) this.#step(thread, { kind: 'edit', at, event, path });
  }

  #step(thread: string, step: TimelineStep): void {
    const timeline = this.#timelines.get(thread);
    if (timeline === undefined) this.#timelines.set(thread, [step]);
    else timeline.push(step);
    this.#steps += 1;
  }

  #correct({ id, at }: EvidenceEvent, text: string, by: Correction['by']): void {
    if (this.#corrections.length < maxCorrections) this.#corrections.push({ event: id, at, text, by });
  }
}

function isEndedByUser({ outcome }: Attempt): boolean {
  return outcome === 'refused' || outcome === 'interrupted';
}

/** Of several, the one that came first. */
function mostFrequent(counts: ReadonlyMap<string, number>): string | undefined {
  let found: string | undefined;
  let most = 0;
  for (const [name, count] of counts) {
    if (count <= most) continue;
    found = name;
    most = count;
  }
  return found;
}
