/*
 * Turns observations into events: decides which skill an event is credited to and why, whether it is an error, and its
 * preview. Observations come in the order of the transcript; reading a transcript in pieces gives the same result.
 */

import type {
  Call,
  Command,
  End,
  Facts,
  Interruption,
  Load,
  Located,
  Observation,
  Prompt,
  Reply,
  Result,
  SkillMention,
} from '../../../agents/sessions/observation.js';
import { redactName } from '../../../scan/secrets/redact.js';
import { sha256Hex } from '../../../text/hash.js';
import { isFailedContent, returnsContent } from '../attempts/content-calls.js';
import { isErrorLike } from '../attempts/error-like.js';
import type { Credit, EventOutcome, EventPatch, EvidenceEvent, ObservedFacts } from '../event.js';
import { knownTokens, mergeEvents, patchEvent, type ReportedEvent } from '../merge-event.js';
import { userMessage } from '../messages/user-message.js';
import { clusterOf } from './cluster.js';
import {
  type ActiveSkill,
  bareName,
  type Conversation,
  endsWithQuestion,
  isReferenceLoad,
  loadConversations,
  maxPauseMs,
  newConversation,
  type ResultKind,
  saveConversations,
} from './conversation.js';
import { creditInSpan, creditOfActive, creditOfUse, creditWeights } from './credit.js';
import { type PreviewRedactor, preview } from './preview.js';
import { resultText } from './result-text.js';
import { type SkillUse, skillUsesOf } from './skill-use.js';
import { startedAgent } from './started-agent.js';

export interface Interpreted {
  readonly events: readonly EvidenceEvent[];
  readonly patches: readonly EventPatch[];
  /** Ids of retracted events. */
  readonly retracted: readonly string[];
  readonly facts: readonly ObservedFacts[];
}

const previewLimits = { args: 1_000, turn: 500 };

export class Interpreter {
  readonly #agent: string;
  readonly #redactorOf: (session: string) => PreviewRedactor;
  readonly #conversations: Map<string, Conversation>;
  #last: { session: string; thread: string; conversation: Conversation } | undefined;
  #events = new Map<string, EvidenceEvent>();
  #patches: EventPatch[] = [];
  #retracted = new Set<string>();
  #facts: ObservedFacts[] = [];
  readonly #words = new Map<string, string>();

  /** A secret of one session says nothing about the others, so each has its redactor. */
  constructor(agent: string, redactorOf: (session: string) => PreviewRedactor, memory?: unknown) {
    this.#agent = agent;
    this.#redactorOf = redactorOf;
    this.#conversations = loadConversations(memory);
  }

  take(observation: Observation): void {
    switch (observation.type) {
      case 'call':
        this.#call(observation);
        break;
      case 'result':
        this.#result(observation);
        break;
      case 'prompt':
        this.#prompt(observation);
        break;
      case 'reply':
        this.#reply(observation);
        break;
      case 'load':
        this.#load(observation);
        break;
      case 'command':
        this.#command(observation);
        break;
      case 'located':
        this.#located(observation);
        break;
      case 'end':
        this.#end(observation);
        break;
      case 'retraction':
        this.#retract(this.#id(observation.key));
        break;
      case 'interruption':
        this.#interruption(observation);
        break;
      case 'facts':
        this.#observe(observation);
        break;
      default:
        observation satisfies never;
    }
  }

  /** Returns the events since the last call. */
  drain(): Interpreted {
    const events = [...this.#events.values()];
    const drained = {
      events,
      patches: this.#patches,
      retracted: [...this.#retracted],
      facts: this.#facts,
    };
    this.#events = new Map();
    this.#patches = [];
    this.#retracted = new Set();
    this.#facts = [];
    return drained;
  }

  memory(): unknown {
    return saveConversations(this.#conversations);
  }

  #end(end: End): void {
    const { turn } = this.#conversationOf(end);
    this.#put(this.#event(end, { id: this.#id(`end:${end.session}`), turn, kind: 'session-end' }));
  }

  #call(call: Call): void {
    const conversation = this.#conversationOf(call);
    const { turn } = conversation;
    const callId = this.#id(call.key);
    // The agent works on, whatever it asked or the user stopped.
    conversation.follows = 'reply';
    if (isKnownLoad(conversation, callId)) return;
    const model = call.model === undefined ? undefined : this.#word(call.model);
    const uses = skillUsesOf(call.tool, call.args).filter((use) => isNewUse(conversation, use));
    const args = preview(call.args, previewLimits.args, this.#redactorOf(call.session));
    const events = (uses.length === 0 ? [undefined] : uses).map((use, index) => {
      const id = index === 0 ? callId : this.#id(`${call.key}#${index}`);
      const tool = index === 0 ? this.#word(call.tool) : undefined;
      const credit =
        use === undefined ? creditInSpan(conversation, call.declared) : creditOfUse(conversation, use, id);
      const kind = use?.kind ?? 'tool';
      const tokens = index === 0 ? call.tokens : undefined;
      const item = index === 0 ? this.#startedBy(call) : undefined;
      this.#put(
        this.#event(call, { id, turn, kind, tool, credit, item, args, model, tokens, isError: undefined }),
      );
      return id;
    });
    const brings = uses.some(({ kind }) => kind === 'skill-load' || kind === 'reference-read')
      ? 'skill'
      : returnsContent(call.tool, call.args)
        ? 'content'
        : 'outcome';
    conversation.waiting.set(call.key, { events, brings });
    const load = uses.findLastIndex(({ kind }) => kind === 'skill-load');
    const loaded = uses[load];
    if (loaded !== undefined) {
      this.#activate(conversation, {
        skill: loaded.skill,
        load: events[load] ?? '',
        isNamed: !loaded.byReading,
      });
    }
  }

  #result(found: Result): void {
    const { key, output, isError: stated, ended, durationMs, tokens } = found;
    const conversation = this.#conversationOf(found);
    if (ended !== undefined) conversation.follows = ended === 'refused' ? 'refusal' : 'interrupt';
    const call = conversation.waiting.get(key);
    // The call is unknown, or has returned already.
    if (call === undefined) return;
    conversation.waiting.delete(key);
    // A load that the user refused did not happen; any other call that the user ended did not fail.
    const isError = ended === undefined ? isFailure(call.brings, output, stated) : call.brings === 'skill';
    // The text of a skill is not evidence about it: a note would quote the skill to itself.
    const result =
      call.brings === 'skill' && !isError ? '' : resultText(output, isError, this.#redactorOf(found.session));
    const cluster = isError ? clusterOf(result) : '';
    for (const [index, id] of call.events.entries()) {
      const outcome = { isError, durationMs, ended, result, cluster };
      this.#patch(index === 0 && tokens !== undefined ? { id, outcome, tokens } : { id, outcome });
      if (isError && conversation.active?.load === id) conversation.active = undefined;
    }
  }

  /** The skill stays active until the user gives another task. */
  #prompt(prompt: Prompt): void {
    const conversation = this.#conversationOf(prompt);
    const { active } = conversation;
    const follows = prompt.isQueued === true ? 'queue' : conversation.follows;
    // Without an active skill, the message is about nothing that evidence counts.
    const { isTask, isCorrection } = active === undefined ? anyMessage : userMessage(prompt.text, follows);
    conversation.turn += 1;
    conversation.follows = undefined;
    if (isTask) conversation.active = undefined;
    const id = this.#id(prompt.key);
    conversation.unanswered = id;
    this.#put(
      this.#event(prompt, {
        id,
        turn: conversation.turn,
        kind: 'turn',
        isCorrection,
        follows,
        args: preview(prompt.text, previewLimits.turn, this.#redactorOf(prompt.session)),
        credit: isCorrection && active !== undefined ? creditOfActive(active) : undefined,
      }),
    );
  }

  /** Only the first reply counts, because it is the same in every copy of the transcript, however long. */
  #reply(reply: Reply): void {
    const conversation = this.#conversationOf(reply);
    const { unanswered, follows } = conversation;
    if (reply.text.trim() === '') return;
    // Words of the agent do not undo that the user stopped it.
    if (follows !== 'interrupt' && follows !== 'refusal')
      conversation.follows = endsWithQuestion(reply.text) ? 'question' : 'reply';
    if (unanswered === undefined) return;
    conversation.unanswered = undefined;
    const result = preview(reply.text, previewLimits.turn, this.#redactorOf(reply.session));
    this.#patch({ id: unanswered, outcome: { ...answered, result } });
  }

  #interruption(interruption: Interruption): void {
    const conversation = this.#conversationOf(interruption);
    const { active, turn } = conversation;
    conversation.follows = 'interrupt';
    const id = this.#id(interruption.key);
    this.#put(
      this.#event(interruption, { id, turn, kind: 'interruption', credit: active && creditOfActive(active) }),
    );
  }

  #observe({ session, thread, at, platform, folder, root, isHeadless }: Facts): void {
    this.#facts.push({
      agent: this.#agent,
      session: this.#word(session),
      at,
      isMain: thread === undefined || thread === '',
      platform: platform === undefined ? undefined : this.#word(platform),
      project: folder === undefined ? undefined : projectOf(folder),
      root: root === undefined ? undefined : this.#word(root),
      isHeadless,
    });
  }

  #load(load: Load): void {
    const conversation = this.#conversationOf(load);
    const id = this.#id(load.key);
    if (isKnownLoad(conversation, id)) return;
    const skill = this.#mention(load.skill);
    const credit: Credit = { skill, reason: 'named', weight: creditWeights.named, load: id };
    this.#put(this.#event(load, { id, turn: conversation.turn, kind: 'skill-load', credit }));
    conversation.follows = undefined;
    this.#activate(conversation, { skill, load: id, isNamed: true });
  }

  #startedBy({ tool, args }: Call): string | undefined {
    const name = startedAgent(tool, args);
    return name === undefined ? undefined : this.#word(name);
  }

  #command(command: Command): void {
    const { turn } = this.#conversationOf(command);
    const item = this.#word(command.name);
    this.#put(
      this.#event(command, { id: this.#id(command.key), turn, kind: 'command', item, args: `/${item}` }),
    );
  }

  #located(located: Located): void {
    const { key, folder } = located;
    const conversation = this.#conversationOf(located);
    const id = this.#id(key);
    const { active } = conversation;
    if (!isKnownLoad(conversation, id)) return;
    if (active?.load === id) conversation.active = { ...active, skill: { ...active.skill, folder } };
    const event = this.#events.get(id);
    if (event === undefined) {
      this.#patches.push({ id, folder });
    } else if (event.credit !== undefined) {
      const skill = { ...event.credit.skill, folder };
      this.#events.set(id, { ...event, credit: { ...event.credit, skill } });
    }
  }

  #activate(conversation: Conversation, loaded: ActiveSkill): void {
    const { active, loads } = conversation;
    if (active === undefined || !isReferenceLoad(active, loaded)) conversation.active = loaded;
    const name = bareName(loaded.skill.name);
    loads.delete(name);
    loads.set(name, loaded.load);
  }

  #event(
    { session, thread = '', at }: Pick<Observation, 'session' | 'thread' | 'at'>,
    facts: Pick<EvidenceEvent, 'id' | 'turn' | 'kind'> & Partial<EvidenceEvent>,
  ): EvidenceEvent {
    return {
      id: facts.id,
      at,
      agent: this.#agent,
      session: this.#word(session),
      thread: this.#word(thread),
      turn: facts.turn,
      kind: facts.kind,
      tool: facts.tool,
      credit: facts.credit && { ...facts.credit, skill: this.#mention(facts.credit.skill) },
      item: facts.item,
      isError: 'isError' in facts ? facts.isError : false,
      isCorrection: facts.isCorrection ?? false,
      durationMs: undefined,
      ended: undefined,
      follows: facts.follows,
      model: facts.model,
      tokens: facts.tokens,
      args: facts.args ?? '',
      result: '',
      cluster: '',
    };
  }

  #put(event: EvidenceEvent): void {
    if (this.#retracted.size > 0) this.#retracted.delete(event.id);
    const known = this.#events.get(event.id);
    this.#events.set(
      event.id,
      known === undefined ? event : mergeEvents(reportedEvent(known), reportedEvent(event)).event,
    );
  }

  #patch(patch: EventPatch): void {
    const event = this.#events.get(patch.id);
    if (event === undefined) this.#patches.push(patch);
    // The common case: a call returns for the first time.
    else if (event.isError === undefined && patch.outcome)
      this.#events.set(patch.id, withOutcome(event, patch.outcome, patch.tokens));
    else this.#events.set(patch.id, patchEvent(reportedEvent(event), patch, origin).event);
  }

  #retract(id: string): void {
    this.#events.delete(id);
    this.#retracted.add(id);
  }

  #conversationOf({
    session,
    thread = '',
    at,
  }: Pick<Observation, 'session' | 'thread' | 'at'>): Conversation {
    const last = this.#last;
    // Nearly always the conversation of the previous observation.
    const isLast = last !== undefined && last.session === session && last.thread === thread;
    const conversation = isLast ? last.conversation : this.#findConversation(session, thread);
    if (at - conversation.lastAt > maxPauseMs) conversation.active = undefined;
    if (at > conversation.lastAt) conversation.lastAt = at;
    return conversation;
  }

  #findConversation(session: string, thread: string): Conversation {
    const key = `${session}\u0000${thread}`;
    const conversation = this.#conversations.get(key) ?? newConversation();
    this.#conversations.set(key, conversation);
    this.#last = { session, thread, conversation };
    return conversation;
  }

  #id(key: string): string {
    return sha256Hex(`${this.#agent}\u0000${key}`).slice(0, 32);
  }

  /** Names come from outside, so they are bounded and redacted. Few names occur, each in many events. */
  #word(text: string): string {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    const word = text.length > 200 ? preview(text, 200, { redact: redactName }) : redactName(text);
    if (this.#words.size < maxKnownWords && text.length <= 200) this.#words.set(text, word);
    return word;
  }

  #mention({ name, folder }: SkillMention): SkillMention {
    const short = { name: this.#word(name) };
    const isSafe = folder !== undefined && folder.length <= 1_000 && redactName(folder) === folder;
    return isSafe ? { ...short, folder } : short;
  }
}

const maxKnownWords = 1_000;

/** Repeated events are merged as in the store, so the grouping of observations does not matter. */
const origin = 'transcript';

function reportedEvent(event: EvidenceEvent): ReportedEvent {
  return { event, origin, outcomeOrigin: origin };
}

/** A repeated line does not activate the skill again. */
function isKnownLoad({ loads }: Conversation, id: string): boolean {
  for (const load of loads.values()) if (load === id) return true;
  return false;
}

/** A SKILL.md that is read in several pieces, or again, is one load. */
function isNewUse({ loads }: Conversation, { kind, skill, byReading }: SkillUse): boolean {
  return !(kind === 'skill-load' && byReading && loads.has(bareName(skill.name)));
}

function isFailure(brings: ResultKind, output: unknown, stated: boolean | undefined): boolean {
  return brings === 'outcome' ? isErrorLike(output, stated) : isFailedContent(output, stated);
}

/** Field by field, because this runs for every call, and a spread takes several times as long. */
function withOutcome(event: EvidenceEvent, outcome: EventOutcome, tokens: number | undefined): EvidenceEvent {
  return {
    id: event.id,
    at: event.at,
    agent: event.agent,
    session: event.session,
    thread: event.thread,
    turn: event.turn,
    kind: event.kind,
    tool: event.tool,
    credit: event.credit,
    item: event.item,
    isError: outcome.isError,
    isCorrection: event.isCorrection,
    durationMs: outcome.durationMs,
    ended: outcome.ended,
    follows: event.follows,
    model: event.model,
    tokens: knownTokens(event.tokens, tokens),
    args: event.args,
    result: outcome.result,
    cluster: outcome.cluster,
  };
}

const anyMessage = { isTask: false, isCorrection: false };

/** The answer of the agent to a message. */
const answered = { isError: false, durationMs: undefined, ended: undefined, cluster: '' };

function projectOf(folder: string): string {
  return sha256Hex(folder.replace(/(?<=.)[/\\]{1,9}$/, '')).slice(0, 16);
}
