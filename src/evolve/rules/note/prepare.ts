/*
 * Prepares the SKILL.md with the note from its evidence, or the reason why there is none. It reads and writes nothing: the
 * file, the time and the last note are parameters, so the same plan can be made again.
 */

import { countCharacters } from '../../../text/utf8.js';
import { findBlock, removeBlock } from './block.js';
import { type NoteItem, noteItems, type Sha256 } from './items.js';
import type { Lessons } from './lessons.js';
import { withoutCounts } from './line.js';
import { isOldBlock, linesIn, supportPath } from './render.js';
import { findingText, noteFinding } from './scan.js';
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
  /** What the evidence of the window teaches about the skill, in any order. */
  readonly lessons: Lessons;
  /** The number of variants to try, from 1 to 4. */
  readonly variants: number;
  /** Whether an item is left out, because it was rejected or is outlived. */
  readonly isLeftOut?: (item: NoteItem) => boolean;
  /** The ids of items that stay after their expiry. */
  readonly keeps?: ReadonlySet<string>;
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
  /** The note would say nothing new. */
  | { readonly kind: 'unchanged' }
  /** There is nothing to say about the skill. */
  | { readonly kind: 'nothing' }
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
  /** The items that the note shows, in the order of its lines. */
  readonly items: readonly NoteItem[];
  readonly sizeStrategy: Exclude<Draft['sizeStrategy'], 'skip-hard-cap'>;
  /** How many names of errors, fixes and words of users were seen and are not shown. */
  readonly droppedInstructions: number;
}

export type NoteSkipReason =
  | 'skill-content-hard-cap'
  | 'managed-block-malformed'
  | 'managed-block-edited'
  /** The support file was edited after it was written. */
  | 'support-file-edited'
  /** The scanner has a finding in the note. */
  | 'scan-finding';

export function prepareNote(request: NoteRequest): PreparedNote {
  const { skill, text, supportFile, lastWritten, now, lessons, variants, sha256 } = request;
  const { isLeftOut = () => false, keeps } = request;
  const isCurrent = ({ id, expiresAt }: NoteItem) => expiresAt > now || keeps?.has(id) === true;
  const chars = countCharacters(text);
  if (chars > hardCapCharacters) return skip('skill-content-hard-cap', `SKILL.md has ${chars} characters`);
  const location = findBlock(text);
  if (location.kind === 'malformed') return skip('managed-block-malformed', location.why);
  if (location.kind === 'open-fence') return skip('managed-block-malformed', location.kind);
  const isOurs = location.kind === 'block' && location.markers === 'coppice';
  if (isOurs && !isSame(location.text, lastWritten?.block)) {
    return skip('managed-block-edited', 'the managed block was edited after it was written');
  }

  const isOld = isOurs && isOldBlock(location.text);
  const renews = request.renews === true || isOld;
  const isSupportOurs = isSame(supportFile, lastWritten?.supportFile);
  const left = isSupportOurs ? supportPath(skill.name) : undefined;
  const found = noteItems(skill.id, lessons, sha256);
  const wanted = found.items.filter((item) => isCurrent(item) && !isLeftOut(item)).slice(0, maxScanned);
  const isClean = noteFinding(wanted.map(({ text: line }) => `- ${line}`).join('\n')) === undefined;
  const items = isClean ? wanted : wanted.filter(({ text: line }) => !noteFinding(`- ${line}`));
  if (renews && items.length === 0 && location.kind === 'block' && isOurs) {
    return { kind: 'removal', text: removeBlock(text, location), supportFiles: leftFiles(left) };
  }
  if (items.length === 0) return { kind: found.items.length === 0 ? 'nothing' : 'unchanged' };

  const { draft, ...choice } = chooseVariant({ name: skill.name, text, location }, items, variants);
  if (draft.sizeStrategy === 'skip-hard-cap') {
    return skip('skill-content-hard-cap', `SKILL.md would have ${draft.contentChars} characters`);
  }
  const replacesForeign = location.kind === 'block' && !isOurs;
  const isRequired = renews || replacesForeign || lastWritten === undefined;
  const isSaid = isOurs && isSame(location.text, draft.block) && draft.sizeStrategy === 'inline';
  if (isSaid || (!isRequired && !hasNews(draft.items, lastWritten))) return { kind: 'unchanged' };
  if (draft.sizeStrategy === 'reference-spillover' && supportFile !== undefined && !isSupportOurs) {
    return skip('support-file-edited', `${draft.support.path} was edited after it was written`);
  }
  // Lines that are harmless alone may not be so together.
  const finding = isClean ? undefined : noteFinding(draft.block);
  if (finding !== undefined) return skip('scan-finding', findingText(finding));
  const partial = items.filter(({ isPartial }) => isPartial).length;
  return {
    kind: 'note',
    text: draft.text,
    supportFiles: supportFilesOf(draft, left),
    items: draft.items,
    ...choice,
    sizeStrategy: draft.sizeStrategy,
    droppedInstructions: found.withheld + partial + (wanted.length - items.length),
  };
}

/** More than any note shows. */
const maxScanned = 40;

/**
 * Whether an item has evidence, or says something, that the note does not have. Time alone is no news: counts that change
 * because events leave the window are not written again.
 */
function hasNews(items: readonly NoteItem[], { block, supportFile = '', evidence }: WrittenNote): boolean {
  const known = new Set(evidence);
  const said = new Set(linesIn(`${block}\n${supportFile}`).map(withoutCounts));
  return items.some(
    ({ evidence: ids, text }) => ids.some((id) => !known.has(id)) || !said.has(withoutCounts(text)),
  );
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
