/*
 * The change that accepting a proposal makes to the files of its skill. What is shown and what is written both come from
 * here: only the content of the proposal counts, and it is checked against the current files.
 */

import { unifiedDiff } from '../../../text/line-diff.js';
import { countCharacters } from '../../../text/utf8.js';
import { findBlock } from '../note/block.js';
import { instructionIn } from '../note/line-check.js';
import { findingText, noteFinding } from '../note/scan.js';
import { hardCapCharacters } from '../note/size.js';
import { structuralFaults } from '../note/structure.js';
import { withSection } from './draft.js';
import { editsFault } from './edits.js';
import { withPromotion } from './promotion.js';
import type { Proposal } from './proposal.js';

export interface SkillFiles {
  readonly skill: { readonly path: string; readonly text: string };
  /** The text is undefined if the file does not exist. */
  readonly support: { readonly path: string; readonly text: string | undefined };
}

export type ProposedChange =
  | { readonly kind: 'change'; readonly files: readonly ProposedFile[] }
  /** Completes "the proposal cannot be applied: ...". */
  | { readonly kind: 'refused'; readonly why: string };

export interface ProposedFile {
  /** Relative to the package. */
  readonly path: string;
  readonly before: string | undefined;
  /** Null removes the file. */
  readonly after: string | null;
}

export function proposedChange(
  { kind, content, support, items }: Pick<Proposal, 'kind' | 'content' | 'support' | 'items'>,
  files: SkillFiles,
): ProposedChange {
  switch (kind) {
    case 'draft':
      return draftChange(content, files);
    case 'promotion':
      return promotionChange(content, items[0]?.text ?? '', files);
    case 'edit':
      return editChange(content, files);
    case 'note':
      return noteChange(content, support, files, items.length === 0);
  }
}

function draftChange(content: string, { skill }: SkillFiles): ProposedChange {
  const drafted = withSection(skill.text, content);
  if (drafted.kind === 'refused') return drafted;
  return { kind: 'change', files: [{ path: skill.path, before: skill.text, after: drafted.text }] };
}

function editChange(content: string, { skill }: SkillFiles): ProposedChange {
  const why = editsFault(skill.text, content);
  if (why !== undefined) return { kind: 'refused', why };
  return { kind: 'change', files: [{ path: skill.path, before: skill.text, after: content }] };
}

function promotionChange(step: string, line: string, { skill, support }: SkillFiles): ProposedChange {
  const promoted = withPromotion(skill.text, support.text, { step, line });
  if (promoted.kind === 'refused') return promoted;
  return {
    kind: 'change',
    files: [
      { path: skill.path, before: skill.text, after: promoted.text },
      ...(promoted.support === undefined
        ? []
        : [{ path: support.path, before: support.text, after: promoted.support }]),
    ],
  };
}

function noteChange(
  content: string,
  proposed: Proposal['support'],
  { skill, support }: SkillFiles,
  isRemoval: boolean,
): ProposedChange {
  const why = noteFault(skill.text, content, isRemoval) ?? supportFault(proposed?.text ?? '');
  if (why !== undefined) return { kind: 'refused', why };
  return {
    kind: 'change',
    files: [
      { path: skill.path, before: skill.text, after: content },
      ...(proposed === undefined || (proposed.text === null && support.text === undefined)
        ? []
        : [{ path: support.path, before: support.text, after: proposed.text }]),
    ],
  };
}

export function changeDiff(files: readonly ProposedFile[]): string {
  return files
    .map(({ path, before, after }) =>
      unifiedDiff(
        { label: before === undefined ? '/dev/null' : `a/${path}`, text: before ?? '' },
        { label: after === null ? '/dev/null' : `b/${path}`, text: after ?? '' },
      ),
    )
    .join('');
}

/** A note changes the block and nothing else. */
function noteFault(before: string, after: string, isRemoval: boolean): string | undefined {
  const encoder = new TextEncoder();
  const faults = structuralFaults(encoder.encode(before), encoder.encode(after));
  if (faults.length > 0) return faults.join(', ');
  const location = findBlock(after);
  if (isRemoval && location.kind === 'none' && findBlock(before).kind === 'block') return undefined;
  if (location.kind !== 'block') return 'the new SKILL.md has no managed block';
  if (instructionIn(location.text) !== undefined) return 'the note contains instructions';
  const finding = noteFinding(location.text);
  return finding && findingText(finding);
}

function supportFault(text: string): string | undefined {
  // Generated notes contain no instructions, so the proposal file was edited.
  if (instructionIn(text) !== undefined) return 'the support file contains instructions';
  const characters = countCharacters(text);
  return characters > hardCapCharacters ? `the support file would have ${characters} characters` : undefined;
}
