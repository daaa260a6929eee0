/*
 * Converts events to rows of the database and back. Whether an event is evidence, and which activity it counts for, are
 * derived from the event and stored with it, so that they can be summed and searched.
 */

import type { Ended } from '../../agents/sessions/observation.js';
import type { ActivityKind } from '../../usage/rules/counters.js';
import {
  type Credit,
  type CreditReason,
  type EventKind,
  type EvidenceEvent,
  isEvidence,
  type Precedent,
} from '../rules/event.js';
import type { ReportedEvent } from '../rules/merge-event.js';
import type { Connection, SqlValue } from './database.js';
import type { Dictionary } from './dictionary.js';

/** Columns with their values for most events: from a transcript, and credited to no skill. */
const defaultColumns = {
  is_live: '0',
  activity: 'NULL',
  mention: 'NULL',
  reason: 'NULL',
  weight: 'NULL',
  load: 'NULL',
  is_evidence: '0',
  is_correction: '0',
  is_outcome_live: '0',
  ended: 'NULL',
  follows: 'NULL',
  item: 'NULL',
};

/** In the order of `plainValues`; the last one identifies the row. */
const plainColumns = [
  'at',
  'source',
  'agent',
  'session',
  'thread',
  'turn',
  'kind',
  'tool',
  'is_error',
  'duration_ms',
  'cluster',
  'model',
  'tokens',
  'args',
  'result',
  'id',
];

const columns = [...Object.keys(defaultColumns), ...plainColumns];

const insertInto = (values: readonly string[]) => `
  INSERT INTO events (${columns.join(', ')}) VALUES (${values.join(', ')}) ON CONFLICT (id) DO NOTHING`;
const insertAny = insertInto(columns.map(parameterFor));
/** Binding values is half of the work, so the common values are in the statement. */
const insertCommon = insertInto([...Object.values(defaultColumns), ...plainColumns.map(parameterFor)]);

export const updateEvent = `
  UPDATE events SET ${columns
    .slice(0, -1)
    .map((column) => `${column} = ${parameterFor(column)}`)
    .join(', ')} WHERE id = ${parameterFor('id')}`;

/** Bytes are bound as text, which is faster. */
function parameterFor(column: string): string {
  return column === 'id' || column === 'load' ? 'unhex(?)' : '?';
}

/** Returns false, and changes nothing, if there is already an event with this id. */
export function eventInserter(
  connection: Connection,
  refs: Dictionary,
): (reported: ReportedEvent, source: number) => boolean {
  const runAny = connection.runner(insertAny);
  const runCommon = connection.runner(insertCommon);
  return (reported, source) => {
    const added = isCommon(reported)
      ? runCommon(plainValues(reported.event, source, refs))
      : runAny(rowValues(reported, source, refs));
    return added === 1;
  };
}

function isCommon({ event, origin, outcomeOrigin }: ReportedEvent): boolean {
  return (
    event.credit === undefined &&
    !event.isCorrection &&
    event.ended === undefined &&
    event.follows === undefined &&
    event.item === undefined &&
    origin === 'transcript' &&
    outcomeOrigin === 'transcript' &&
    activityOf(event) === undefined
  );
}

export function rowValues(
  { event, origin, outcomeOrigin }: ReportedEvent,
  source: number,
  refs: Dictionary,
): SqlValue[] {
  const { credit } = event;
  return [
    origin === 'live' ? 1 : 0,
    activityOf(event) ?? null,
    credit === undefined ? null : refs.mention(credit.skill),
    credit?.reason ?? null,
    credit?.weight ?? null,
    credit?.load ?? null,
    isEvidence(event) ? 1 : 0,
    event.isCorrection ? 1 : 0,
    outcomeOrigin === 'live' ? 1 : 0,
    event.ended ?? null,
    event.follows ?? null,
    event.item === undefined ? null : refs.word(event.item),
    ...plainValues(event, source, refs),
  ];
}

function plainValues(event: EvidenceEvent, source: number, refs: Dictionary): SqlValue[] {
  return [
    event.at,
    source,
    refs.word(event.agent),
    refs.session(event.agent, event.session),
    event.thread,
    event.turn,
    event.kind,
    event.tool === undefined ? null : refs.word(event.tool),
    event.isError === undefined ? null : Number(event.isError),
    event.durationMs ?? null,
    event.cluster === '' ? null : refs.word(event.cluster),
    event.model === undefined ? null : refs.word(event.model),
    event.tokens ?? null,
    event.args,
    event.result,
    event.id,
  ];
}

export interface StoredEvent extends ReportedEvent {
  readonly source: number;
}

export function readEvent(connection: Connection, id: string): StoredEvent | undefined {
  const row = connection.get<StoredRow>(`${selectEvents} WHERE events.id = ?`, idBytes(id));
  if (row === undefined) return undefined;
  return {
    event: eventOf(row),
    origin: row.isLive === 1 ? 'live' : 'transcript',
    outcomeOrigin: row.isOutcomeLive === 1 ? 'live' : 'transcript',
    source: row.source,
  };
}

/** The events of a session from a time on, and earlier messages of the user, in no particular order. */
export function readEventsOf(
  connection: Connection,
  session: number,
  from: number,
): readonly EvidenceEvent[] {
  const rows = connection.all<StoredRow>(
    `${selectEvents} WHERE events.session = ? AND (events.at >= ? OR events.kind = 'turn')`,
    session,
    from,
  );
  return rows.map(eventOf);
}

function eventOf(row: StoredRow): EvidenceEvent {
  return {
    id: row.id,
    at: row.at,
    agent: row.agent,
    session: row.session,
    thread: row.thread,
    turn: row.turn,
    kind: row.kind,
    tool: row.tool ?? undefined,
    credit: creditOf(row),
    isError: row.isError === null ? undefined : row.isError === 1,
    isCorrection: row.isCorrection === 1,
    durationMs: row.durationMs ?? undefined,
    ended: row.ended ?? undefined,
    follows: row.follows ?? undefined,
    model: row.model ?? undefined,
    tokens: row.tokens ?? undefined,
    item: row.item ?? undefined,
    args: row.args,
    result: row.result,
    cluster: row.cluster ?? '',
  };
}

export function idBytes(id: string): Uint8Array {
  return Buffer.from(id, 'hex');
}

/** Loads through our own MCP server are counted there, by the usage store. */
function activityOf({ kind, tool, isError }: EvidenceEvent): ActivityKind | undefined {
  const activity = activities[kind];
  if (activity === undefined || isError === true) return undefined;
  return tool?.toLowerCase().includes('coppice') ? undefined : activity;
}

const activities: Readonly<Partial<Record<EventKind, ActivityKind>>> = {
  'skill-load': 'use',
  'reference-read': 'view',
  'skill-write': 'patch',
};

interface StoredRow {
  readonly id: string;
  readonly at: number;
  readonly source: number;
  readonly isLive: number;
  readonly agent: string;
  readonly session: string;
  readonly thread: string;
  readonly turn: number;
  readonly kind: EventKind;
  readonly tool: string | null;
  readonly name: string | null;
  readonly folder: string | null;
  readonly reason: CreditReason | null;
  readonly weight: number | null;
  readonly load: string | null;
  readonly isError: number | null;
  readonly isOutcomeLive: number;
  readonly isCorrection: number;
  readonly durationMs: number | null;
  readonly ended: Ended | null;
  readonly follows: Precedent | null;
  readonly model: string | null;
  readonly tokens: number | null;
  readonly item: string | null;
  readonly args: string;
  readonly result: string;
  readonly cluster: string | null;
}

const selectEvents = `
  SELECT lower(hex(events.id)) AS id, events.at, events.source, events.is_live AS isLive, agents.word AS agent, sessions.id AS session,
    events.thread, events.turn, events.kind, tools.word AS tool, mentions.name, mentions.folder, events.reason,
    events.weight, lower(hex(events.load)) AS load, events.is_error AS isError,
    events.is_outcome_live AS isOutcomeLive, events.is_correction AS isCorrection,
    events.duration_ms AS durationMs, events.ended, events.follows, models.word AS model, events.tokens,
    items.word AS item,
    events.args, events.result, clusters.word AS cluster
  FROM events
  JOIN words AS agents ON agents.ref = events.agent
  JOIN sessions ON sessions.ref = events.session
  LEFT JOIN words AS tools ON tools.ref = events.tool
  LEFT JOIN mentions ON mentions.ref = events.mention
  LEFT JOIN words AS clusters ON clusters.ref = events.cluster
  LEFT JOIN words AS models ON models.ref = events.model
  LEFT JOIN words AS items ON items.ref = events.item`;

function creditOf({ name, folder, reason, weight, load }: StoredRow): Credit | undefined {
  if (name === null || reason === null) return undefined;
  return {
    skill: folder ? { name, folder } : { name },
    reason,
    weight: weight ?? 0,
    load: load === null || load === '' ? undefined : load,
  };
}
