/*
 * Turns observations into events: decides which skill an event is credited to and why, whether it is an error, and its
 * preview. Observations come in the order of the transcript; reading a transcript in pieces gives the same result.
 */

import type {
  Call,
  End,
  Load,
  Located,
  Observation,
  Prompt,
  Reply,
  Result,
  SkillMention,
} from '../../../agents/sessions/observation.js';
import { type Redactor, redactName } from '../../../scan/secrets/redact.js';
import { sha256Hex } from '../../../text/hash.js';
import type { Credit, EventPatch, EvidenceEvent } from '../event.js';
import { mergeEvents, patchEvent, type ReportedEvent } from '../merge-event.js';
import { clusterOf } from './cluster.js';
import { isFailedContent, returnsContent } from './content-calls.js';
import {
  bareName,
  type Conversation,
  loadConversations,
  newConversation,
  saveConversations,
} from './conversation.js';
import { isCorrection } from './correction.js';
import { isErrorLike } from './error-like.js';
import { preview } from './preview.js';
import { type SkillUse, skillUsesOf } from './skill-use.js';

export interface Interpreted {
  readonly events: readonly EvidenceEvent[];
  readonly patches: readonly EventPatch[];
  /** Ids of retracted events. */
  readonly retracted: readonly string[];
}

const previewLimits = { args: 1_000, result: 500, turn: 500 };

/** The weights of an event that names a skill, and of one that happens while the skill is active. */
const weights = { named: 1, span: 0.5 };

export class Interpreter {
  readonly #agent: string;
  readonly #redact: Redactor;
  readonly #conversations: Map<string, Conversation>;
  #last: { session: string; thread: string; conversation: Conversation } | undefined;
  #events = new Map<string, EvidenceEvent>();
  #patches: EventPatch[] = [];
  #retracted = new Set<string>();

  constructor(agent: string, redact: Redactor, memory?: unknown) {
    this.#agent = agent;
    this.#redact = redact;
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
      case 'located':
        this.#located(observation);
        break;
      case 'end':
        this.#end(observation);
        break;
      case 'retraction':
        this.#retract(this.#id(observation.key));
        break;
    }
  }

  /** Returns the events since the last call. */
  drain(): Interpreted {
    const events = [...this.#events.values()];
    const drained = { events, patches: this.#patches, retracted: [...this.#retracted] };
    this.#events = new Map();
    this.#patches = [];
    this.#retracted = new Set();
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
    if (isKnownLoad(conversation, callId)) return;
    const uses = skillUsesOf(call.tool, call.args).filter((use) => isNewUse(conversation, use));
    const args = preview(call.args, previewLimits.args, this.#redact);
    const events = (uses.length === 0 ? [undefined] : uses).map((use, index) => {
      const id = index === 0 ? callId : this.#id(`${call.key}#${index}`);
      const tool = index === 0 ? this.#word(call.tool) : undefined;
      const credit =
        use === undefined ? creditInSpan(conversation, call.declared) : creditOfUse(conversation, use, id);
      const kind = use?.kind ?? 'tool';
      this.#put(this.#event(call, { id, turn, kind, tool, credit, args, isError: undefined }));
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
    if (loaded !== undefined) this.#activate(conversation, loaded.skill, events[load] ?? '');
  }

  #result(found: Result): void {
    const { key, output, isError: stated, durationMs } = found;
    const conversation = this.#conversationOf(found);
    const call = conversation.waiting.get(key);
    // The call is unknown, or has returned already.
    if (call === undefined) return;
    conversation.waiting.delete(key);
    const isError = call.brings === 'outcome' ? isErrorLike(output, stated) : isFailedContent(output, stated);
    // The text of a skill is not evidence about it: a note would quote the skill to itself.
    const result =
      call.brings === 'skill' && !isError ? '' : preview(output, previewLimits.result, this.#redact);
    const cluster = isError ? clusterOf(result) : '';
    for (const id of call.events) {
      this.#patch({ id, outcome: { isError, durationMs, result, cluster } });
      if (isError && conversation.active?.load === id) conversation.active = undefined;
    }
  }

  #prompt(prompt: Prompt): void {
    const conversation = this.#conversationOf(prompt);
    const { active } = conversation;
    const corrects = isCorrection(prompt.text);
    conversation.turn += 1;
    conversation.active = undefined;
    const id = this.#id(prompt.key);
    conversation.unanswered = id;
    this.#put(
      this.#event(prompt, {
        id,
        turn: conversation.turn,
        kind: 'turn',
        isCorrection: corrects,
        args: preview(prompt.text, previewLimits.turn, this.#redact),
        credit: corrects && active !== undefined ? inSpan(active) : undefined,
      }),
    );
  }

  /** Only the first reply counts, because it is the same in every copy of the transcript, however long. */
  #reply(reply: Reply): void {
    const conversation = this.#conversationOf(reply);
    const { unanswered } = conversation;
    if (unanswered === undefined || reply.text.trim() === '') return;
    conversation.unanswered = undefined;
    const result = preview(reply.text, previewLimits.turn, this.#redact);
    this.#patch({ id: unanswered, outcome: { isError: false, durationMs: undefined, result, cluster: '' } });
  }

  #load(load: Load): void {
    const conversation = this.#conversationOf(load);
    const id = this.#id(load.key);
    if (isKnownLoad(conversation, id)) return;
    const skill = this.#mention(load.skill);
    const credit: Credit = { skill, reason: 'named', weight: weights.named, load: id };
    this.#put(this.#event(load, { id, turn: conversation.turn, kind: 'skill-load', credit }));
    this.#activate(conversation, skill, id);
  }

  #located(located: Located): void {
    const { key, folder } = located;
    const conversation = this.#conversationOf(located);
    const id = this.#id(key);
    const { active } = conversation;
    if (active?.load === id) conversation.active = { load: id, skill: { ...active.skill, folder } };
    const event = this.#events.get(id);
    if (event === undefined) {
      if (isKnownLoad(conversation, id)) this.#patches.push({ id, folder });
    } else if (event.credit !== undefined) {
      const skill = { ...event.credit.skill, folder };
      this.#events.set(id, { ...event, credit: { ...event.credit, skill } });
    }
  }

  #activate(conversation: Conversation, skill: SkillMention, load: string): void {
    conversation.active = { skill, load };
    conversation.loads.delete(bareName(skill.name));
    conversation.loads.set(bareName(skill.name), load);
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
      isError: 'isError' in facts ? facts.isError : false,
      isCorrection: facts.isCorrection ?? false,
      durationMs: undefined,
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
      this.#events.set(patch.id, { ...event, ...patch.outcome });
    else this.#events.set(patch.id, patchEvent(reportedEvent(event), patch, origin).event);
  }

  #retract(id: string): void {
    this.#events.delete(id);
    this.#retracted.add(id);
  }

  #conversationOf({ session, thread = '' }: Pick<Observation, 'session' | 'thread'>): Conversation {
    const last = this.#last;
    // Nearly always the conversation of the previous observation.
    if (last !== undefined && last.session === session && last.thread === thread) return last.conversation;
    const key = `${session}\u0000${thread}`;
    const conversation = this.#conversations.get(key) ?? newConversation();
    this.#conversations.set(key, conversation);
    this.#last = { session, thread, conversation };
    return conversation;
  }

  #id(key: string): string {
    return sha256Hex(`${this.#agent}\u0000${key}`).slice(0, 32);
  }

  /** Names come from outside, so they are bounded and redacted. */
  #word(text: string): string {
    return text.length > 200 ? preview(text, 200, this.#redact) : redactName(text);
  }

  #mention({ name, folder }: SkillMention): SkillMention {
    const short = { name: this.#word(name) };
    const isSafe = folder !== undefined && folder.length <= 1_000 && redactName(folder) === folder;
    return isSafe ? { ...short, folder } : short;
  }
}

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

function creditOfUse({ loads }: Conversation, { kind, skill }: SkillUse, id: string): Credit {
  const load = kind === 'skill-load' ? id : loads.get(bareName(skill.name));
  const reason = kind === 'script-run' ? 'script' : kind === 'reference-read' ? 'reference' : 'named';
  return { skill, reason, weight: weights.named, load };
}

/** The skill that the transcript declares takes precedence over the active one. */
function creditInSpan({ active, loads }: Conversation, declared: string | undefined): Credit | undefined {
  if (declared === undefined || declared === '') return active && inSpan(active);
  const skill =
    active && bareName(active.skill.name) === bareName(declared) ? active.skill : { name: declared };
  return { skill, reason: 'declared', weight: weights.named, load: loads.get(bareName(declared)) };
}

function inSpan({ skill, load }: { readonly skill: SkillMention; readonly load: string }): Credit {
  return { skill, reason: 'active-span', weight: weights.span, load };
}
