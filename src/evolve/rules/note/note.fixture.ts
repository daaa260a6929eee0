/*
 * Lessons and requests for the tests of notes: one failure of one skill, an hour before noon on a fixed day, unless a test
 * says otherwise.
 */

import type { EvidenceRow } from '../../../evidence/rules/evidence.js';
import type { RecurringFailure, ShownFix } from '../../../evidence/rules/fixes/failure.js';
import { sha256Hex } from '../../../text/hash.js';
import { hourMs } from '../../../text/time.js';
import { findBlock } from './block.js';
import type { HeardCorrection } from './correction-groups.js';
import type { NoteItem } from './items.js';
import type { Lessons } from './lessons.js';
import {
  type NoteRequest,
  type PreparedNote,
  prepareNote,
  type ReadyNote,
  type WrittenNote,
} from './prepare.js';

export const noon = Date.UTC(2026, 5, 15, 12);

/** Three sessions in which `make` failed for the cause. */
export function failure(cause: string, changes: Partial<RecurringFailure> = {}): RecurringFailure {
  return {
    cause,
    family: 'other',
    skills: ['home:deploy'],
    command: 'make',
    error: cause,
    exitCode: 1,
    failures: 3,
    sessions: 3,
    firstAt: noon - 2 * hourMs,
    lastAt: noon - hourMs,
    events: [`${cause}-3`, `${cause}-2`, `${cause}-1`],
    fix: null,
    held: null,
    ...changes,
  };
}

/** It worked three of three times. */
export function fix(commands: readonly string[], changes: Partial<ShownFix> = {}): ShownFix {
  return {
    ...{ kind: 'steps', commands, worked: 3, of: 3, sessions: 3, lastAt: noon - hourMs, events: [] },
    ...changes,
  };
}

/** The same words in two sessions. */
export function corrections(text: string, ...events: readonly string[]): readonly HeardCorrection[] {
  const ids = events.length > 0 ? events : ['c1', 'c2'];
  return ids.map((event) => ({ event, at: noon - hourMs, session: `session of ${event}`, text }));
}

export function lessons(
  failures: readonly RecurringFailure[],
  heard: readonly HeardCorrection[] = [],
): Lessons {
  return { failures, corrections: heard };
}

export function item(changes: Partial<NoteItem> = {}): NoteItem {
  return {
    id: 'i1',
    kind: 'failure',
    text: '`make` fails with "boom" (3 sessions); no fix seen yet.',
    evidence: ['e1'],
    ...{ count: 3, sessions: 3, worked: 0, of: 0 },
    ...{ firstSeen: noon - 2 * hourMs, lastSeen: noon - hourMs, expiresAt: noon + hourMs },
    isPartial: false,
    ...changes,
  };
}

/** A row of the evidence, for what models are asked. */
export function errorRow(id: string, changes: Partial<EvidenceRow> = {}): EvidenceRow {
  return {
    id,
    at: noon - hourMs,
    agent: 'hermes',
    session: 's1',
    kind: 'tool',
    tool: 'terminal',
    skill: 'home:deploy',
    reason: 'active-span',
    weight: 0.5,
    isError: true,
    isCorrection: false,
    args: '{"command":"make"}',
    result: 'Traceback: boom',
    cluster: 'traceback boom',
    ...changes,
  };
}

export const body = '---\nname: deploy\ndescription: Deploys. Use always.\n---\n# Deploy\n\nDo it.\n';

export function request(changes: Partial<NoteRequest> = {}): NoteRequest {
  return {
    skill: { id: 'home:deploy', name: 'deploy' },
    text: body,
    now: noon,
    lessons: lessons([failure('boom')]),
    variants: 1,
    sha256: sha256Hex,
    ...changes,
  };
}

export function readyNote(changes: Partial<NoteRequest> = {}): ReadyNote {
  return ready(prepareNote(request(changes)));
}

export function ready(prepared: PreparedNote): ReadyNote {
  if (prepared.kind !== 'note') throw new Error(`no note: ${JSON.stringify(prepared)}`);
  return prepared;
}

/** What a ledger would remember of it. */
export function written({ text, items, supportFiles }: ReadyNote): WrittenNote {
  return {
    block: blockIn(text),
    evidence: items.flatMap(({ evidence }) => evidence),
    supportFile: supportFiles[0]?.text ?? undefined,
  };
}

export function blockIn(text: string): string {
  const place = findBlock(text);
  if (place.kind !== 'block') throw new Error(`no block: ${JSON.stringify(place)}`);
  return place.text;
}
