/*
 * An event as a row of the database, and back. What an event says about a skill and what it counts for follow from
 * the event, and are written beside it so that they can be summed up and found.
 */

import type { ActivityKind } from '../../usage/counters.js';
import type { Told } from '../conflict.js';
import { type Credit, type CreditReason, type EventKind, type EvidenceEvent, isEvidence } from '../event.js';
import type { Connection, SqlValue } from './connection.js';
import type { Dictionary } from './dictionary.js';

/** In the order of `rowValues`; the last one names the row. */
const columns = [
  'at',
  'source',
  'is_live',
  'agent',
  'session',
  'thread',
  'turn',
  'kind',
  'activity',
  'tool',
  'mention',
  'reason',
  'weight',
  'load',
  'is_evidence',
  'is_correction',
  'is_error',
  'is_outcome_live',
  'duration_ms',
  'cluster',
  'args',
  'result',
  'id',
];

export const insertEvent = `
  INSERT INTO events (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
  ON CONFLICT (id) DO NOTHING`;

export const updateEvent = `
  UPDATE events SET ${columns
    .slice(0, -1)
    .map((column) => `${column} = ?`)
    .join(', ')} WHERE id = ?`;

export function rowValues(
  { event, origin, outcomeOrigin }: Told,
  source: number,
  refs: Dictionary,
): SqlValue[] {
  const { credit, isError } = event;
  return [
    event.at,
    source,
    origin === 'live' ? 1 : 0,
    refs.word(event.agent),
    refs.session(event.agent, event.session),
    event.thread,
    event.turn,
    event.kind,
    activityOf(event) ?? null,
    event.tool === undefined ? null : refs.word(event.tool),
    credit === undefined ? null : refs.mention(credit.skill),
    credit?.reason ?? null,
    credit?.weight ?? null,
    credit?.load === undefined ? null : idBytes(credit.load),
    isEvidence(event) ? 1 : 0,
    event.isCorrection ? 1 : 0,
    isError === undefined ? null : Number(isError),
    outcomeOrigin === 'live' ? 1 : 0,
    event.durationMs ?? null,
    event.cluster === '' ? null : refs.word(event.cluster),
    event.args,
    event.result,
    idBytes(event.id),
  ];
}

export interface StoredEvent extends Told {
  readonly source: number;
}

export function readEvent(connection: Connection, id: string): StoredEvent | undefined {
  const row = connection.get<StoredRow>(selectEvent, idBytes(id));
  if (row === undefined) return undefined;
  return {
    event: {
      id,
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
      args: row.args,
      result: row.result,
      cluster: row.cluster ?? '',
    },
    origin: row.isLive === 1 ? 'live' : 'transcript',
    outcomeOrigin: row.isOutcomeLive === 1 ? 'live' : 'transcript',
    source: row.source,
  };
}

export function idBytes(id: string): Uint8Array {
  return Buffer.from(id, 'hex');
}

/** Loads through our own server are counted where they happen, by the usage store. */
function activityOf({ kind, tool, isError }: EvidenceEvent): ActivityKind | undefined {
  if (isError === true || tool?.toLowerCase().includes('coppice')) return undefined;
  if (kind === 'skill-load') return 'use';
  if (kind === 'reference-read') return 'view';
  return kind === 'skill-write' ? 'patch' : undefined;
}

interface StoredRow {
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
  readonly args: string;
  readonly result: string;
  readonly cluster: string | null;
}

const selectEvent = `
  SELECT events.at, events.source, events.is_live AS isLive, agents.word AS agent, sessions.id AS session,
    events.thread, events.turn, events.kind, tools.word AS tool, mentions.name, mentions.folder, events.reason,
    events.weight, lower(hex(events.load)) AS load, events.is_error AS isError,
    events.is_outcome_live AS isOutcomeLive, events.is_correction AS isCorrection,
    events.duration_ms AS durationMs, events.args, events.result, clusters.word AS cluster
  FROM events
  JOIN words AS agents ON agents.ref = events.agent
  JOIN sessions ON sessions.ref = events.session
  LEFT JOIN words AS tools ON tools.ref = events.tool
  LEFT JOIN mentions ON mentions.ref = events.mention
  LEFT JOIN words AS clusters ON clusters.ref = events.cluster
  WHERE events.id = ?`;

function creditOf({ name, folder, reason, weight, load }: StoredRow): Credit | undefined {
  if (name === null || reason === null) return undefined;
  return {
    skill: folder ? { name, folder } : { name },
    reason,
    weight: weight ?? 0,
    load: load === null || load === '' ? undefined : load,
  };
}
