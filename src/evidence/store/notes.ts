/*
 * An index of the notes in skills by the evidence behind them. The ledger is the source of truth; the index can be
 * rebuilt from it.
 */

import type { Connection } from './database.js';

export interface EvidenceNote {
  readonly id: string;
  readonly skill: string;
  /** The id of the ledger entry. */
  readonly entry: string;
  readonly appliedAt: number;
  /** Ids of events. */
  readonly evidence: readonly string[];
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly expiresAt: number;
  readonly text: string;
  readonly state: string;
}

export function putNotes(connection: Connection, notes: readonly EvidenceNote[]): void {
  connection.transaction(() => {
    for (const note of notes) {
      connection.run(
        `INSERT OR REPLACE INTO notes (id, skill, entry, applied_at, evidence, first_seen, last_seen, expires_at,
           text, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        note.id,
        note.skill,
        note.entry,
        note.appliedAt,
        JSON.stringify(note.evidence),
        note.firstSeen,
        note.lastSeen,
        note.expiresAt,
        note.text,
        note.state,
      );
    }
  });
}

/** Latest first. */
export function readNotes(connection: Connection, skill?: string): readonly EvidenceNote[] {
  return notesWhere(connection, 'skill = ?1 OR ?1 IS NULL', skill ?? null);
}

export function notesFrom(connection: Connection, eventIds: readonly string[]): readonly EvidenceNote[] {
  return notesWhere(
    connection,
    'EXISTS (SELECT 1 FROM json_each(evidence) WHERE value IN (SELECT value FROM json_each(?)))',
    JSON.stringify(eventIds),
  );
}

export function notesWhere(
  connection: Connection,
  where: string,
  ...values: readonly (string | null)[]
): readonly EvidenceNote[] {
  const rows = connection.all<Omit<EvidenceNote, 'evidence'> & { readonly evidence: string }>(
    `SELECT id, skill, entry, applied_at AS appliedAt, evidence, first_seen AS firstSeen, last_seen AS lastSeen,
       expires_at AS expiresAt, text, state
     FROM notes WHERE ${where} ORDER BY applied_at DESC, id`,
    ...values,
  );
  return rows.map((row) => ({ ...row, evidence: JSON.parse(row.evidence) }));
}

export function clearNotes(connection: Connection): void {
  connection.run('DELETE FROM notes');
}
