/*
 * Prepares the SKILL.md with the note from its evidence, or the reason why there is none. It reads and writes nothing: the
 * file, the time and the last note are parameters, so the same plan can be made again.
 */

import type { EvidenceRow, EvidenceSummary } from '../../../evidence/rules/evidence.js';
import { countCharacters } from '../../../text/utf8.js';
import { findBlock, removeBlock } from './block.js';
import { hasNewEvidence, type NoteItem, noteItems, type Sha256 } from './items.js';
import { droppedFrom, supportPath } from './render.js';
import { chooseVariant, type Draft, hardCapCharacters, type VariantChoice } from './size.js';

export interface NoteRequest {
  readonly skill: { readonly id: string; readonly name: string };
  /** The current SKILL.md, decoded without loss; it includes a byte order mark. */
  readonly text: string;
  /** The current support file of the skill, if any. */
  readonly supportFile?: string | undefined;
  /** The note of the last committed entry, if any. */
  readonly lastWritten?: WrittenNote | undefined;
  readonly now: number;
  readonly days: number;
  readonly summary: EvidenceSummary;
  /** The evidence for the skill in the window, in any order. */
  readonly rows: readonly EvidenceRow[];
  /** The number of variants to try, from 1 to 4. */
  readonly variants: number;
  /** Whether an item is left out, because it was rejected or is outlived. */
  readonly isLeftOut?: (item: NoteItem) => boolean;
  /** Whether to make the note again without new evidence, or remove it if no items remain. */
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
  /** There is no new evidence. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'skip'; readonly reason: NoteSkipReason; readonly detail: string }
  | ReadyNote
  | NoteRemoval;

/** No items remain: the file without the note. */
export interface NoteRemoval extends Pick<ReadyNote, 'text' | 'supportFiles'> {
  readonly kind: 'removal';
}

export interface ReadyNote extends Omit<VariantChoice, 'draft'> {
  readonly kind: 'note';
  /** The new SKILL.md. */
  readonly text: string;
  /** Files to write together with it; null removes the file. */
  readonly supportFiles: readonly { readonly path: string; readonly text: string | null }[];
  /** All items, shown or not. */
  readonly items: readonly NoteItem[];
  readonly sizeStrategy: Exclude<Draft['sizeStrategy'], 'skip-hard-cap'>;
  readonly droppedInstructions: number;
}

export type NoteSkipReason =
  | 'skill-content-hard-cap'
  | 'managed-block-malformed'
  | 'managed-block-edited'
  /** The support file was edited after it was written. */
  | 'support-file-edited';

export function prepareNote(request: NoteRequest): PreparedNote {
  const { skill, text, supportFile, lastWritten, now, days, summary, rows, variants, sha256 } = request;
  const { isLeftOut = () => false, renews = false } = request;
  const chars = countCharacters(text);
  if (chars > hardCapCharacters) return skip('skill-content-hard-cap', `SKILL.md has ${chars} characters`);
  const location = findBlock(text);
  if (location.kind === 'malformed') return skip('managed-block-malformed', location.why);
  if (location.kind === 'open-fence') return skip('managed-block-malformed', location.kind);
  const isOurs = location.kind === 'block' && location.markers === 'coppice';
  if (isOurs && !isSame(location.text, lastWritten?.block)) {
    return skip('managed-block-edited', 'the managed block was edited after it was written');
  }

  const isSupportOurs = isSame(supportFile, lastWritten?.supportFile);
  const left = isSupportOurs ? supportPath(skill.name) : undefined;
  const items = noteItems(skill.id, rows, sha256).filter((item) => item.expiresAt > now && !isLeftOut(item));
  if (renews && items.length === 0 && location.kind === 'block' && isOurs) {
    return { kind: 'removal', text: removeBlock(text, location), supportFiles: leftFiles(left) };
  }
  const replacesForeign = location.kind === 'block' && !isOurs;
  const isKnown =
    lastWritten !== undefined && !replacesForeign && !hasNewEvidence(items, new Set(lastWritten.evidence));
  if (items.length === 0 || (isKnown && !renews)) return { kind: 'unchanged' };

  const facts = { name: skill.name, generatedAt: now, days, summary, items };
  const { draft, ...choice } = chooseVariant({ text, location }, facts, variants);
  if (draft.sizeStrategy === 'skip-hard-cap') {
    return skip('skill-content-hard-cap', `SKILL.md would have ${draft.contentChars} characters`);
  }
  if (draft.sizeStrategy === 'reference-spillover' && supportFile !== undefined && !isSupportOurs) {
    return skip('support-file-edited', `${draft.support.path} was edited after it was written`);
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

/** A support file that the new note does not need is removed with the old note. */
function supportFilesOf(draft: Draft, left: string | undefined): ReadyNote['supportFiles'] {
  return draft.sizeStrategy === 'reference-spillover' ? [draft.support] : leftFiles(left);
}

function leftFiles(left: string | undefined): ReadyNote['supportFiles'] {
  return left === undefined ? [] : [{ path: left, text: null }];
}

/** Ignores line endings, because version control may change them. */
function isSame(present: string | undefined, written: string | undefined): boolean {
  if (present === undefined || written === undefined) return false;
  return present.replaceAll('\r\n', '\n') === written.replaceAll('\r\n', '\n');
}

function skip(reason: NoteSkipReason, detail: string): PreparedNote {
  return { kind: 'skip', reason, detail };
}
