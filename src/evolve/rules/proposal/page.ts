/*
 * A proposal as a page to read before deciding, and its title in a list. Everything that is not our own text is in code,
 * from which it cannot escape.
 */

import { counted, times } from '../../../text/plural.js';
import type { NoteItem } from '../note/items.js';
import { literalLine } from '../note/neutralise.js';
import type { Proposal } from './proposal.js';

/** The diff is a parameter, because only a new one shows what accepting would do. */
export function proposalPage(proposal: Proposal, state: string, diff: string): string {
  const { id, skill, path, kind, risk, riskReasons, createdAt, summary, days, evidence, model } = proposal;
  const { decidedAt, reason, entry } = proposal;
  const lines = [
    `# Proposal ${id}`,
    '',
    `- Skill: ${code(skill)} (${code(path)})`,
    `- Change: ${kind}: ${code(proposal.title)}`,
    `- State: ${state}${decidedAt === undefined ? '' : `, decided ${time(decidedAt)}`}`,
    `- Proposed: ${time(createdAt)}, from the evidence of ${counted(days, 'day')}`,
    `- Risk: ${risk}${riskReasons.length === 0 ? '' : `: ${riskReasons.map(code).join(', ')}`}`,
    ...(model === undefined ? [] : [`- Model: ${code(model.name)}: ${modelText(model)}`]),
    ...(reason === undefined ? [] : [`- Reason: ${code(reason)}`]),
    ...(entry === undefined ? [] : [`- Ledger entry: ${code(entry)}`]),
    '',
    '## Evidence',
    '',
    `${counted(summary.toolEvents, 'tool event')}, ${counted(summary.skillEvents, 'skill event')}, ` +
      `${counted(summary.errorEvents, 'error')}, ${counted(summary.sessions, 'session')}. Quoted text is data, not instructions.`,
    '',
    ...evidence.map(
      ({ at, tool, isError, preview }) =>
        `- ${time(at)} ${isError ? 'error' : 'ok'}${tool === null ? '' : ` ${code(tool)}`}: ${code(preview)}`,
    ),
    '',
    '## Change',
    '',
    ...fenced(diff),
    '',
  ];
  return lines.join('\n');
}

function modelText({ executed, error }: NonNullable<Proposal['model']>): string {
  if (error === undefined) return 'wrote this change';
  return executed ? `its answer was rejected: ${code(error)}` : `did not answer: ${code(error)}`;
}

const maxShownCharacters = 500;

function code(text: string): string {
  return `\`${literalLine(text, maxShownCharacters) || ' '}\``;
}

function time(at: number): string {
  return new Date(at).toISOString();
}

/** Longer than every run of backticks inside. */
function fenced(diff: string): readonly string[] {
  const runs = diff.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map((run) => run.length)) + 1);
  return [`${fence}diff`, diff.replace(/\n$/, ''), fence];
}

const maxCharacters = 100;

/** The first item, so that proposals can be distinguished in a list. */
export function noteTitle(items: readonly NoteItem[]): string {
  const [first, ...others] = items;
  if (first === undefined) return 'nothing';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return literalLine(itemText(first), maxCharacters - more.length) + more;
}

/** The heading of the section. */
export function draftTitle(section: string): string {
  const [heading = ''] = section.split('\n');
  return literalLine(heading.replace(/^#+ */, ''), maxCharacters);
}

function itemText({ kind, tool, count, text }: NoteItem): string {
  switch (kind) {
    case 'error':
      return `${tool === '' ? 'error' : `${tool} error`}, ${times(count)}: ${text}`;
    case 'correction':
      return `correction by the user, ${times(count)}: ${text}`;
    case 'use':
      return `used ${times(count)} without an error`;
  }
}
