/*
 * The state of a conversation that is needed to interpret what follows. It is stored between readings, because a
 * transcript grows; so it is small, plain data, and checked when it is loaded.
 */

import type { SkillMention } from '../../../agents/sessions/observation.js';
import { fieldOf } from './tool-arguments.js';

export interface Conversation {
  /** The number of messages that the user has typed. */
  turn: number;
  /** The event of the last message, until it is answered. */
  unanswered: string | undefined;
  /** The skill that is active: from its load to the next load or the next message of the user. */
  active: ActiveSkill | undefined;
  /** The last load of every skill, by its bare name. */
  readonly loads: Map<string, string>;
  /** Calls that have not returned. */
  readonly waiting: Map<string, WaitingCall>;
}

export interface ActiveSkill {
  readonly skill: SkillMention;
  readonly load: string;
}

export interface WaitingCall {
  /** More than one if the call names several skills. */
  readonly events: readonly string[];
  readonly brings: ResultKind;
}

/** What a call returns: the text of a skill, other content, or its outcome. */
export type ResultKind = 'skill' | 'content' | 'outcome';

/** Limits, so that memory is bounded for any transcript; the oldest entries are dropped. */
const maxLoads = 100;
const maxWaiting = 200;
const maxConversations = 64;

export function newConversation(): Conversation {
  return { turn: 0, unanswered: undefined, active: undefined, loads: new Map(), waiting: new Map() };
}

/** The part of a name that all spellings of a skill share. */
export function bareName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('/')) + 1).toLowerCase();
}

/** JSON data: a list of `[key, conversation]`. */
export function saveConversations(conversations: ReadonlyMap<string, Conversation>): unknown {
  return lastOf(conversations, maxConversations).map(
    ([key, { turn, unanswered, active, loads, waiting }]) => [
      key,
      { turn, unanswered, active, loads: lastOf(loads, maxLoads), waiting: lastOf(waiting, maxWaiting) },
    ],
  );
}

export function loadConversations(memory: unknown): Map<string, Conversation> {
  return new Map(
    pairsIn(memory).map(([key, value]) => {
      const turn = fieldOf(value, 'turn');
      return [
        key,
        {
          turn: typeof turn === 'number' ? turn : 0,
          unanswered: textIn(fieldOf(value, 'unanswered')),
          active: activeIn(fieldOf(value, 'active')),
          loads: new Map(pairsIn(fieldOf(value, 'loads')).map(([name, load]) => [name, String(load)])),
          waiting: new Map(pairsIn(fieldOf(value, 'waiting')).map(([id, call]) => [id, waitingIn(call)])),
        },
      ];
    }),
  );
}

function lastOf<Value>(
  map: ReadonlyMap<string, Value>,
  count: number,
): readonly (readonly [string, Value])[] {
  return [...map].slice(-count);
}

function pairsIn(value: unknown): readonly (readonly [string, unknown])[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((pair) =>
    Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], pair[1]] as const] : [],
  );
}

function activeIn(value: unknown): ActiveSkill | undefined {
  const load = textIn(fieldOf(value, 'load'));
  const skill = fieldOf(value, 'skill');
  const name = textIn(fieldOf(skill, 'name'));
  const folder = textIn(fieldOf(skill, 'folder'));
  if (load === undefined || name === undefined) return undefined;
  return { load, skill: folder === undefined ? { name } : { name, folder } };
}

function waitingIn(value: unknown): WaitingCall {
  const events: unknown = fieldOf(value, 'events');
  const brings = fieldOf(value, 'brings');
  return {
    events: Array.isArray(events) ? events.filter((event) => typeof event === 'string') : [],
    brings: brings === 'skill' || brings === 'content' ? brings : 'outcome',
  };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
