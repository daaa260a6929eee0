/*
 * From evidence to the SKILL.md that would be written, and to the reason where none is. Nothing is read and nothing
 * written here: the file, the time and what was written last are given, so the same plan can be made again.
 */

import type { EvidenceRow, EvidenceSummary } from '../../../evidence/rules/evidence.js';
import { countCharacters } from '../../../text/utf8.js';
import { findBlock, removeBlock } from './block.js';
import { hasNewEvidence, type NoteItem, noteItems, type Sha256 } from './items.js';
import { droppedFrom, supportPath } from './render.js';
import { chooseVariant, type Draft, hardCapCharacters, type VariantChoice } from './size.js';

export interface NoteRequest {
  readonly skill: { readonly id: string; readonly name: string };
  /** The SKILL.md as it is, decoded without loss: a byte order mark is a character of it. */
  readonly text: string;
  /** The support file of the skill as it is; undefined when there is none. */
  readonly supportFile?: string | undefined;
  /** What the last committed entry wrote; undefined when none did. */
  readonly lastWritten?: WrittenNote | undefined;
  readonly now: number;
  readonly days: number;
  readonly summary: EvidenceSummary;
  /** The evidence for the skill in the window, in any order. */
  readonly rows: readonly EvidenceRow[];
  /** How many to try, from 1 to 4. */
  readonly variants: number;
  /** What was rejected or has outlived its use; it is told again only with new evidence. */
  readonly isLeftOut?: (item: NoteItem) => boolean;
  /** Make it again although there is no news, from what may still be told; without anything to tell, take it away. */
  readonly renews?: boolean;
  readonly sha256: Sha256;
}

export interface WrittenNote {
  /** The block with its markers. */
  readonly block: string;
  /** The ids of all events behind its items. */
  readonly evidence: readonly string[];
  readonly supportFile?: string | undefined;
}

export type PreparedNote =
  /** The evidence tells nothing that was not written already. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'skip'; readonly reason: NoteSkipReason; readonly detail: string }
  | ReadyNote
  | NoteRemoval;

/** There is nothing left to tell: the file as it was before the note. */
export interface NoteRemoval extends Pick<ReadyNote, 'text' | 'supportFiles'> {
  readonly kind: 'removal';
}

export interface ReadyNote extends Omit<VariantChoice, 'draft'> {
  readonly kind: 'note';
  /** The new SKILL.md. */
  readonly text: string;
  /** To be written together with it; null takes the file away. */
  readonly supportFiles: readonly { readonly path: string; readonly text: string | null }[];
  /** All that the evidence tells, shown or not. */
  readonly items: readonly NoteItem[];
  readonly sizeStrategy: Exclude<Draft['sizeStrategy'], 'skip-hard-cap'>;
  readonly droppedInstructions: number;
}

export type NoteSkipReason =
  | 'skill-content-hard-cap'
  | 'managed-block-malformed'
  | 'managed-block-edited'
  /** The support file is not what was written there last. */
  | 'support-file-edited';

export function prepareNote(request: NoteRequest): PreparedNote {
  const { skill, text, supportFile, lastWritten, now, days, summary, rows, variants, sha256 } = request;
  const { isLeftOut = () => false, renews = false } = request;
  const chars = countCharacters(text);
  if (chars > hardCapCharacters) return skip('skill-content-hard-cap', `it has ${chars} characters`);
  const place = findBlock(text);
  if (place.kind === 'malformed') return skip('managed-block-malformed', place.why);
  if (place.kind === 'open-fence') return skip('managed-block-malformed', place.kind);
  const isOurs = place.kind === 'block' && place.markers === 'coppice';
  if (isOurs && !isSame(place.text, lastWritten?.block)) {
    return skip('managed-block-edited', 'the block is not what was written last');
  }

  const isSupportOurs = isSame(supportFile, lastWritten?.supportFile);
  const left = isSupportOurs ? supportPath(skill.name) : undefined;
  const items = noteItems(skill.id, rows, sha256).filter((item) => item.expiresAt > now && !isLeftOut(item));
  if (renews && items.length === 0 && place.kind === 'block' && isOurs) {
    return { kind: 'removal', text: removeBlock(text, place), supportFiles: leftFiles(left) };
  }
  const takesOver = place.kind === 'block' && !isOurs;
  const isTold =
    lastWritten !== undefined && !takesOver && !hasNewEvidence(items, new Set(lastWritten.evidence));
  if (items.length === 0 || (isTold && !renews)) return { kind: 'unchanged' };

  const facts = { name: skill.name, generatedAt: now, days, summary, items };
  const { draft, ...choice } = chooseVariant({ text, place }, facts, variants);
  if (draft.sizeStrategy === 'skip-hard-cap') {
    return skip('skill-content-hard-cap', `it would have ${draft.contentChars} characters`);
  }
  if (draft.sizeStrategy === 'reference-spillover' && supportFile !== undefined && !isSupportOurs) {
    return skip('support-file-edited', `${draft.support.path} is not what was written last`);
  }
  return {
    kind: 'note',
    text: draft.text,
    supportFiles: supportFilesOf(draft, left),
    items,
    ...choice,
    sizeStrategy: draft.sizeStrategy,
    droppedInstructions: droppedFrom(items),
  };
}

/** A support file of ours that the new note has no use for goes away with the old note. */
function supportFilesOf(draft: Draft, left: string | undefined): ReadyNote['supportFiles'] {
  return draft.sizeStrategy === 'reference-spillover' ? [draft.support] : leftFiles(left);
}

function leftFiles(left: string | undefined): ReadyNote['supportFiles'] {
  return left === undefined ? [] : [{ path: left, text: null }];
}

/** Line endings aside: version control may turn them without anybody having edited the file. */
function isSame(present: string | undefined, written: string | undefined): boolean {
  if (present === undefined || written === undefined) return false;
  return present.replaceAll('\r\n', '\n') === written.replaceAll('\r\n', '\n');
}

function skip(reason: NoteSkipReason, detail: string): PreparedNote {
  return { kind: 'skip', reason, detail };
}
