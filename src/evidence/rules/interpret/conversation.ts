/*
 * The state of a conversation that is needed to interpret what follows. It is stored between readings, because a
 * transcript grows; so it is small, plain data, and checked when it is loaded.
 */

import type { SkillMention } from '../../../agents/sessions/observation.js';
import { hourMs } from '../../../text/time.js';
import { fieldOf } from '../attempts/tool-arguments.js';
import { type Precedent, precedents } from '../event.js';

export interface Conversation {
  /** The number of messages that the user has typed. */
  turn: number;
  /** The event of the last message, until it is answered. */
  unanswered: string | undefined;
  /** What the next message of the user follows. */
  follows: Precedent | undefined;
  /** The time of the last observation. */
  lastAt: number;
  /** The skill that is active: from its load to the next load, the next task of the user, or a long pause. */
  active: ActiveSkill | undefined;
  /** The last load of every skill, by its bare name. */
  readonly loads: Map<string, string>;
  /** Calls that have not returned. */
  readonly waiting: Map<string, WaitingCall>;
}

export interface ActiveSkill {
  readonly skill: SkillMention;
  readonly load: string;
  /** Whether it was loaded by name, not by reading its file. */
  readonly isNamed: boolean;
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

/** After this long without an event, the task is over. */
export const maxPauseMs = 4 * hourMs;

export function newConversation(): Conversation {
  return {
    turn: 0,
    unanswered: undefined,
    follows: undefined,
    lastAt: 0,
    active: undefined,
    loads: new Map(),
    waiting: new Map(),
  };
}

/**
 * Whether a load is only a reference inside the work of the active skill: its file is read where skills are loaded by name,
 * or it is a part of the active skill.
 */
export function isReferenceLoad(
  active: Pick<ActiveSkill, 'skill' | 'isNamed'>,
  load: Pick<ActiveSkill, 'skill' | 'isNamed'>,
): boolean {
  if (load.isNamed) return false;
  const { folder } = active.skill;
  return active.isNamed || (folder !== undefined && load.skill.folder?.startsWith(`${folder}/`) === true);
}

/** Whether the agent asks the user something at the end of a reply; a list of choices may follow the question. */
export function endsWithQuestion(reply: string): boolean {
  const mark = Math.max(reply.lastIndexOf('?'), reply.lastIndexOf('？'));
  if (mark < 0 || mark < reply.length - questionLength) return false;
  return /[?？][*_"'”»)\]）]{0,4}[ \t]{0,20}(?:\r?\n|$)/.test(reply.slice(-questionLength));
}

const questionLength = 400;

/** The part of a name that all spellings of a skill share. */
export function bareName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('/')) + 1).toLowerCase();
}

/** JSON data: a list of `[key, conversation]`. */
export function saveConversations(conversations: ReadonlyMap<string, Conversation>): unknown {
  return lastOf(conversations, maxConversations).map(([key, { loads, waiting, ...state }]) => [
    key,
    { ...state, loads: lastOf(loads, maxLoads), waiting: lastOf(waiting, maxWaiting) },
  ]);
}

export function loadConversations(memory: unknown): Map<string, Conversation> {
  return new Map(
    pairsIn(memory).map(([key, value]) => {
      const follows = fieldOf(value, 'follows');
      return [
        key,
        {
          turn: numberIn(fieldOf(value, 'turn')),
          unanswered: textIn(fieldOf(value, 'unanswered')),
          follows: precedents.find((each) => each === follows),
          lastAt: numberIn(fieldOf(value, 'lastAt')),
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
  const isNamed = fieldOf(value, 'isNamed') === true;
  return { load, skill: folder === undefined ? { name } : { name, folder }, isNamed };
}

function waitingIn(value: unknown): WaitingCall {
  const events: unknown = fieldOf(value, 'events');
  const brings = fieldOf(value, 'brings');
  return {
    events: Array.isArray(events) ? events.filter((event) => typeof event === 'string') : [],
    brings: brings === 'skill' || brings === 'content' ? brings : 'outcome',
  };
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
