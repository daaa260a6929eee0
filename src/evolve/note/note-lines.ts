/*
 * The lines that a note and the file it spills into have in common. Everything that is not our own words stands in a
 * code span.
 */

import type { EvidenceSummary } from '../../evidence/rules/evidence.js';
import type { NoteItem } from './items.js';
import { literalLine } from './neutralise.js';

export interface NoteFacts {
  readonly name: string;
  readonly generatedAt: number;
  readonly days: number;
  readonly summary: EvidenceSummary;
  readonly items: readonly NoteItem[];
}

export function originLines({ generatedAt, days }: NoteFacts): readonly string[] {
  return [`- Generated at: ${code(time(generatedAt))}`, `- Evidence window: last ${days} day(s)`];
}

export function countLines({ summary, items }: NoteFacts): readonly string[] {
  const dropped = droppedFrom(items);
  return [
    `- Tool events: ${summary.toolEvents}`,
    `- Skill events: ${summary.skillEvents}`,
    `- Error-like events: ${summary.errorEvents}`,
    ...(dropped > 0 ? [`- Left out, because it reads like an instruction: ${dropped} passage(s)`] : []),
  ];
}

/** `- 2026-06-15T11:00:00.000Z: `terminal` error, 3 times: `Traceback: boom``. */
export function evidenceLine({ kind, text, tool, count, lastSeen }: NoteItem): string {
  const times = count === 1 ? 'once' : `${count} times`;
  const shown = text === '' ? 'its text is not shown' : code(text);
  switch (kind) {
    case 'error':
      return `- ${time(lastSeen)}: ${tool === '' ? '' : `${code(tool)} `}error, ${times}: ${shown}`;
    case 'correction':
      return `- ${time(lastSeen)}: correction by the user, ${times}: ${shown}`;
    case 'use':
      return `- ${time(lastSeen)}: ok, used ${times}: no error and no correction was seen`;
  }
}

export function skillName(name: string): string {
  return code(literalLine(name, maxNameCharacters) || 'unnamed');
}

export function droppedFrom(items: readonly NoteItem[]): number {
  return items.reduce((sum, { dropped }) => sum + dropped, 0);
}

const maxNameCharacters = 64;

function code(neutral: string): string {
  return `\`${neutral}\``;
}

function time(at: number): string {
  return new Date(at).toISOString();
}
