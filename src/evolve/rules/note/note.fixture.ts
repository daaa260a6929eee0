/*
 * Evidence and requests for the tests of notes: errors of one skill at noon on a fixed day, unless a test says
 * otherwise.
 */

import type { EvidenceRow } from '../../../evidence/rules/evidence.js';
import { sha256Hex } from '../../../text/hash.js';
import { hourMs } from '../../../text/time.js';
import { findBlock } from './block.js';
import {
  type NoteRequest,
  type PreparedNote,
  prepareNote,
  type ReadyNote,
  type WrittenNote,
} from './prepare.js';

export const noon = Date.UTC(2026, 5, 15, 12);

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

/** The user's words after something went wrong. */
export function correctionRow(id: string, args: string, at = noon - hourMs): EvidenceRow {
  return errorRow(id, {
    at,
    kind: 'turn',
    tool: null,
    isError: false,
    isCorrection: true,
    args,
    cluster: '',
  });
}

export function useRow(id: string, at = noon - hourMs): EvidenceRow {
  const result = 'the whole text of the skill';
  return errorRow(id, { at, kind: 'skill-load', tool: 'skill_view', isError: false, result, cluster: '' });
}

export const body = '---\nname: deploy\ndescription: Deploys. Use always.\n---\n# Deploy\n\nDo it.\n';

export function request(changes: Partial<NoteRequest> = {}): NoteRequest {
  return {
    skill: { id: 'home:deploy', name: 'deploy' },
    text: body,
    now: noon,
    days: 7,
    summary: { toolEvents: 6, skillEvents: 3, errorEvents: 3, turns: 3, sessions: 3 },
    rows: [
      errorRow('e1'),
      errorRow('e2', { at: noon - 2 * hourMs }),
      errorRow('e3', { at: noon - 3 * hourMs }),
    ],
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
