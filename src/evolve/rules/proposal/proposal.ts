/*
 * A proposal: one change to one skill, with everything that a person needs to judge it. It is stored as a file that anybody
 * may edit, so its shape is checked, and applying it uses no path from it and checks its content again.
 */

import type { EvidenceSummary } from '../../../evidence/rules/evidence.js';
import { parseJson } from '../../../text/json.js';
import {
  isCount,
  isListOf,
  isMissingOr,
  isObject,
  isOneOf,
  isText,
  isTextOrNull,
  isTime,
} from '../../../text/shape.js';
import type { NoteItem } from '../note/items.js';
import { type EventFact, eventOutcomes } from '../note/lessons.js';
import { lineKinds } from '../note/line.js';
import { type RemovalReason, removalReasons } from '../note-life.js';
import { upgraded } from './version-1.js';

const kinds = ['note', 'draft', 'promotion', 'edit'] as const;
const decisions = ['pending', 'accepted', 'rejected'] as const;
const removals = Object.keys(removalReasons) as readonly RemovalReason[];
const risks = ['low', 'review'] as const;

export interface Proposal {
  readonly version: 2;
  /** Equal for the same change of the same skill, whatever else is in its SKILL.md. */
  readonly id: string;
  readonly skill: string;
  /** The path of the SKILL.md; only for the reader. */
  readonly path: string;
  readonly createdAt: number;
  readonly state: (typeof decisions)[number];
  /**
   * A note is in the managed block; a draft is a section written by a model; a promotion makes a line of the note a step of
   * the skill's own text; an edit is a few lines changed by a model, with which agents did better in evaluations.
   */
  readonly kind: (typeof kinds)[number];
  readonly title: string;
  readonly risk: (typeof risks)[number];
  /** Why it needs a review; empty if the risk is low. */
  readonly riskReasons: readonly string[];
  readonly base: ProposalBase;
  readonly days: number;
  readonly summary: EvidenceSummary;
  /** The events behind the items. */
  readonly evidence: readonly ProposalEvidence[];
  /** The lines of a note, or the line that is promoted. */
  readonly items: readonly NoteItem[];
  /** Only for the reader; a decision shows a diff that is computed from the content. */
  readonly diff: string;
  /** The new SKILL.md of a note or an edit, the section of a draft, or the step of a promotion. */
  readonly content: string;
  /** The new support file of a note, if it changes; null removes it. */
  readonly support?: { readonly text: string | null };
  /** Why the note goes, if the proposal removes one. */
  readonly removes?: RemovalReason;
  readonly model?: ModelReport;
  /** How agents did with an edit. */
  readonly evaluation?: EditEvaluation;
  readonly decidedAt?: number;
  readonly decidedBy?: string;
  /** Why it was rejected. */
  readonly reason?: string;
  /** The ledger entry of the decision; proposals that an earlier version rejected have none. */
  readonly entry?: string;
  /** What a person accepted instead of the content. */
  readonly edited?: string;
}

/** The files that the change was made for. */
export interface ProposalBase {
  readonly sha256: string;
  /** The hash of the support file; null if there is none. */
  readonly supportSha256: string | null;
}

export type ProposalEvidence = Omit<EventFact, 'session'>;

export interface ModelReport {
  readonly name: string;
  /** Whether the model answered. */
  readonly executed: boolean;
  readonly error?: string;
}

/** The scores of each case before and after an edit. */
export interface EditEvaluation {
  readonly agent: string;
  readonly model: string | null;
  readonly runs: number;
  readonly cases: readonly EditedCase[];
  /** Of the cases that the model did not see; the interval says how much of it may be chance. */
  readonly difference: { readonly value: number; readonly low: number; readonly high: number };
}

export interface EditedCase {
  readonly name: string;
  /** Whether the model that made the edit did not see it. */
  readonly heldOut: boolean;
  readonly before: number;
  readonly after: number;
}

export function printProposal(proposal: Proposal): string {
  return `${JSON.stringify(proposal, null, 2)}\n`;
}

/** Undefined if it is not a proposal of this version or of the one before. */
export function parseProposal(text: string): Proposal | undefined {
  const value = upgraded(parseJson(text));
  return isProposal(value) ? value : undefined;
}

function isProposal(value: unknown): value is Proposal {
  return (
    isObject(value) &&
    value['version'] === 2 &&
    isText(value['id']) &&
    isText(value['skill']) &&
    isText(value['path']) &&
    isTime(value['createdAt']) &&
    isOneOf(decisions, value['state']) &&
    isOneOf(kinds, value['kind']) &&
    isText(value['title']) &&
    isOneOf(risks, value['risk']) &&
    isListOf(value['riskReasons'], isText) &&
    isBase(value['base']) &&
    isCount(value['days']) &&
    isSummary(value['summary']) &&
    isListOf(value['evidence'], isEvidenceRow) &&
    isListOf(value['items'], isItem) &&
    isText(value['diff']) &&
    isText(value['content']) &&
    isMissingOr(isSupport, value['support']) &&
    isMissingOr((reason) => isOneOf(removals, reason), value['removes']) &&
    isMissingOr(isModelReport, value['model']) &&
    isMissingOr(isEditEvaluation, value['evaluation']) &&
    isMissingOr(isTime, value['decidedAt']) &&
    isMissingOr(isText, value['decidedBy']) &&
    isMissingOr(isText, value['reason']) &&
    isMissingOr(isText, value['entry']) &&
    isMissingOr(isText, value['edited'])
  );
}

function isBase(value: unknown): value is ProposalBase {
  return isObject(value) && isText(value['sha256']) && isTextOrNull(value['supportSha256']);
}

function isSummary(value: unknown): value is EvidenceSummary {
  return (
    isObject(value) &&
    ['toolEvents', 'skillEvents', 'errorEvents', 'turns', 'sessions'].every((name) => isCount(value[name]))
  );
}

function isEvidenceRow(value: unknown): value is ProposalEvidence {
  return (
    isObject(value) &&
    isText(value['id']) &&
    isTime(value['at']) &&
    isText(value['agent']) &&
    isOneOf(eventOutcomes, value['outcome']) &&
    isText(value['text']) &&
    isListOf(value['fix'], isText)
  );
}

function isItem(value: unknown): value is NoteItem {
  return (
    isObject(value) &&
    isText(value['id']) &&
    isOneOf(lineKinds, value['kind']) &&
    isText(value['text']) &&
    isListOf(value['evidence'], isText) &&
    isMissingOr((ids) => isListOf(ids, isText), value['fixEvidence']) &&
    ['count', 'sessions', 'worked', 'of'].every((name) => isCount(value[name])) &&
    ['firstSeen', 'lastSeen', 'expiresAt'].every((name) => isTime(value[name])) &&
    typeof value['isPartial'] === 'boolean'
  );
}

function isSupport(value: unknown): boolean {
  return isObject(value) && isTextOrNull(value['text']);
}

function isModelReport(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value['name']) &&
    typeof value['executed'] === 'boolean' &&
    isMissingOr(isText, value['error'])
  );
}

function isEditEvaluation(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value['agent']) &&
    isTextOrNull(value['model']) &&
    isCount(value['runs']) &&
    isListOf(value['cases'], isEditedCase) &&
    isEstimate(value['difference'])
  );
}

function isEstimate(value: unknown): boolean {
  return isObject(value) && ['value', 'low', 'high'].every((name) => isFigure(value[name]));
}

function isEditedCase(value: unknown): value is EditedCase {
  return (
    isObject(value) &&
    isText(value['name']) &&
    typeof value['heldOut'] === 'boolean' &&
    isFigure(value['before']) &&
    isFigure(value['after'])
  );
}

/** A score or a difference of two. */
function isFigure(value: unknown): boolean {
  return typeof value === 'number' && value >= -1 && value <= 1;
}
